/** Decides which settings are shown. Does not depend on Obsidian. */
import type { Field, ShownCondition } from "../core/exports";

/** Whether a setting is shown while the settings have these values. */
export function isShownField(
  { shownWhen, hiddenWhen }: Pick<Field, "shownWhen" | "hiddenWhen">,
  value: (key: string) => unknown,
): boolean {
  const holds = (condition: ShownCondition) => holdsFor(condition, value);
  const isHidden = hiddenWhen.length > 0 && hiddenWhen.every(holds);
  return !isHidden && shownWhen.every(holds);
}

/** Whether a setting has one of the values of a condition. */
export function holdsFor({ key, values }: ShownCondition, value: (key: string) => unknown): boolean {
  return values.some((wanted) => wanted === value(key));
}
