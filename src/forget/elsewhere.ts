/**
 * Files of the coding agents that hold forgotten turns: Mementor does not change them, so the user
 * must know of them.
 */

import { existsSync } from 'node:fs';
import { agentNamed, placeOf, transcriptsFound } from '../agents/find.ts';
import { native, type Trace } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { isInterrupted } from '../process/interruption.ts';
import type { Progress } from '../process/watch.ts';
import type { World } from '../process/world.ts';
import { counted } from '../text/numbers.ts';

export interface Elsewhere {
  readonly path: string;
  /** The agent's name, as users know it. */
  readonly agent: string;
  /** How many of the turns it holds; 0 if only the words were found in it. */
  readonly turns: number;
  /** Whether it could not be read, and so was not searched. */
  readonly unread: boolean;
  /** The command that shows the session to a user; null for a file that is no session. */
  readonly resume: string | null;
}

/** A shorter id would be found by chance. */
const ID_CHARS_MIN = 8;

/**
 * Searches the agents' own files for turns, by their uuids, and for the words that the turns were
 * selected by. `known` lists transcripts that were read from other folders. Returns undefined if
 * interrupted.
 */
export async function elsewhere(
  turns: readonly string[],
  words: string | undefined,
  known: readonly string[],
  context: Context,
  line: Progress,
): Promise<readonly Elsewhere[] | undefined> {
  if (turns.length === 0) return [];
  const ids = turns.filter((turn) => turn.length >= ID_CHARS_MIN);
  const texts = words === undefined ? ids : [...ids, words];
  const paths = await agentsFiles(context, known);
  const total = paths.length;
  const files: Trace[] = [];
  for (let from: number | null = 0; from !== null; ) {
    if (await isInterrupted(context)) return undefined;
    const done: number = from;
    const pace = { unit: 'share', done, total, worked: done } as const;
    line.show(`Looking through ${counted(total, 'file')} of coding agents`, pace);
    const { found, next } = native().searchFiles(paths, texts, done);
    files.push(...found);
    from = next;
  }
  return files.map((trace) => describe(trace, ids.length, context));
}

/** Returns the agents' own files that are there, and those of some others. */
export async function agentsFiles(world: World, others: readonly string[]): Promise<string[]> {
  const listed = transcriptsFound(world, { histories: true }).map(({ path }) => path);
  return [...new Set([...listed, ...others.filter((path) => existsSync(path))])];
}

function describe({ path, texts, unread }: Trace, ids: number, world: World): Elsewhere {
  const { agent, resume } = placeOf(path, world);
  const displayName = agentNamed(agent)?.displayName ?? agent;
  const turns = texts.filter((at) => at < ids).length;
  return { path, agent: displayName, turns, unread, resume };
}
