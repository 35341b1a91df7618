/** The inbox: what hooks hand over to the worker, one small file each, so that nothing is lost. */

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './errors.ts';
import { isObject, isStrings } from './json-object.ts';
import type { KeptOut } from './kept-out.ts';

/** A session that has something new. Holds no secrets: the answer is masked by the hook. */
export interface Payload {
  readonly version: 1;
  readonly event: string;
  readonly transcriptPath: string;
  /** The last answer, as the transcript may not hold it yet. */
  readonly lastAnswer?: string;
  /** What the hook's settings keep out; left out when that is nothing. */
  readonly keptOut?: KeptOut;
  /** Where what the hook could not understand of it stands: until that is mended it waits. */
  readonly unclear?: readonly string[];
  readonly receivedAtMs: number;
}

export interface InboxItem {
  readonly path: string;
  readonly payload: Payload;
}

/** Writes a payload whole or not at all; the names sort by time. */
export function put(inbox: string, payload: Payload): void {
  mkdirSync(inbox, { recursive: true, mode: 0o700 });
  const time = String(payload.receivedAtMs).padStart(14, '0');
  const name = `${time}-${random()}.json`;
  const temporary = join(inbox, `.${name}.tmp`);
  // Not synced: after a power cut the transcript is still there, and read from where it was left.
  writeFileSync(temporary, JSON.stringify(payload), { mode: 0o600, flag: 'wx' });
  renameSync(temporary, join(inbox, name));
}

/** Twelve hexadecimal digits, different in each process; no secret. */
function random(): string {
  return Math.random().toString(16).slice(2, 14).padEnd(12, '0');
}

/** Returns what waits, the oldest first. What can't be read as a payload is dropped. */
export function list(inbox: string): readonly InboxItem[] {
  const items: InboxItem[] = [];
  for (const name of names(inbox)) {
    const path = join(inbox, name);
    const payload = read(path);
    if (payload === undefined) remove(path);
    else items.push({ path, payload });
  }
  return items;
}

/** Removes what hooks that were stopped while writing left behind. */
export function removeUnfinished(inbox: string, nowMs: number): void {
  for (const name of entries(inbox).filter((each) => each.endsWith('.tmp'))) {
    const path = join(inbox, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && nowMs - found.mtimeMs > UNFINISHED_MS) remove(path);
  }
}

/** Far longer than any hook lives. */
const UNFINISHED_MS = 10_000;

/** Returns whether nothing waits. */
export function isEmpty(inbox: string): boolean {
  return names(inbox).length === 0;
}

export function remove(path: string): void {
  rmSync(path, { force: true });
}

function names(inbox: string): readonly string[] {
  return entries(inbox)
    .filter((name) => name.endsWith('.json'))
    .sort();
}

function entries(inbox: string): readonly string[] {
  try {
    return readdirSync(inbox);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Reads a payload; `undefined` when it is none. */
export function read(path: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isPayload(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isPayload(value: unknown): value is Payload {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return (
    fields.version === 1 &&
    typeof fields.event === 'string' &&
    typeof fields.transcriptPath === 'string' &&
    typeof fields.receivedAtMs === 'number' &&
    ['string', 'undefined'].includes(typeof fields.lastAnswer) &&
    (fields.keptOut === undefined || isKeptOut(fields.keptOut)) &&
    (fields.unclear === undefined || isStrings(fields.unclear))
  );
}

function isKeptOut(value: unknown): boolean {
  return isObject(value) && isStrings(value.mask) && isStrings(value.exclude);
}
