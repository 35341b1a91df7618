/** Times for a reader: how long ago, and when exactly. Pure; in the local time zone. */

import { counted } from '../../text/numbers.ts';
import { localDay, localTime } from '../../text/times.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** From the largest unit; each is used from its first multiple on. */
const UNITS: readonly (readonly [ms: number, noun: string])[] = [
  [365 * DAY_MS, 'year'],
  [30 * DAY_MS, 'month'],
  [7 * DAY_MS, 'week'],
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
];

/** Returns `9 months ago`; `unknown` for a missing time. */
export function relativeTime(atMs: number, nowMs: number): string {
  if (atMs <= 0) return 'unknown';
  // A clock that was set back makes a time of the future.
  const passedMs = Math.max(0, nowMs - atMs);
  const [unitMs, noun] = UNITS.find(([ms]) => passedMs >= ms) ?? [];
  if (unitMs === undefined || noun === undefined) return 'just now';
  return `${counted(Math.floor(passedMs / unitMs), noun)} ago`;
}

/** Returns `9 months ago · 2026-02-02 07:39`; of today's times only the time of day. */
export function when(atMs: number, nowMs: number): string {
  const absolute = localTime(atMs);
  if (absolute === undefined) return 'unknown';
  const isToday = localDay(nowMs) === localDay(atMs);
  return `${relativeTime(atMs, nowMs)} · ${isToday ? absolute.slice(11) : absolute}`;
}
