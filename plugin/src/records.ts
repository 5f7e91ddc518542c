/** What the core keeps of its runs, for the person to see and to use: what was sent, earlier sections; and the end of it. */
import type { App } from "obsidian";
import type { Checkup, StoredSection } from "../../pkg/ibid";
import type { Workshop } from "./commands";
import { failureOf } from "./failure";
import { undo } from "./runs";
import type { TraceKeeper } from "./traces";
import { AuditLogModal } from "./views/audit-log-modal";
import { doneNotice, failureNotice } from "./views/notices";
import { dayAndTime } from "./views/run-words";
import { SectionModal } from "./views/section-modal";

/** Shows what was sent, run by run. */
export async function showAuditLog(app: App, keeper: TraceKeeper): Promise<void> {
  try {
    const { runs } = await keeper.core.call("auditLog", null);
    new AuditLogModal(app, runs, keeper).open();
  } catch (thrown) {
    failureNotice(failureOf(thrown));
  }
}

/** Shows what stood in the open note's section before, and puts it back if the person wants that. */
export async function restoreSection(workshop: Workshop): Promise<void> {
  const file = workshop.app.workspace.getActiveFile();
  if (file === null) return failureNotice(NO_NOTE);
  try {
    const kept = await workshop.core.call("sections", null);
    const earlier = kept.filter(({ path }) => path === file.path);
    if (earlier.length === 0) return failureNotice(NO_SECTION);
    new SectionModal(workshop.app, earlier, (section) => void putBack(workshop, section)).open();
  } catch (thrown) {
    failureNotice(failureOf(thrown));
  }
}

async function putBack({ core, host }: Workshop, { run, at, before }: StoredSection): Promise<void> {
  try {
    const written = await core.call("restore", run);
    const done = before.trim() === "" ? "Section removed." : `Restored the version of ${dayAndTime(at)}.`;
    doneNotice(done, { Undo: () => void undo(host, written) });
  } catch (thrown) {
    failureNotice(failureOf(thrown));
  }
}

/** Drops what is kept on this device: by the core, and what the plugin itself remembers. */
export async function forgetDevice({ core, tasks, consent, begunRuns }: Workshop): Promise<Checkup> {
  tasks.cancelAll();
  const done = await core.forget();
  consent.forget();
  begunRuns.forget();
  return done;
}

const NO_NOTE = { code: "no-note", message: "No note is open", hint: "Open the note whose section you want to restore and try again." };

const NO_SECTION = {
  code: "no-section",
  message: "This device stores no previous research section of this note",
  hint: "Replaced sections are kept for a week.",
};
