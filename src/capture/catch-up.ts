/**
 * Finds transcripts that hooks missed: a killed session sends no Stop, and hooks may have been
 * off.
 */

import { dirname, join, relative, sep } from 'node:path';
import type { Agent } from '../agents/agent.ts';
import { AGENTS } from '../agents/all.ts';
import { agentOf } from '../agents/find.ts';
import { realOf } from '../files/folders.ts';
import { type Memory, translated } from '../memory.ts';
import type { World } from '../process/world.ts';

/** The method of the memory that is needed here. */
type Ledger = Pick<Memory, 'transcripts'>;

/**
 * Returns the transcripts that are new or have changed since they were read, newest first. It
 * searches only the agents' folders from which a transcript was read before, and `started`:
 * projects that the user never let in are not ingested automatically. It costs one stat per file.
 */
export function missedIn(memory: Ledger, started: ReadonlySet<string>, world: World): string[] {
  const ledger = new Map(translated(() => memory.transcripts()).map((row) => [row.path, row]));
  const places = new Set([...ledger.keys()].map((path) => dirname(path)));
  const missed = AGENTS.flatMap((agent) => {
    const found = [...foldersOf(agent, places, started, world)].flatMap(agent.transcripts.nowIn);
    // Where all projects share a folder, only what was read before is known to be let in.
    return agent.transcripts.isByProject ? found : found.filter(({ path }) => ledger.has(path));
  })
    .filter(({ path, bytes, modifiedAtMs }) => {
      const row = ledger.get(path);
      // Earlier versions left an unterminated last line unread: then `offset` is below the size.
      return row?.bytes !== bytes || row.modifiedAtMs !== modifiedAtMs || row.offset < bytes;
    })
    .sort((a, b) => b.modifiedAtMs - a.modifiedAtMs)
    .map((found) => found.path);
  return [...new Set(missed)];
}

/** Returns the given folders, and an agent's folders below which a transcript was read. */
function foldersOf(
  agent: Agent,
  places: ReadonlySet<string>,
  started: ReadonlySet<string>,
  world: World,
): ReadonlySet<string> {
  const real = realOf(agent.transcripts.root(world));
  const own = [...started].map(realOf).filter((folder) => agentOf(folder, world) === agent);
  const folders = new Set(own);
  for (const place of places) {
    const [folder = '..'] = relative(real, place).split(sep);
    // A transcript of all projects may lie in the root itself.
    if (folder === '' && !agent.transcripts.isByProject) folders.add(real);
    else if (folder !== '..' && folder !== '') folders.add(join(real, folder));
  }
  return folders;
}
