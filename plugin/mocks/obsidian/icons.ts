/**
 * The icon registry behind setIcon: a chosen part of Lucide (lucide-static, ISC licence), plus what plugins add.
 * Holds no other picture; an unknown name draws nothing, as in the app.
 */
import * as lucide from "./icon-set";

/** "BarChart3" -> "bar-chart-3": the id under which Lucide and the app know it. */
function kebab(name: string): string {
  return name.replace(/([a-z])([A-Z0-9])/g, "$1-$2").toLowerCase();
}

const builtIn = new Map<string, string>(Object.entries(lucide).map(([name, svg]) => [kebab(name), svg]));
const added = new Map<string, string>();

/** Parsed once each: a note may show the same icon a hundred times. */
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

/** A plugin's own icon is the inside of a 100 by 100 drawing. */
function wrap(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="24" height="24" fill="none">${content}</svg>`;
}

export function getIcon(iconId: string): SVGSVGElement | null {
  const own = added.get(iconId);
  if (own !== undefined) return draw(wrap(own), iconId);
  const svg = builtIn.get(iconId.replace(/^lucide-/, ""));
  return svg === undefined ? null : draw(svg, iconId);
}

export function setIcon(parent: HTMLElement, iconId: string): void {
  parent.replaceChildren();
  const icon = getIcon(iconId);
  if (icon) parent.append(icon);
}

export function addIcon(iconId: string, svgContent: string): void {
  added.set(iconId, svgContent);
}

export function removeIcon(iconId: string): void {
  added.delete(iconId);
}

export function getIconIds(): string[] {
  return [...added.keys(), ...[...builtIn.keys()].map((id) => `lucide-${id}`)];
}
