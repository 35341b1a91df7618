/** The databases in which OpenCode keeps sessions. Never throws: what cannot be read is not there. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Transcript } from '../agent.ts';
import { transcriptAt } from '../listing.ts';
import { isDatabase } from './paths.ts';

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
