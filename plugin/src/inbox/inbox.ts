/** Adds research of the vault's gaps and the research inbox: commands, the view, the badge and the weekly schedule. */
import { type App, type Plugin, setTooltip, TFile } from "obsidian";
import type { GapAgenda } from "../core/exports";
import { toFailure } from "../core/failure";
import { GapResearch, type GapMemory } from "./gap-research";
import { isNote } from "../vault/note-file";
import type { Consent } from "../consent/consent";
import type { CoreProxy } from "../core/core";
import type { SettingsStore } from "../settings/settings-store";
import { addMenuItem } from "../ui/menu-item";
import type { Tasks } from "../ui/task";
import { dayOfSchedule, isScheduledDay } from "./gap-schedule";
import { RESEARCH_GAPS_TITLE } from "./gap-agenda";
import { INBOX_ICON, INBOX_TITLE, INBOX_VIEW_TYPE, InboxView, showInbox } from "./inbox-view";
import { agendaSummary } from "./inbox-text";
import { showFailureNotice, showMessageNotice, showQuestionNotice } from "../ui/notices";
import { noteName } from "../ui/run-text";

const GAPS_ICON = "telescope";
const RESEARCH_TOPIC_TITLE = "Research this topic";

/** Local storage key of what is kept between two starts of the app. */
const MEMORY_STORAGE_KEY = "ibid-gaps";

/** Local storage key of the day on which the schedule was last followed. */
const SCHEDULE_STORAGE_KEY = "ibid-gaps-day";

/** How often the app looks whether it is the day of the schedule. */
const SCHEDULE_INTERVAL_MILLIS = 15 * 60_000;

/** What research of gaps needs. */
export interface GapServices {
  app: App;
  core: CoreProxy;
  tasks: Tasks;
  consent: Consent;
  settings: SettingsStore;
}

export function addInbox(plugin: Plugin, services: GapServices): void {
  const { app, core, tasks, consent } = services;
  const ribbonEl = plugin.addRibbonIcon(INBOX_ICON, INBOX_TITLE, () => void showInbox(app));
  const badgeEl = ribbonEl.createSpan({ cls: "ibid-badge" });
  const showBadge = ({ newFindings }: GapMemory) => {
    badgeEl.setText(newFindings === 0 ? "" : String(newFindings));
    setTooltip(ribbonEl, newFindings === 0 ? INBOX_TITLE : `${INBOX_TITLE}: ${String(newFindings)} new`);
  };
  const remember = (memory: GapMemory) => {
    app.saveLocalStorage(MEMORY_STORAGE_KEY, memory);
    showBadge(memory);
  };
  const gaps = new GapResearch({ core, tasks, consent, remember, onDone: (agenda) => showDone(services, agenda) });
  plugin.registerView(INBOX_VIEW_TYPE, (leaf) => new InboxView(leaf, { core, gaps }));
  plugin.addCommand({
    id: "open-inbox",
    name: "Open research inbox",
    icon: INBOX_ICON,
    callback: () => void showInbox(app),
  });
  plugin.addCommand({
    id: "research-gaps",
    name: RESEARCH_GAPS_TITLE,
    icon: GAPS_ICON,
    callback: () => void proposeAgenda(services, gaps),
  });
  plugin.registerEvent(
    app.workspace.on("file-menu", (menu, file) => {
      if (file instanceof TFile && isNote(file))
        addMenuItem(menu, RESEARCH_TOPIC_TITLE, GAPS_ICON, () => void addTopic(services, gaps, file.path, ""));
    }),
  );
  plugin.registerEvent(
    app.workspace.on("editor-menu", (menu, editor, { file }) => {
      const topic = editor.getSelection().trim();
      if (file !== null && topic !== "")
        addMenuItem(menu, RESEARCH_TOPIC_TITLE, GAPS_ICON, () => void addTopic(services, gaps, file.path, topic));
    }),
  );
  app.workspace.onLayoutReady(() => {
    const memory = savedMemory(app.loadLocalStorage(MEMORY_STORAGE_KEY));
    showBadge(memory);
    if (memory.isRunning) offerToContinue(gaps, () => void showInbox(app));
    followSchedule(services, gaps);
    plugin.register(services.settings.listen(() => followSchedule(services, gaps)));
    plugin.registerInterval(window.setInterval(() => followSchedule(services, gaps), SCHEDULE_INTERVAL_MILLIS));
  });
}

function savedMemory(saved: unknown): GapMemory {
  const isSaved = typeof saved === "object" && saved !== null && "newFindings" in saved && "isRunning" in saved;
  return isSaved && typeof saved.newFindings === "number"
    ? { newFindings: saved.newFindings, isRunning: saved.isRunning === true }
    : { newFindings: 0, isRunning: false };
}

/** Shows the inbox with a new agenda, unless one waits for the user or is running. */
async function proposeAgenda({ app }: GapServices, gaps: GapResearch): Promise<void> {
  await showInbox(app);
  const { agenda, running } = gaps;
  if (running || agenda?.state === "draft") return;
  await attempt(() => gaps.draft(agenda?.sources ?? "both"));
}

async function addTopic({ app }: GapServices, gaps: GapResearch, path: string, topic: string): Promise<void> {
  await attempt(async () => {
    await gaps.add(path, topic);
    showMessageNotice(`“${topic === "" ? noteName(path) : topic}” is on the agenda of gaps.`, {
      Review: () => void showInbox(app),
    });
  });
}

function showDone({ app }: GapServices, agenda: GapAgenda): void {
  showMessageNotice(`Research of gaps: ${agendaSummary(agenda)}`, {
    [`Open ${INBOX_TITLE.toLowerCase()}`]: () => void showInbox(app),
  });
}

function offerToContinue(gaps: GapResearch, open: () => void): void {
  showQuestionNotice("Research of the gaps in your vault was interrupted.", {
    Continue: () => {
      open();
      void attempt(() => gaps.resume());
    },
    Stop: () => void attempt(() => gaps.discard()),
  });
}

/** On the day of the schedule, proposes an agenda once, or runs it if the user wants that and there is a budget. */
function followSchedule(services: GapServices, gaps: GapResearch): void {
  const { app, settings } = services;
  const today = dayOfSchedule(new Date());
  const isDue =
    isScheduledDay(settings.get("gapSchedule"), new Date()) && app.loadLocalStorage(SCHEDULE_STORAGE_KEY) !== today;
  if (!isDue || gaps.running) return;
  app.saveLocalStorage(SCHEDULE_STORAGE_KEY, today);
  void attempt(async () => {
    await gaps.draft("both");
    if (mayRunUnasked(services)) await gaps.approveUnasked();
    else showMessageNotice("An agenda of gaps in your vault is ready.", { Review: () => void showInbox(app) });
  });
}

/** Never without a budget: a model needs one, and the built-in engine costs nothing. */
function mayRunUnasked({ settings }: GapServices): boolean {
  const hasBudget = settings.getValid("engine") !== "model" || settings.getValid("budgetCents") > 0;
  return settings.getValid("scheduledApproval") === "run" && hasBudget;
}

async function attempt(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.code !== "cancelled") showFailureNotice(failure);
  }
}
