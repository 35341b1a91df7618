/** `mementor backup`: a copy of the whole memory, as it is at one moment. */

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { noteBackup } from '../backups.ts';
import type { Context, ExitCode } from '../context.ts';
import { sized } from '../doctor/text.ts';
import { MementorError } from '../errors.ts';
import { hintFor } from '../hints.ts';
import { homeOf } from '../home.ts';
import { openForReading, translated } from '../memory.ts';
import { openOptions } from '../open.ts';
import { style } from '../output/style.ts';

export interface BackupOptions {
  readonly file: string;
  readonly json: boolean;
}

export async function run({ file, json }: BackupOptions, context: Context): Promise<ExitCode> {
  const path = resolve(context.cwd, file);
  if (existsSync(path)) {
    const message = `there is something at ${path} already`;
    throw new MementorError('FILE_UNWRITABLE', message, hintFor('FILE_UNWRITABLE'));
  }
  const memory = openForReading(await openOptions(context));
  translated(() => memory.backup(path));
  await noteBackup(homeOf(context), path);
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
