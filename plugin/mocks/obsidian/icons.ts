/**
 * The icons behind setIcon: a selection of Lucide (lucide-static, ISC licence). An unknown name draws nothing, as in
 * the app.
 */
import * as lucide from "./icon-set";

/** Converts "BarChart3" to "bar-chart-3", the id in Lucide and in the app. */
function kebab(name: string): string {
  return name.replace(/([a-z])([A-Z0-9])/g, "$1-$2").toLowerCase();
}

const builtIn = new Map<string, string>(Object.entries(lucide).map(([name, svg]) => [kebab(name), svg]));

/** Cache of parsed icons: a note may show the same icon a hundred times. */
const parsed = new Map<string, SVGSVGElement>();

function draw(svg: string, id: string): SVGSVGElement | null {
  const known = parsed.get(svg) ?? parse(svg, id);
  if (known) parsed.set(svg, known);
  return (known?.cloneNode(true) as SVGSVGElement | undefined) ?? null;
}

function parse(svg: string, id: string): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(svg.trim(), "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") return null;
  const icon = document.importNode(root, true) as unknown as SVGSVGElement;
  icon.setAttribute("class", `svg-icon ${id.startsWith("lucide-") ? id : `lucide-${id}`}`);
  return icon;
}

export function getIcon(iconId: string): SVGSVGElement | null {
  const svg = builtIn.get(iconId.replace(/^lucide-/, ""));
  return svg === undefined ? null : draw(svg, iconId);
}

export function setIcon(parent: HTMLElement, iconId: string): void {
  parent.replaceChildren();
  const icon = getIcon(iconId);
  if (icon) parent.append(icon);
}
