/**
 * The demo page: the built plugin in the stand-in app, over the sample vault. Starts it, connects the two buttons of the
 * introduction, and says so when the browser has blocked a request.
 */
import "../plugin/mocks/obsidian/theme.css";
import "./demo.css";
import { startDemo } from "../plugin/mocks/obsidian/demo-app";
import { Notice } from "../plugin/mocks/obsidian/notice";

const pointedFor = 4000;
const researchTitle = "Research this note";

/** Highlights the button that starts research. On a phone it is in the menu of the ribbon, so that comes first. */
function pointAtResearch(): void {
  const candidates = document.querySelectorAll<HTMLElement>(
    `.side-dock-ribbon-action[aria-label="${researchTitle}"], .mobile-navbar-action[aria-label="Ribbon"]`,
  );
  const target = [...candidates].find((el) => el.isShown());
  if (!target) return;
  highlight(target);
  if (!target.matches(".mobile-navbar-action")) return;
  new Notice(`Open a note, tap the menu button at the bottom, then “${researchTitle}”.`);
  target.addEventListener("click", pointAtMenuItem, { once: true });
}

/** Highlights the item in the open menu, which lasts no longer than the menu. */
function pointAtMenuItem(): void {
  const titles = [...document.querySelectorAll<HTMLElement>(".menu-item-title")];
  const title = titles.find((el) => el.textContent === researchTitle);
  title?.parentElement?.addClass("demo-pointed");
}

function highlight(el: HTMLElement): void {
  el.addClass("demo-pointed");
  window.setTimeout(() => el.removeClass("demo-pointed"), pointedFor);
}

/** The plugin can only say that a service wasn't reached. Here the reason is the page, so the page says it, once. */
function explainBlockedRequests(): void {
  const explain = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== "connect-src") return;
    document.removeEventListener("securitypolicyviolation", explain);
    new Notice(
      "This page sends nothing, so the request was blocked. To allow requests, open the introduction at the top and turn on services.",
      0,
    );
  };
  document.addEventListener("securitypolicyviolation", explain);
}

explainBlockedRequests();
startDemo(document.getElementById("demo-app"))
  .then(() => {
    document.getElementById("demo-point")?.addEventListener("click", pointAtResearch);
    document.getElementById("demo-reset")?.addEventListener("click", () => window.location.reload());
  })
  .catch((error: unknown) => console.error(error));
