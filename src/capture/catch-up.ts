/** What hooks missed: a session that was killed had no Stop, and hooks may have been off for a day. */

import { dirname, join, relative, sep } from 'node:path';
import type { Agent } from '../agents/agent.ts';
import { AGENTS } from '../agents/all.ts';
import { realOf } from '../files/folders.ts';
import { type Memory, translated } from '../memory.ts';
import type { World } from '../process/world.ts';

/** The part of the memory that is asked. */
type Ledger = Pick<Memory, 'transcripts'>;

/**
 * Returns the transcripts that have changed since they were read, or never were, newest first.
 * Looked at are the folders of each agent in which one was read before, and `started`: what a
 * person has never let in does not get in by itself. It costs a stat for each file.
 */
export function missedIn(memory: Ledger, started: ReadonlySet<string>, world: World): string[] {
  const ledger = new Map(translated(() => memory.transcripts()).map((row) => [row.path, row]));
  const places = new Set([...ledger.keys()].map((path) => dirname(path)));
  const missed = AGENTS.flatMap(({ transcripts }) =>
    [...foldersOf(transcripts, places, started, world)].flatMap(transcripts.nowIn),
  )
    .filter(({ path, bytes, modifiedAtMs }) => {
      const row = ledger.get(path);
      // Earlier versions read to its end a file whose last line they left: it had no newline.
      return row?.bytes !== bytes || row.modifiedAtMs !== modifiedAtMs || row.offset < bytes;
    })
    .sort((a, b) => b.modifiedAtMs - a.modifiedAtMs)
    .map((found) => found.path);
  return [...new Set(missed)];
}

/** Returns the folders of an agent below which a transcript was read, and those given. */
function foldersOf(
  { root }: Agent['transcripts'],
  places: ReadonlySet<string>,
  started: ReadonlySet<string>,
  world: World,
): ReadonlySet<string> {
  const real = realOf(root(world));
  const folders = new Set([...started].map(realOf));
  for (const place of places) {
    const [folder = '..'] = relative(real, place).split(sep);
    if (folder !== '..' && folder !== '') folders.add(join(real, folder));
  }
  return folders;
}
