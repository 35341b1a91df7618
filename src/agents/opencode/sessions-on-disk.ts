/** Where OpenCode keeps a session. Never throws: what cannot be read is not there. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathsOf, type World } from '../../process/world.ts';
import type { Transcript } from '../agent.ts';
import { newestFirst, transcriptAt } from '../listing.ts';
import { dataRoot, isDatabase, sessionIn } from './paths.ts';

/**
 * Returns the path of a session: in the database that was written last, or, of a client that has
 * none, its own file. Undefined if the client keeps its sessions in no file.
 */
export function transcriptOf(session: string, world: World): string | undefined {
  const chosen = world.env.OPENCODE_DB;
  if (chosen === ':memory:') return undefined;
  const root = dataRoot(world);
  if (chosen) return sessionIn(pathsOf(world).resolve(root, chosen), session);
  const [newest] = databasesIn(root).sort(newestFirst);
  if (newest !== undefined) return sessionIn(newest.path, session);
  const sessions = join(root, 'storage', 'session');
  const [file] = namesIn(sessions).flatMap((project) =>
    transcriptAt(join(sessions, project, `${session}.json`)),
  );
  // A new client's database may not have been written yet.
  return file?.path ?? sessionIn(join(root, 'opencode.db'), session);
}

/** Returns the databases of a folder, each with its write-ahead log. */
export function databasesIn(folder: string): Transcript[] {
  return namesIn(folder)
    .filter(isDatabase)
    .flatMap((name) => databaseAt(join(folder, name)));
}

/** Returns a database with its write-ahead log as one: a client that runs writes the log alone. */
function databaseAt(path: string): Transcript[] {
  return transcriptAt(path).map((own) => {
    const [log] = transcriptAt(`${own.path}-wal`);
    return {
      path: own.path,
      bytes: own.bytes + (log?.bytes ?? 0),
      modifiedAtMs: Math.max(own.modifiedAtMs, log?.modifiedAtMs ?? 0),
    };
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
