/** `mementor export`: writes all turns as JSON lines to standard output. */

import { declared, option } from '../command-line/command.ts';
import { type ExportOptions, exportTurns } from '../operations/export.ts';
import { renderExported } from '../output/export.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export const command = declared({
  description: 'Print every turn and note as JSON, one per line',
  options: [option('-p, --project <name>', 'export only this project', { names: 'project' })],
  examples: [
    'mementor export > memory.jsonl',
    'mementor export --project shop | gzip > shop.jsonl.gz',
  ],
  goesOnWith: ['unreadable settings'],
  run,
});

/** The summary goes to standard error, because standard output is only for the export. */
export async function run(options: ExportOptions, context: Context): Promise<ExitCode> {
  const { stdout, stderr } = context;
  const document = await exportTurns(options, (text) => stdout.write(text), context);
  const mode = context.platform === 'win32' ? undefined : stdout.fileMode;
  stderr.write(renderExported(document, mode, style(stderr, context.env)));
  if (document.interrupted) return 130;
  return document.unheard || document.damaged > 0 ? 1 : 0;
}
