// Numbers, lists and dates in English.

const LOCALE = "en-GB";

/** "1 move", "2 moves" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString(LOCALE)} ${count === 1 ? one : many}`;
}

const ALTERNATIVES = new Intl.ListFormat(LOCALE, { type: "disjunction" });

/** "a", "a or b", "a, b or c" */
export function alternatives(items: readonly string[]): string {
  return ALTERNATIVES.format(items);
}

/** "16 Nov 2026" */
export function date(time: number): string {
  return new Date(time).toLocaleDateString(LOCALE, { dateStyle: "medium" });
}

/** "16 Nov 2026, 14:05" */
export function dateTime(time: number): string {
  return new Date(time).toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "short" });
}

/** "16 November, 14:05" */
export function dayAndTime(time: number): string {
  const moment = new Date(time);
  const day = moment.toLocaleDateString(LOCALE, { day: "numeric", month: "long" });
  return `${day}, ${moment.toLocaleTimeString(LOCALE, { hour: "2-digit", minute: "2-digit" })}`;
}
