/** Divides time into days, weeks or months of the local calendar. Pure. */

export type Unit = 'day' | 'week' | 'month';

/** From the first millisecond to the one after the last. */
export interface Bucket {
  readonly fromMs: number;
  readonly toMs: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** So many bars fit beside each other in a narrow terminal. */
const BARS_MAX = 60;

/** Returns the smallest unit that divides a time into few enough parts. */
export function unitFor(fromMs: number, toMs: number): Unit {
  const days = (toMs - fromMs) / DAY_MS;
  if (days <= BARS_MAX) return 'day';
  return days <= 7 * BARS_MAX ? 'week' : 'month';
}

/** Returns the parts that cover a time, oldest first; the first one begins at a whole unit. */
export function bucketsOf(fromMs: number, toMs: number, unit: Unit): Bucket[] {
  const buckets: Bucket[] = [];
  let start = startOf(fromMs, unit);
  while (start.getTime() <= toMs) {
    const next = after(start, unit);
    buckets.push({ fromMs: start.getTime(), toMs: next.getTime() });
    start = next;
  }
  return buckets;
}

/** Weeks begin on Monday. */
function startOf(atMs: number, unit: Unit): Date {
  const at = new Date(atMs);
  const day = unit === 'month' ? 1 : at.getDate();
  const back = unit === 'week' ? (at.getDay() + 6) % 7 : 0;
  return new Date(at.getFullYear(), at.getMonth(), day - back);
}

/** Counts in the calendar: a day may have 23 or 25 hours. */
function after(start: Date, unit: Unit): Date {
  const [year, month, day] = [start.getFullYear(), start.getMonth(), start.getDate()];
  if (unit === 'month') return new Date(year, month + 1, 1);
  return new Date(year, month, day + (unit === 'week' ? 7 : 1));
}
