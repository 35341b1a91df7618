/** Formats numbers and times. Pure. */

import { visible } from './invisible.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AGO_DAYS_MAX = 30;

/** Returns a count with its noun: `1 turn`, `1,234 turns`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a number of turns, those of subagents counted apart: `12 turns and 3 of subagents`. */
export function countedTurns(turns: number, agentTurns: number): string {
  const own = counted(turns, 'turn');
  return agentTurns > 0 ? `${own} and ${grouped(agentTurns)} of subagents` : own;
}

/** Groups a whole number's digits: `1,234`. The locale's own formatter takes 10 ms to load. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Returns the sum of counts by reason. */
export function total(reasons: Readonly<Record<string, number>>): number {
  return Object.values(reasons).reduce((sum, count) => sum + count, 0);
}

/** Returns a share in percent; for some of it not 0 %, and for less than all not 100 %. */
export function percentOf(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0 %';
  if (part >= whole) return '100 %';
  const share = Math.min(99, Math.round((100 * part) / whole));
  return share === 0 ? 'less than 1 %' : `${share} %`;
}

/** Returns a size in decimal units: `512 B`, `22.8 MB`. */
export function sized(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  // Not 1,000: `1000.0 kB` after rounding must become `1.0 MB`.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Returns how long ago a time was; after a month, its date. */
export function ago(atMs: number, nowMs: number): string {
  const iso = isoOf(atMs);
  if (iso === null) return 'unknown';
  const passedMs = nowMs - atMs;
  // Also covers a clock that was set back.
  if (passedMs < MINUTE_MS) return 'just now';
  if (passedMs < HOUR_MS) return `${Math.floor(passedMs / MINUTE_MS)} min ago`;
  if (passedMs < DAY_MS) return `${Math.floor(passedMs / HOUR_MS)} h ago`;
  if (passedMs < AGO_DAYS_MAX * DAY_MS) return `${Math.floor(passedMs / DAY_MS)} d ago`;
  return iso.slice(0, 10);
}

/** Returns a time in ISO form; null if there is none, as in lines without a timestamp. */
export function isoOf(atMs: number): string | null {
  const date = new Date(atMs);
  return atMs > 0 && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}

/**
 * Replaces characters that control a terminal, and leaves out those that nobody sees: names and paths
 * are untrusted.
 */
export function printable(text: string): string {
  return visible(text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD'));
}
