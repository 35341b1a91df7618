/** Names days as a user would, in the local time zone. Pure. */

/** Not `Intl`: loading its data takes longer than the rest of a hook's work. */
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Returns `today`, `yesterday`, `Feb 11`, or `Nov 3, 2025` for a day of another year; undefined for
 * a missing time.
 */
export function dayName(atMs: number, nowMs: number): string | undefined {
  const [date, now] = [new Date(atMs), new Date(nowMs)];
  if (atMs <= 0 || Number.isNaN(date.getTime())) return undefined;
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (isSameDay(date, day)) return 'today';
  day.setDate(day.getDate() - 1);
  if (isSameDay(date, day)) return 'yesterday';
  return calendarDay(atMs, nowMs);
}

/** Returns `Feb 11`, or `Nov 3, 2025` for a day of another year than this one. */
export function calendarDay(atMs: number, nowMs: number): string {
  const date = new Date(atMs);
  const named = `${MONTHS[date.getMonth()]} ${date.getDate()}`;
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return isThisYear ? named : `${named}, ${date.getFullYear()}`;
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
