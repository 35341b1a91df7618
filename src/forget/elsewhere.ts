/**
 * Files of the coding agents that hold forgotten turns: Mementor does not change them, so the user
 * must know of them.
 */

import { existsSync } from 'node:fs';
import { agentOf, allTranscripts, promptHistories } from '../agents/find.ts';
import { native, translated } from '../memory.ts';
import type { World } from '../process/world.ts';

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
 * selected by. `known` lists transcripts that were read from other folders.
 */
export async function elsewhere(
  turns: readonly string[],
  words: string | undefined,
  known: readonly string[],
  world: World,
): Promise<readonly Elsewhere[]> {
  const ids = turns.filter((turn) => turn.length >= ID_CHARS_MIN);
  const texts = words === undefined ? ids : [...ids, words];
  const listed = (await allTranscripts(world)).map(({ path }) => path);
  const histories = promptHistories(world);
  const paths = [...new Set([...listed, ...known, ...histories])].filter((each) => existsSync(each));
  return paths.flatMap((path) => {
    const found = foundIn(path, texts);
    if (found?.length === 0) return [];
    const { displayName, sessions, transcripts } = agentOf(path, world);
    const isSession = !histories.includes(path) && transcripts.subagentOf(path) === undefined;
    const session = transcripts.sessionOf(path);
    return {
      path,
      agent: displayName,
      turns: (found ?? []).filter((at) => at < ids.length).length,
      unread: found === undefined,
      resume: isSession ? sessions.resumeCommand({ session }) : null,
    };
  });
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
