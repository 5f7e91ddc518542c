/**
 * The demo page: the built plugin in the stand-in app, over the sample vault. Starts it and connects the two buttons of
 * the introduction.
 */
import "../plugin/mocks/obsidian/theme.css";
import "./demo.css";
import { startDemo } from "../plugin/mocks/obsidian/demo-app";

const pointedFor = 4000;

/** Highlights the button that starts research: in the ribbon, or on a phone the one that opens the ribbon's menu. */
function pointAtResearch(): void {
  const candidates = document.querySelectorAll<HTMLElement>(".side-dock-ribbon-action[aria-label*='esearch'], .mobile-navbar-action[aria-label='Ribbon']");
  const target = [...candidates].find((el) => el.isShown());
  if (!target) return;
  target.addClass("demo-pointed");
  window.setTimeout(() => target.removeClass("demo-pointed"), pointedFor);
}

startDemo(document.getElementById("demo-app"))
  .then(() => {
    document.getElementById("demo-point")?.addEventListener("click", pointAtResearch);
    document.getElementById("demo-reset")?.addEventListener("click", () => window.location.reload());
  })
  .catch((error: unknown) => console.error(error));
