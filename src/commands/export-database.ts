/** `mementor export --database`: writes a consistent copy of the whole memory. */

import { backup, giveUp } from '../operations/backup.ts';
import { printJson } from '../output/json.ts';
import { shortPath } from '../output/layout/paths.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { sized } from '../text/numbers.ts';

export interface BackupOptions {
  readonly file: string;
  /** The copy was deleted: remove it from the list. */
  readonly gone: boolean;
  readonly json: boolean;
}

export async function run(options: BackupOptions, context: Context): Promise<ExitCode> {
  return options.gone ? await drop(options, context) : await write(options, context);
}

async function write({ file, json }: BackupOptions, context: Context): Promise<ExitCode> {
  const document = await backup(file, context);
  const paint = style(context.stdout, context.env);
  if (json) printJson(document, context);
  else {
    const { file, bytes } = document;
    const path = shortPath(file, { home: context.homedir });
    context.stdout.write(`${paint.green('Wrote')} ${paint.cyan(path)} (${sized(bytes)})\n`);
    context.stdout.write(`  ${paint.cyan('mementor import')} takes it in again, on any machine.\n`);
  }
  return 0;
}

async function drop({ file, json }: BackupOptions, context: Context): Promise<ExitCode> {
  const document = await giveUp(file, context);
  const { dropped } = document;
  const path = shortPath(document.file, { home: context.homedir });
  const was = dropped ? 'is off the list of backups' : 'was not on the list of backups';
  if (json) printJson(document, context);
  else context.stdout.write(`${path} ${was}.\n`);
  return dropped ? 0 : 1;
}
