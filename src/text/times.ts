/** Parses and formats times, in the local time zone. Pure, but for the names of days that a caller knows. */

import { MementorError } from '../errors/errors.ts';

/** From the first millisecond to the one after the last; an instant has length zero. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export const TIME_EXAMPLES =
  '`2026-11-03`, `2026-11-03 14:30`, `yesterday evening`, `monday`, `last week`, `in october`, `3d`, `6h`, `3 months ago`';

/** Returns the days that words name, such as `last week`: the first, and the one after the last. */
export type DaysNamed = (
  words: string,
  nowMs: number,
) => { readonly since: string; readonly until: string } | null;

const NO_DAYS: DaysNamed = () => null;

/** Longer texts are not parsed. */
const CHARS_MAX = 40;
/** `3.11.2026`: the day stands before the month wherever dots are between them. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?= |$)/;

/** Returns the span that a text names; `undefined` if it names none. */
export function parseTime(
  text: string,
  nowMs: number,
  daysNamed: DaysNamed = NO_DAYS,
): Span | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(
      DOTTED,
      (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    );
  if (words.length > CHARS_MAX) return undefined;
  const span =
    spanIn(words, nowMs, daysNamed) ??
    partOfDay(words, (day) => spanIn(day, nowMs, daysNamed)) ??
    timeOfDay(words, (day) => spanIn(day, nowMs, daysNamed));
  return span !== undefined && isTime(span.fromMs) && isTime(span.toMs) ? span : undefined;
}

function spanIn(words: string, nowMs: number, daysNamed: DaysNamed): Span | undefined {
  const own = named(words, nowMs) ?? ago(words, nowMs) ?? calendar(words) ?? instant(words);
  if (own !== undefined || words === '') return own;
  const days = daysNamed(words.replace(/^earlier /, ''), nowMs);
  if (days === null) return undefined;
  // Without a time of day and zone, the constructor would take a date for UTC.
  const [fromMs, toMs] = [days.since, days.until].map((day) => +new Date(`${day}T00:00:00`));
  return fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs };
}

/** Returns the start of the span, for `--since`. */
export function sinceMs(text: string, nowMs: number, daysNamed?: DaysNamed): number {
  return spanOf('--since', text, nowMs, daysNamed).fromMs;
}

/** Returns the end of the span, for `--until`, so that a whole day is included. */
export function untilMs(text: string, nowMs: number, daysNamed?: DaysNamed): number {
  return spanOf('--until', text, nowMs, daysNamed).toMs;
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

function spanOf(option: string, text: string, nowMs: number, daysNamed?: DaysNamed): Span {
  const span = parseTime(text, nowMs, daysNamed);
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

const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `an hour ago`, `a couple of days ago`, `the last 3 hours` and `last 24h` with a number, as `1 hour ago`. */
function counted(words: string): string {
  const behind = words
    .replace(/^half an hour ago$/, '30 min ago')
    .match(/^(?:the )?(.*) ago$/)?.[1];
  const [, since] =
    /^(?:the )?(?:last|past|previous) (\d+[a-z]+|.*(?:min|minutes?|h|hours?))$/.exec(words) ?? [];
  const amount = (behind ?? since)?.replace(/^(\d+)(?=[a-z])/, '$1 ');
  if (amount === undefined) return words;
  const [, count = '', unit = ''] = /^(?:(.*) )?(\S+)$/.exec(amount) ?? [];
  if (/^\d*$/.test(count)) return `${count || 1} ${unit} ago`;
  const spelled = count.replace(/^an? (?=couple|few)| of$/g, '');
  const known = { a: 1, an: 1, couple: 2, few: 3 }[spelled] ?? COUNTS.indexOf(spelled);
  return known < 0 ? words : `${known} ${unit} ago`;
}

function ago(words: string, nowMs: number): Span | undefined {
  const [, count, unit] = /^(\d{1,5}) ?([a-z]+)(?: ago)?$/.exec(counted(words)) ?? [];
  const goBack = UNITS.find(([pattern]) => unit !== undefined && pattern.test(unit))?.[1];
  if (goBack === undefined) return undefined;
  const date = new Date(nowMs);
  goBack(date, Number(count));
  return { fromMs: date.getTime(), toMs: date.getTime() };
}

/** From which hour to which; a night ends on the next day. */
const PARTS = {
  morning: [5, 12],
  noon: [11, 14],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 30],
} as const;

/** `yesterday evening`, `monday morning`, `this afternoon`, `last night`. */
function partOfDay(words: string, spanOfDay: (day: string) => Span | undefined): Span | undefined {
  const said = words.replace(/^tonight$/, 'this night');
  const [, named, part] = PART_OF_DAY.exec(said) ?? [];
  if (named === undefined || part === undefined) return undefined;
  const near = named === 'this' ? 'today' : named === 'last' ? 'yesterday' : named;
  const [first, last] = PARTS[part as keyof typeof PARTS];
  return withinDay(spanOfDay(near), (hours) => [hours(first), hours(last)]);
}

const PART_OF_DAY = /^(.+?)(?: at| in the)? (morning|noon|afternoon|evening|night)$/;

/** `yesterday at 14:30`, `monday 9am`. */
function timeOfDay(words: string, spanOfDay: (day: string) => Span | undefined): Span | undefined {
  const [, day, hour, minute = '0', half] = TIME_OF_DAY.exec(words) ?? [];
  if (day === undefined || (half && (Number(hour) > 12 || Number(hour) < 1))) return undefined;
  const at = half ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour);
  if (at > 23 || Number(minute) > 59) return undefined;
  return withinDay(spanOfDay(day), (hours) => {
    const ms = hours(at, Number(minute));
    return [ms, ms];
  });
}

const TIME_OF_DAY = /^([a-z].*?)(?:,| at)? (\d{1,2})(?::(\d\d)|(?= ?[ap]m$)) ?([ap]m)?$/;

/** Returns a part of a span that is one day; a day may have 23 or 25 hours. */
function withinDay(
  day: Span | undefined,
  of: (hours: (hour: number, minute?: number) => number) => [number, number],
): Span | undefined {
  if (day === undefined) return undefined;
  const date = new Date(day.fromMs);
  const [year, month, first] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (new Date(year, month, first + 1).getTime() !== day.toMs) return undefined;
  const [fromMs, toMs] = of((hour, minute = 0) =>
    new Date(year, month, first, hour, minute).getTime(),
  );
  return { fromMs, toMs };
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
