/**
 * The inbox: payloads that hooks leave for the worker, one small file each, so that none is lost.
 */

import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../errors/errors.ts';
import { isObject, isStrings, parseObject } from '../files/json-object.ts';
import { readText } from '../files/regular-file.ts';
import type { KeptOut } from '../settings/kept-out.ts';

/** A session with new content. Contains no secrets: the hook masks the answer. */
export interface Payload {
  readonly version: 1;
  readonly event: string;
  readonly transcriptPath: string;
  /** The directory in which the session began, if the transcript may not name it. */
  readonly startedIn?: string;
  /** The last answer, because the transcript may not have it yet. */
  readonly lastAnswer?: string;
  /** What the hook's settings exclude and mask; omitted if nothing. */
  readonly keptOut?: KeptOut;
  /**
   * The sources of the settings that the hook could not parse: the payload waits until they are
   * repaired.
   */
  readonly unclear?: readonly string[];
  readonly receivedAtMs: number;
}

export interface InboxItem {
  readonly path: string;
  readonly payload: Payload;
}

/** Returns the waiting payloads, oldest first. Renames invalid payloads, and keeps them. */
export function list(inbox: string): readonly InboxItem[] {
  const items: InboxItem[] = [];
  for (const path of pathsIn(inbox)) {
    const found = look(path);
    if (found.kind === 'payload') items.push({ path, payload: found.payload });
    else if (found.kind === 'broken') renameSync(path, path + SET_ASIDE);
  }
  return items;
}

/** Returns whether the inbox has no work for a worker. */
export function isEmpty(inbox: string): boolean {
  return !pathsIn(inbox).some((path) => HAS_WORK.has(look(path).kind));
}

const HAS_WORK: ReadonlySet<string> = new Set(['payload', 'broken']);

/** The suffix of invalid payloads. */
const SET_ASIDE = '.unreadable';

export interface Refused {
  readonly path: string;
  readonly why: string;
}

/** Returns the files that are never ingested, each with the reason. Changes nothing. */
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
 * Cleans up after hooks that were killed while writing: moves complete payloads into place, and
 * deletes the rest.
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

/** The name that a payload has until it is complete; the group matches the payload's final name. */
const UNFINISHED = /^\.(\d{14}-[0-9a-f]{12}\.json)\.tmp$/;

/** Far longer than any hook runs. */
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

/** Returns the payload in a file; `undefined` if the file has no valid payload. */
export function payloadAt(path: string): Payload | undefined {
  const found = look(path);
  return found.kind === 'payload' ? found.payload : undefined;
}

/** `refused`: not ours to judge: not a regular file, unreadable, or of a newer version. */
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
    return { kind: 'refused', why: reasonOf(error) };
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
    [fields.lastAnswer, fields.startedIn].every(isTextOrNothing) &&
    (fields.keptOut === undefined || isKeptOut(fields.keptOut)) &&
    (fields.unclear === undefined || isStrings(fields.unclear))
  );
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isKeptOut(value: unknown): boolean {
  return isObject(value) && isStrings(value.mask) && isStrings(value.exclude);
}
