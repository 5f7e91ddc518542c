/** Platform and the version of the API. A page counts as the desktop app until emulateMobile is called. */
export const apiVersion = "1.13.1";

export const Platform = {
  isDesktop: true,
  isMobile: false,
  isDesktopApp: true,
  isMobileApp: false,
  isIosApp: false,
  isAndroidApp: false,
  isPhone: false,
  isTablet: false,
  isMacOS: navigator.userAgent.includes("Mac OS"),
  isWin: navigator.userAgent.includes("Windows"),
  isLinux: navigator.userAgent.includes("Linux"),
  isSafari: /^((?!chrome|android).)*safari/i.test(navigator.userAgent),
  resourcePathPrefix: "blob:",
};

/** Like the function of that name in the app's developer console: sets a phone's flags and body classes. */
export function emulateMobile(): void {
  setMobile({ mobile: true });
}

export function emulateDesktop(): void {
  setMobile({ mobile: false });
}

function setMobile({ mobile }: { mobile: boolean }): void {
  Object.assign(Platform, { isMobile: mobile, isPhone: mobile, isDesktop: !mobile });
  document.body.classList.toggle("is-mobile", mobile);
  document.body.classList.toggle("is-phone", mobile);
}

export function requireApiVersion(version: string): boolean {
  const wanted = version.split(".").map(Number);
  const have = apiVersion.split(".").map(Number);
  for (const [index, part] of wanted.entries()) {
    const difference = (have[index] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
