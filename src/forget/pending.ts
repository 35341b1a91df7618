/**
 * Pending removals in backups: recorded before a removal starts, and kept until it is done in each
 * backup. A backup may be unplugged, read-only, damaged or of a newer version: that never stops
 * work on the memory.
 */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { codeOf, messageOf } from '../errors/errors.ts';
import { writeAtomic } from '../files/atomic-file.ts';
import { isObject, isStrings } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { readText } from '../files/regular-file.ts';
import { dropBackup, readBackups } from '../home/backups.ts';
import { backupsOf, pendingBackupsOf } from '../home/paths.ts';
import { type Memory, native, translated } from '../memory.ts';
import { isInterrupted } from '../process/interruption.ts';
import { forgottenIds } from './forgotten.ts';

/** What is still to be removed from a backup. */
export interface Pending {
  /** The backup; or the list of backups, standing for all in it, while it is unreadable. */
  readonly path: string;
  /** Uuids of the turns to remove. */
  readonly turns: readonly string[];
  /** Whether to mask secrets in it. */
  readonly scrub: boolean;
  /** Why the last attempt failed; empty before the first. */
  readonly reason: string;
  readonly triedAtMs: number;
}

export interface Cleaned {
  readonly done: readonly string[];
  readonly left: readonly Pending[];
  /** The masked texts of the backups; must not be printed. */
  readonly masked: readonly string[];
}

/** What spares work that can wait. */
interface Sparing {
  readonly restMs?: number;
  readonly interrupted?: AbortSignal;
}

const BUSY_MS = 5_000;

/** The reason while a backup is missing from its path. */
export const NOT_THERE = 'it is not there';

/** The reason after a Ctrl-C. */
const STOPPED = 'it was interrupted';

/** Returns the pending removals. */
export async function pendingBackups(home: string): Promise<readonly Pending[]> {
  try {
    return parsed(readText(pendingBackupsOf(home))) ?? everything(home);
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? [] : everything(home);
  }
}

/** Returns the listed backups, and the list itself while it is unreadable. */
function listed(home: string): readonly string[] {
  const { paths, unreadable } = readBackups(home);
  return unreadable === undefined ? paths : [backupsOf(home)];
}

/** Records turns to remove, or secrets to mask, in every listed backup. */
export async function notePending(
  home: string,
  { turns = [], scrub = false }: { turns?: readonly string[]; scrub?: boolean },
): Promise<void> {
  const pending = await pendingBackups(home);
  await write(home, united(pending, listed(home), { turns, scrub }));
}

/** Adds work to the pending removals of some backups. */
function united(
  pending: readonly Pending[],
  paths: readonly string[],
  { turns, scrub }: Pick<Pending, 'turns' | 'scrub'>,
): Pending[] {
  const known = new Map(pending.map((each) => [each.path, each]));
  for (const path of paths) {
    const before = known.get(path) ?? { path, turns: [], scrub: false, reason: '', triedAtMs: 0 };
    const all = [...new Set([...before.turns, ...turns])];
    known.set(path, { ...before, turns: all, scrub: before.scrub || scrub });
  }
  return [...known.values()];
}

/** Once the list is readable again, its pending work is copied to every backup in it. */
function spread(home: string, pending: readonly Pending[]): readonly Pending[] {
  const waiting = pending.find(({ path }) => path === backupsOf(home));
  const { paths, unreadable } = readBackups(home);
  if (waiting === undefined || unreadable !== undefined) return pending;
  return united(
    pending.filter((each) => each !== waiting),
    paths,
    waiting,
  );
}

/**
 * Processes pending backups, except those tried within `restMs`. Records the reason of a failure
 * instead of throwing. Whoever is `interrupted` leaves the rest to later commands.
 */
export async function cleanBackups(
  memory: Memory,
  home: string,
  nowMs: number,
  { restMs = 0, interrupted }: Sparing = {},
): Promise<Cleaned> {
  const done: string[] = [];
  const masked: string[] = [];
  const pending = await pendingBackups(home);
  let left = spread(home, pending);
  if (left !== pending) await write(home, left);
  const { unreadable } = readBackups(home);
  for (const each of left) {
    if (rests(each, nowMs, restMs)) continue;
    const isStopped = interrupted !== undefined && (await isInterrupted({ interrupted }));
    const cleaned = () => (existsSync(each.path) ? clean(memory, each, masked) : NOT_THERE);
    const tried = () => (each.path === backupsOf(home) ? unreadable : cleaned());
    const reason = isStopped ? STOPPED : tried();
    const others = left.filter(({ path }) => path !== each.path);
    const triedAtMs = isStopped ? each.triedAtMs : nowMs;
    left = reason === undefined ? others : [...others, { ...each, reason, triedAtMs }];
    if (reason === undefined) done.push(each.path);
    // Write after each backup: if this process is killed, finished backups are not processed
    // again.
    await write(home, left);
  }
  return { done, left, masked };
}

/** Removes a deleted backup from both lists. Returns whether it was on one. */
export async function giveUpBackup(home: string, path: string): Promise<boolean> {
  const pending = await pendingBackups(home);
  const left = pending.filter((each) => each.path !== path);
  if (left.length < pending.length) await write(home, left);
  return (await dropBackup(home, path)) || left.length < pending.length;
}

function rests({ path, reason, triedAtMs }: Pending, nowMs: number, restMs: number): boolean {
  if (reason === NOT_THERE && existsSync(path)) return false;
  // A clock that was set back does not delay the attempt.
  return triedAtMs <= nowMs && nowMs - triedAtMs < restMs;
}

/** Returns why it failed; undefined if it succeeded. */
function clean(memory: Memory, { path, turns, scrub }: Pending, masked: string[]) {
  try {
    if (turns.length > 0) translated(() => native().forgetInBackup(path, [...turns], BUSY_MS));
    if (scrub) masked.push(...translated(() => memory.scrubBackup(path, BUSY_MS)));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function parsed(text: string): Pending[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !Array.isArray(value.backups)) return undefined;
    const pending = value.backups.map(pendingFrom);
    return pending.every((each) => each !== undefined) ? pending : undefined;
  } catch {
    return undefined;
  }
}

function pendingFrom(value: unknown): Pending | undefined {
  if (!isObject(value) || typeof value.path !== 'string' || !isStrings(value.turns))
    return undefined;
  const { path, turns, scrub, reason, triedAtMs } = value;
  return {
    path,
    turns,
    scrub: scrub === true,
    reason: typeof reason === 'string' ? reason : '',
    triedAtMs: typeof triedAtMs === 'number' ? triedAtMs : 0,
  };
}

/**
 * If the note is damaged, only its existence counts: remove all turns ever forgotten from all
 * backups.
 */
function everything(home: string): readonly Pending[] {
  const turns = forgottenIds(home);
  return united([], listed(home), { turns, scrub: true });
}

async function write(home: string, backups: readonly Pending[]): Promise<void> {
  const path = pendingBackupsOf(home);
  if (backups.length === 0) return await rm(path, { force: true });
  await writeAtomic({ path, text: JSON.stringify({ version: 1, backups }), mode: FILE_MODE });
}
