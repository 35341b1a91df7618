/** `mementor import`: imports an export or a backup. */

import { importFile } from '../operations/import.ts';
import { renderImported } from '../output/import.ts';
import { printJson } from '../output/json.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

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
