/** `mementor import`: imports an export or a backup. */

import { argument, declared } from '../command-line/command.ts';
import { json } from '../command-line/options.ts';
import { importFile } from '../operations/import.ts';
import { renderImported } from '../output/import.ts';
import { printJson } from '../output/json.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export const command = declared({
  description: 'Import an export or a backup; turns that are already stored stay unchanged',
  arguments: [argument('<file>', 'JSON lines or a database; `-` reads lines from standard input')],
  options: [json()],
  examples: ['mementor import memory.jsonl', 'mementor import ~/mementor-2026-11-03.db'],
  run,
});

export interface ImportOptions {
  /** `-` for standard input. */
  readonly file: string;
  readonly json: boolean;
}

export async function run({ file, json }: ImportOptions, context: Context): Promise<ExitCode> {
  const document = await importFile(file, context, terminalWatch(context));
  if (document === undefined) return 130;
  if (json) printJson(document, context);
  else context.stdout.write(renderImported(document, style(context.stdout, context.env)));
  return context.interrupted.aborted ? 130 : 0;
}
