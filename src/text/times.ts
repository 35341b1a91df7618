/** Parses and formats times, in the local time zone. Pure. */

import { MementorError } from '../errors/errors.ts';

/** From the first millisecond to the one after the last; an instant has length zero. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export const TIME_EXAMPLES =
  '`2026-11-03`, `2026-11-03 14:30`, `2026-11`, `today`, `yesterday`, `3d`, `2w`, `6h`, `3 months ago`';

/** Longer texts are not parsed. */
const CHARS_MAX = 40;

/** Returns the span that a text names; `undefined` if it names none. */
export function parseTime(text: string, nowMs: number): Span | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (words.length > CHARS_MAX) return undefined;
  const span = named(words, nowMs) ?? ago(words, nowMs) ?? calendar(words) ?? instant(words);
  return span !== undefined && isTime(span.fromMs) && isTime(span.toMs) ? span : undefined;
}

/** Returns the start of the span, for `--since`. */
export function sinceMs(text: string, nowMs: number): number {
  return spanOf('--since', text, nowMs).fromMs;
}

/** Returns the end of the span, for `--until`, so that a whole day is included. */
export function untilMs(text: string, nowMs: number): number {
  return spanOf('--until', text, nowMs).toMs;
}

/** Returns `2026-11-03 14:30`; `undefined` for a missing time. */
export function localTime(atMs: number): string | undefined {
  const day = localDay(atMs);
  if (day === undefined) return undefined;
  const date = new Date(atMs);
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Returns `2026-11-03`; `undefined` for a missing time. */
export function localDay(atMs: number): string | undefined {
  if (atMs <= 0) return undefined;
  const date = new Date(atMs);
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function spanOf(option: string, text: string, nowMs: number): Span {
  const span = parseTime(text, nowMs);
  if (span !== undefined) return span;
  const shown = JSON.stringify(text);
  if (FUTURE.test(text.trim())) {
    const message = `${option} is in the future: ${shown}`;
    throw new MementorError('TIME_INVALID', message, `every turn is older; try ${TIME_EXAMPLES}`);
  }
  throw new MementorError('TIME_INVALID', `${option} is no time: ${shown}`, `try ${TIME_EXAMPLES}`);
}

const FUTURE = /^(tomorrow|next [a-z]+|in \d+ [a-z]+)$/i;

function isTime(ms: number): boolean {
  return !Number.isNaN(new Date(ms).getTime());
}

function named(words: string, nowMs: number): Span | undefined {
  const now = new Date(nowMs);
  const day = (offset: number) => {
    const at = (more: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset + more).getTime();
    return { fromMs: at(0), toMs: at(1) };
  };
  if (words === 'now') return { fromMs: nowMs, toMs: nowMs };
  if (words === 'today') return day(0);
  if (words === 'yesterday') return day(-1);
  return undefined;
}

/** No `m`: it could mean minutes or months. */
const UNITS: readonly (readonly [RegExp, (date: Date, count: number) => void])[] = [
  [/^(min|mins|minutes?)$/, (date, count) => date.setTime(date.getTime() - count * 60_000)],
  [/^(h|hours?)$/, (date, count) => date.setTime(date.getTime() - count * 3_600_000)],
  // Days and longer units keep the time of day across a daylight saving change.
  [/^(d|days?)$/, (date, count) => date.setDate(date.getDate() - count)],
  [/^(w|weeks?)$/, (date, count) => date.setDate(date.getDate() - 7 * count)],
  [/^(mo|months?)$/, (date, count) => goMonthsBack(date, count)],
  [/^(y|years?)$/, (date, count) => goMonthsBack(date, 12 * count)],
];

function ago(words: string, nowMs: number): Span | undefined {
  const [, count, unit] = /^(\d{1,5}) ?([a-z]+)(?: ago)?$/.exec(words) ?? [];
  const goBack = UNITS.find(([pattern]) => unit !== undefined && pattern.test(unit))?.[1];
  if (goBack === undefined) return undefined;
  const date = new Date(nowMs);
  goBack(date, Number(count));
  return { fromMs: date.getTime(), toMs: date.getTime() };
}

/** A month before 31 March is the last day of February. */
function goMonthsBack(date: Date, months: number): void {
  const day = date.getDate();
  date.setMonth(date.getMonth() - months);
  if (date.getDate() !== day) date.setDate(0);
}

/** A whole day or month. */
function calendar(words: string): Span | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(words) ?? [];
  if (year === undefined) return undefined;
  const parts = [Number(year), Number(month) - 1, Number(day ?? 1)] as const;
  const from = dateOf(...parts);
  if (from === undefined) return undefined;
  const [y, m, d] = parts;
  const to = day === undefined ? new Date(y, m + 1, 1) : new Date(y, m, d + 1);
  return { fromMs: from.getTime(), toMs: to.getTime() };
}

/** Returns local midnight; `undefined` for a date that does not exist. */
function dateOf(year: number, month: number, day: number): Date | undefined {
  const date = new Date(year, month, day);
  return year >= 1970 && date.getMonth() === month && date.getDate() === day ? date : undefined;
}

/** A date with a time of day, and optionally a zone. */
function instant(words: string): Span | undefined {
  const pattern = /^(\d{4}-\d\d-\d\d)[ t](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(z|[+-]\d\d:?\d\d)?$/;
  const [, day, time, zone = ''] = pattern.exec(words) ?? [];
  // `Date.parse` would read 30 February as 2 March.
  if (day === undefined || calendar(day) === undefined) return undefined;
  const offset = zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const atMs = Date.parse(`${day}T${time}${offset}`);
  return { fromMs: atMs, toMs: atMs };
}
