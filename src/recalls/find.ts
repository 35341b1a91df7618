/** Finds the record of the session that the user means. */

import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isOwnPrompt, runningSession } from '../agents/find.ts';
import { MementorError } from '../errors/errors.ts';
import { isWithin, realOf } from '../files/folders.ts';
import { isPlainName } from '../files/plain-name.ts';
import { homeOf, recallsOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { type Line, type PromptLine, parseLines, type ToldLine } from './lines.ts';
import { endOf } from './record.ts';

/** Reads only the end of each record, and only the newest records. */
const END_BYTES_MAX = 256 * 1024;
const RECORDS_MAX = 500;

export interface SessionRecord {
  readonly session: string;
  readonly lines: readonly Line[];
  readonly last: PromptLine;
}

/** Returns the records that have a prompt, most recently written first. */
export async function records(home: string): Promise<SessionRecord[]> {
  const paths = (await recordPaths(home)).slice(0, RECORDS_MAX);
  return paths.flatMap((path) => recordAt(path) ?? []);
}

/** Returns the record of the session that ran last in a directory or a parent of it. */
export async function newestIn(
  home: string,
  directory: string,
): Promise<SessionRecord | undefined> {
  for (const path of (await recordPaths(home)).slice(0, RECORDS_MAX)) {
    const record = recordAt(path);
    if (record !== undefined && isOf(record, directory)) return record;
  }
  return undefined;
}

/** Whether a session ran in a directory or a parent of it. */
export function isOf({ last }: SessionRecord, directory: string): boolean {
  return isWithin(realOf(last.directory), realOf(directory));
}

/**
 * Returns the session that the user means: the one with this id prefix; without an id, the one
 * this process runs in, else the one that ran last in this directory.
 */
export async function sessionMeant(
  id: string | undefined,
  context: Context,
): Promise<string | undefined> {
  const home = homeOf(context);
  if (id !== undefined) return completed(id, await recordedSessions(home)) ?? id;
  const running = runningSession(context.env);
  if (running !== undefined && isPlainName(running)) return running;
  return (await newestIn(home, context.cwd))?.session;
}

/** Returns the ids of the sessions with a record, most recently written first. */
export async function recordedSessions(home: string): Promise<string[]> {
  return (await recordPaths(home)).map(sessionAt);
}

/** Returns the one id with a prefix; `undefined` if there is none, throws if there are several. */
export function completed(id: string, ids: readonly string[]): string | undefined {
  if (!isPlainName(id)) {
    const hint = '`mementor sessions` shows ids';
    throw new MementorError('ID_INVALID', `${JSON.stringify(id)} is no session's id`, hint);
  }
  if (ids.includes(id)) return id;
  const found = [...new Set(ids)].filter((each) => each.startsWith(id));
  if (found.length > 1) {
    const message = `several sessions have an id that begins with ${id}: ${found.join(', ')}`;
    throw new MementorError('ID_AMBIGUOUS', message, 'give more of the id');
  }
  return found[0];
}

/** Returns the record of a session; `undefined` if it has no recorded prompt. */
export async function recordOf(home: string, session: string): Promise<SessionRecord | undefined> {
  const path = (await recordPaths(home)).find((each) => sessionAt(each) === session);
  return path === undefined ? undefined : recordAt(path);
}

/** What a session got last when it started, or after a compaction. */
export interface ToldSession {
  readonly session: string;
  readonly line: ToldLine;
}

/** Returns what a session got last; without one, what the newest in a directory got. */
export async function toldLast(
  home: string,
  session: string | undefined,
  directory: string,
): Promise<ToldSession | undefined> {
  const real = realOf(directory);
  for (const path of (await recordPaths(home)).slice(0, RECORDS_MAX)) {
    if (session !== undefined && sessionAt(path) !== session) continue;
    const line = parseLines(textAt(path)).findLast((each) => 'told' in each);
    if (line === undefined || !('told' in line)) continue;
    const isMeant = session !== undefined || isWithin(realOf(line.directory), real);
    if (isMeant) return { session: sessionAt(path), line };
  }
  return undefined;
}

/** Returns undefined if the record is unreadable. */
function recordAt(path: string): SessionRecord | undefined {
  const lines = parseLines(textAt(path));
  const last = lines.findLast(isTyped);
  return last && { session: sessionAt(path), lines, last };
}

/** Whether a line records a prompt that the user typed. */
export function isTyped(line: Line): line is PromptLine {
  return 'prompt' in line && !isOwnPrompt(line.prompt);
}

function textAt(path: string): string {
  try {
    return endOf(path, END_BYTES_MAX) ?? '';
  } catch {
    return '';
  }
}

export function sessionAt(path: string): string {
  return basename(path, '.jsonl');
}

/** Returns the paths of the records, most recently written first. */
export async function recordPaths(home: string): Promise<string[]> {
  const folder = recallsOf(home);
  const names = await readdir(folder).catch(() => []);
  const found = names
    .filter((name) => name.endsWith('.jsonl') && isPlainName(name.slice(0, -'.jsonl'.length)))
    .map(async (name) => {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
      return { path, mtimeMs };
    });
  const newest = (await Promise.all(found)).sort((a, b) => b.mtimeMs - a.mtimeMs);
  return newest.map(({ path }) => path);
}
