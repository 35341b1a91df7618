/** The database as files on disk, before anything opens it. */

import { stat } from 'node:fs/promises';
import { MementorError } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import { databaseOf } from '../home/paths.ts';
import { lossError } from '../salvage/lost.ts';

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

/** Throws if there is no database, because opening for writing would create one. */
export async function refuseNothing(home: string): Promise<void> {
  if ((await databaseFile(home)) !== undefined) return;
  const lost = lossError(home);
  if (lost !== undefined) throw lost;
  const message = `nothing is stored yet: there is no database in ${home}`;
  throw new MementorError('DATABASE_MISSING', message, hintFor('DATABASE_MISSING'));
}
