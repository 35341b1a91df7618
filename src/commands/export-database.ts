/** `mementor export --database`: writes a consistent copy of the whole memory. */

import { backup, giveUp } from '../operations/backup.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { shortPath } from '../output/layout/paths.ts';
import type { Context, ExitCode } from '../process/context.ts';
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
  const text = ({ paint, home }: Page) => {
    const path = shortPath(document.file, { home });
    const wrote = `${paint.green('Wrote')} ${paint.cyan(path)} (${sized(document.bytes)})`;
    return `${wrote}\n  ${paint.cyan('mementor import')} takes it in again, on any machine.\n`;
  };
  return printAnswer({ document, text }, { json }, context);
}

async function drop({ file, json }: BackupOptions, context: Context): Promise<ExitCode> {
  const document = giveUp(file, context);
  const { dropped } = document;
  const path = shortPath(document.file, { home: context.homedir });
  const was = dropped ? 'is off the list of backups' : 'was not on the list of backups';
  printAnswer({ document, text: () => `${path} ${was}.\n` }, { json }, context);
  return dropped ? 0 : 1;
}
