/** Finds the record of the session that the user means. */

import { readdir } from 'node:fs/promises';
import { runningSession } from '../agents/find.ts';
import { hookOptions } from '../capture/options.ts';
import { MementorError } from '../errors/errors.ts';
import { isPlainName } from '../files/plain-name.ts';
import { homeOf, recallsOf } from '../home/paths.ts';
import {
  type Memory,
  native,
  type PromptLine,
  type RecordLine,
  type RecordsWanted,
  surroundingsOf,
  type ToldLine,
} from '../memory.ts';
import type { Context } from '../process/context.ts';

export interface SessionRecord {
  readonly session: string;
  /** Of a long record the last ones. */
  readonly lines: readonly RecordLine[];
  /** The prompts among them that a person typed. */
  readonly typed: readonly PromptLine[];
  /** The last of these. */
  readonly last: PromptLine;
}

const ALL: RecordsWanted = {
  session: null,
  directory: null,
  told: false,
  limit: null,
  sinceMs: null,
};

/** Returns the records that are wanted and have a prompt, most recently written first. */
export function recordsWith(
  home: string,
  wanted: Partial<RecordsWanted> = {},
  memory?: Memory,
): SessionRecord[] {
  return native()
    .records(home, { ...ALL, ...wanted }, memory)
    .map(({ session, lines, typed, last }) => {
      const prompt = (place: number) => lines[place] as PromptLine;
      return { session, lines, typed: typed.map(prompt), last: prompt(last) };
    });
}

/** Returns the record of the session that ran last in a directory or a parent of it. */
export function newestIn(home: string, directory: string): SessionRecord | undefined {
  return recordsWith(home, { directory, limit: 1 })[0];
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
  const running = runningSession(context);
  if (running !== undefined && isPlainName(running)) return running;
  return newestIn(home, context.cwd)?.session;
}

/** Returns the ids of the sessions with a record. */
export async function recordedSessions(home: string): Promise<string[]> {
  const names = await readdir(recallsOf(home)).catch(() => []);
  const sessions = names.flatMap((name) => /^(.+)\.jsonl$/.exec(name)?.[1] ?? []);
  return sessions.filter(isPlainName).sort();
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
export function recordOf(home: string, session: string): SessionRecord | undefined {
  return recordsWith(home, { session, limit: 1 })[0];
}

/**
 * Returns the record of a session as {@link recordOf} does, with the prompts that it left out, as far
 * as its transcript or the memory has them. `sinceMs` wants all of a long record.
 */
export function filledRecordOf(
  session: string,
  context: Context,
  memory?: Memory,
  sinceMs: number | null = null,
): SessionRecord | undefined {
  const { keepingOut } = hookOptions(context).settings;
  const leftOut = { on: surroundingsOf(context), keepingOut };
  return recordsWith(homeOf(context), { session, limit: 1, sinceMs, leftOut }, memory)[0];
}

/** What a session got last when it started, or after a compaction. */
export interface ToldSession {
  readonly session: string;
  readonly line: ToldLine;
}

/** Returns what a session got last; without one, what the newest in a directory got. */
export function toldLast(
  home: string,
  session: string | undefined,
  directory: string,
): ToldSession | undefined {
  const where = session === undefined ? { directory } : { session };
  const [found] = native().records(home, { ...ALL, ...where, told: true, limit: 1 });
  return found && { session: found.session, line: found.lines[found.last] as ToldLine };
}
