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
  // The log first: SQLite may move it into the database between the two calls.
  const log = (await bytesOf(`${path}-wal`)) ?? 0;
  const main = await bytesOf(path);
  return main === undefined ? undefined : { path, bytes: main + log };
}

async function bytesOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
}
