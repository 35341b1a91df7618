/** The database as files on the disk, before anything opens it. */

import { stat } from 'node:fs/promises';
import { databaseOf } from '../home.ts';

export interface DatabaseFile {
  readonly path: string;
  /** With the write-ahead log, which may hold most of it. */
  readonly bytes: number;
}

/** Returns the database's file; undefined when there is none. */
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
