/** The day of the week on which gaps are researched. Does not depend on Obsidian. */

/** The settings' names of the days, in the order of `Date.getDay`. */
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Whether a date is on the day in the settings. */
export function isScheduledDay(schedule: unknown, date: Date): boolean {
  return schedule === DAYS[date.getDay()];
}

/** A date in the user's time zone, by which days are compared. */
export function dayOfSchedule(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join("-");
}
