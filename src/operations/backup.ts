/** Writes a consistent backup of the whole memory, and drops backups from the list. */

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openToShow } from '../database/open.ts';
import { MementorError } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import { homeOf } from '../home/paths.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';

export async function backup(file: string, context: Context) {
  const path = resolve(context.cwd, file);
  if (existsSync(path)) {
    const message = `there is something at ${path} already`;
    throw new MementorError('FILE_UNWRITABLE', message, hintFor('FILE_UNWRITABLE'));
  }
  const memory = await openToShow(context);
  memory.backup(path);
  return { version: 1, file: path, bytes: (await stat(path)).size, turns: memory.stats().turns };
}

/** A backup that still exists stays on the list, because forget must clean it too. */
export function giveUp(file: string, context: Context) {
  const path = resolve(context.cwd, file);
  if (existsSync(path)) {
    throw new MementorError(
      'BACKUP_THERE',
      `${path} is still there`,
      'delete it first: while it exists, what is forgotten is forgotten there too',
    );
  }
  const dropped = native().dropBackup(homeOf(context), path);
  return { version: 1, file: path, dropped };
}
