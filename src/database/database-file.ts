/** The database as files on disk, before anything opens it. */

import { stat } from 'node:fs/promises';
import { databaseOf } from '../home/paths.ts';

export interface DatabaseFile {
  readonly path: string;
  /** Size including the write-ahead log, which may contain most of the data. */
  readonly bytes: number;
}

/** Returns the database's file; undefined if there is none. */
export async function databaseFile(home: string): Promise<DatabaseFile | undefined> {
  const path = databaseOf(home);
  const main = await bytesOf(path);
  if (main === undefined) return undefined;
  return { path, bytes: main + ((await bytesOf(`${path}-wal`)) ?? 0) };
}

async function bytesOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
}
