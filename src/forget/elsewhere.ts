/**
 * Files of the coding agents that hold forgotten turns: Mementor does not change them, so the user
 * must know of them.
 */

import { existsSync } from 'node:fs';
import { agentOf, allTranscripts, promptHistories, resumeCommand } from '../agents/find.ts';
import { native, translated } from '../memory.ts';
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
  const paths = await filesOf(known, context);
  const total = paths.length;
  const files: Elsewhere[] = [];
  for (const [done, path] of paths.entries()) {
    if (await isInterrupted(context)) return undefined;
    const pace = { unit: 'share', done, total, worked: done } as const;
    line.show(`Looking through ${counted(total, 'file')} of coding agents`, pace);
    const found = foundIn(path, texts);
    if (found?.length === 0) continue;
    const count = (found ?? []).filter((at) => at < ids.length).length;
    files.push(describe(path, count, found === undefined, context));
  }
  return files;
}

/** Returns the agents' own files that hold one of the texts, or that cannot be read. */
export async function filesWith(texts: readonly string[], world: World): Promise<string[]> {
  if (texts.length === 0) return [];
  return (await filesOf([], world)).filter((path) => foundIn(path, texts)?.length !== 0);
}

async function filesOf(known: readonly string[], world: World): Promise<string[]> {
  const listed = (await allTranscripts(world)).map(({ path }) => path);
  const paths = [...new Set([...listed, ...known, ...promptHistories(world)])];
  return paths.filter((path) => existsSync(path));
}

function describe(path: string, turns: number, unread: boolean, world: World): Elsewhere {
  const agent = agentOf(path, world);
  const { displayName, transcripts } = agent;
  const isHistory = promptHistories(world).includes(path);
  const isSession = !isHistory && transcripts.subagentOf(path) === undefined;
  const session = transcripts.sessionOf(path);
  // Of a copy in another folder, the agent knows nothing.
  const isFound = isSession && session !== '' && transcripts.owns(path, world);
  const resume = isFound ? resumeCommand(agent, { session }) : null;
  return { path, agent: displayName, turns, unread, resume };
}

/** Returns the uuids of turns that a file holds; none if it cannot be read. */
export function idsIn(path: string, turns: readonly string[]): string[] {
  return (foundIn(path, turns) ?? []).flatMap((at) => turns[at] ?? []);
}

/** Returns which of the texts a file holds, by index; undefined if it cannot be read. */
function foundIn(path: string, texts: readonly string[]): readonly number[] | undefined {
  try {
    return translated(() => native().traces([path], [...texts])).flatMap((trace) => trace.texts);
  } catch {
    return undefined;
  }
}
