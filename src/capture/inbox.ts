/** The inbox: what hooks hand over to the worker, one small file each, so that nothing is lost. */

import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, isStrings, parseObject } from '../files/json-object.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { readText } from '../files/regular-file.ts';
import type { KeptOut } from '../privacy/kept-out.ts';
import { codeOf, messageOf } from '../process/errors.ts';

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
  mkdirSync(inbox, { recursive: true, mode: FOLDER_MODE });
  const time = String(payload.receivedAtMs).padStart(14, '0');
  const name = `${time}-${random()}.json`;
  const temporary = join(inbox, `.${name}.tmp`);
  // Not synced: after a power cut the transcript is still there, and read from where it was left.
  writeFileSync(temporary, JSON.stringify(payload), { mode: FILE_MODE, flag: 'wx' });
  renameSync(temporary, join(inbox, name));
}

/** Twelve hexadecimal digits, different in each process; no secret. */
function random(): string {
  return Math.random().toString(16).slice(2, 14).padEnd(12, '0');
}

/** Returns what waits, the oldest first. What is no payload is set aside and kept. */
export function list(inbox: string): readonly InboxItem[] {
  const items: InboxItem[] = [];
  for (const path of pathsIn(inbox)) {
    const found = look(path);
    if (found.kind === 'payload') items.push({ path, payload: found.payload });
    else if (found.kind === 'broken') renameSync(path, path + SET_ASIDE);
  }
  return items;
}

/** Returns whether a worker has nothing to do here. */
export function isEmpty(inbox: string): boolean {
  return !pathsIn(inbox).some((path) => HAS_WORK.has(look(path).kind));
}

const HAS_WORK: ReadonlySet<string> = new Set(['payload', 'broken']);

/** The end of the name of what was set aside. */
const SET_ASIDE = '.unreadable';

export interface Refused {
  readonly path: string;
  readonly why: string;
}

/** Returns what lies in the inbox and is never taken in, with the reason. Changes nothing. */
export function refusedIn(inbox: string): readonly Refused[] {
  const refused = pathsIn(inbox).flatMap((path) => {
    const found = look(path);
    return found.kind === 'refused' ? [{ path, why: found.why }] : [];
  });
  const aside = entries(inbox).filter((name) => name.endsWith(`.json${SET_ASIDE}`));
  return [...refused, ...aside.map((name) => ({ path: join(inbox, name), why: NO_PAYLOAD }))];
}

const NO_PAYLOAD = 'it is no payload of a hook';

/**
 * Ends what hooks that were stopped while writing left behind: a whole payload is put in its place,
 * the rest is removed.
 */
export function removeUnfinished(inbox: string, nowMs: number): void {
  for (const name of entries(inbox)) {
    const [, final] = UNFINISHED.exec(name) ?? [];
    const path = join(inbox, name);
    const found = final === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || nowMs - found.mtimeMs <= UNFINISHED_MS) continue;
    if (look(path).kind === 'payload') renameSync(path, join(inbox, final ?? ''));
    else remove(path);
  }
}

/** The name that {@link put} writes under, and in it the one that the payload gets. */
const UNFINISHED = /^\.(\d{14}-[0-9a-f]{12}\.json)\.tmp$/;

/** Far longer than any hook lives. */
const UNFINISHED_MS = 10_000;

export function remove(path: string): void {
  rmSync(path, { force: true });
}

function pathsIn(inbox: string): readonly string[] {
  return entries(inbox)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(inbox, name));
}

function entries(inbox: string): readonly string[] {
  try {
    return readdirSync(inbox);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the payload of a file; `undefined` when it holds none that can be read. */
export function payloadAt(path: string): Payload | undefined {
  const found = look(path);
  return found.kind === 'payload' ? found.payload : undefined;
}

/** `refused`: it is not ours to judge: no regular file, not readable, or of a newer version. */
type Found =
  | { readonly kind: 'payload'; readonly payload: Payload }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'broken' | 'gone' };

function look(path: string): Found {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'gone' };
    return { kind: 'refused', why: messageOf(error).replace(`: ${path}`, '') };
  }
  const fields = parseObject(text);
  if (isPayload(fields)) return { kind: 'payload', payload: fields };
  const isNewer = typeof fields?.version === 'number' && fields.version > VERSION;
  return isNewer ? { kind: 'refused', why: 'a newer Mementor wrote it' } : { kind: 'broken' };
}

const VERSION = 1;

function isPayload(fields: unknown): fields is Payload {
  return (
    isObject(fields) &&
    fields.version === VERSION &&
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
