/** `mementor backup`: a copy of the whole memory, as it is at one moment. */

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openToRead } from '../database/open.ts';
import { dropBackup, noteBackup } from '../forget/backups.ts';
import { giveUpBackup } from '../forget/pending.ts';
import { homeOf } from '../home.ts';
import { translated } from '../memory.ts';
import { style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { hintFor } from '../process/hints.ts';
import { sized } from '../text/numbers.ts';

export interface BackupOptions {
  readonly file: string;
  /** The copy was deleted: it is taken off the list. */
  readonly gone: boolean;
  readonly json: boolean;
}

export async function run(options: BackupOptions, context: Context): Promise<ExitCode> {
  const { file, gone, json } = options;
  const path = resolve(context.cwd, file);
  if (gone) return await giveUp(path, json, context);
  if (existsSync(path)) {
    const message = `there is something at ${path} already`;
    throw new MementorError('FILE_UNWRITABLE', message, hintFor('FILE_UNWRITABLE'));
  }
  const memory = await openToRead(context);
  // Before it is written: a copy that nobody knows of would keep what is forgotten.
  await noteBackup(homeOf(context), path);
  try {
    translated(() => memory.backup(path));
  } catch (error) {
    await dropBackup(homeOf(context), path);
    throw error;
  }
  const { bytes, turns } = { bytes: (await stat(path)).size, turns: memory.stats().turns };
  if (json) {
    context.stdout.write(`${JSON.stringify({ version: 1, file: path, bytes, turns }, null, 2)}\n`);
    return 0;
  }
  const paint = style(context.stdout, context.env);
  context.stdout.write(`${paint.green('Wrote')} ${paint.cyan(path)} (${sized(bytes)})\n`);
  context.stdout.write(`  ${paint.cyan('mementor import')} takes it in again, on any machine.\n`);
  return 0;
}

/** A backup that still exists stays on the list: what is forgotten must be forgotten there too. */
async function giveUp(path: string, json: boolean, context: Context): Promise<ExitCode> {
  if (existsSync(path)) {
    throw new MementorError(
      'BACKUP_THERE',
      `${path} is still there`,
      'delete it first: while it exists, what is forgotten is forgotten there too',
    );
  }
  const dropped = await giveUpBackup(homeOf(context), path);
  if (json) {
    context.stdout.write(`${JSON.stringify({ version: 1, file: path, dropped }, null, 2)}\n`);
  } else {
    const was = dropped ? 'is off the list of backups' : 'was not on the list of backups';
    context.stdout.write(`${path} ${was}.\n`);
  }
  return dropped ? 0 : 1;
}
