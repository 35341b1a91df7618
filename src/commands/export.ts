/** `mementor export`: writes all turns as JSON lines to standard output. */

import { declared, option } from '../command-line/command.ts';
import { type Json, json } from '../command-line/options.ts';
import { type ExportOptions, exportTurns } from '../operations/export.ts';
import { renderExported } from '../output/export.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export const command = declared({
  description: 'Print every turn and note as JSON, one per line',
  options: [
    option('-p, --project <name>', 'export only this project', { names: 'project' }),
    'A copy of the whole memory',
    option('--database <file>', 'write it to this new file instead of printing', {
      conflicts: ['project'],
    }),
    option('--gone', 'write nothing: you deleted that copy; remove it from the list of backups'),
    json(),
  ],
  examples: [
    'mementor export > memory.jsonl',
    'mementor export --project shop | gzip > shop.jsonl.gz',
    'mementor export --database ~/mementor-2026-11-03.db',
  ],
  goesOnWith: ['unreadable settings'],
  run: async ({ database, gone, json, ...options }: Options, context, refuse) => {
    if (database === undefined) {
      if (gone || json) refuse(`option '--${gone ? 'gone' : 'json'}' needs '--database'`);
      return await run(options, context);
    }
    const backup = await import('./export-database.ts');
    return await backup.run({ file: database, gone, json }, context);
  },
});

interface Options extends ExportOptions, Json {
  readonly database: string | undefined;
  readonly gone: boolean;
}

/** The summary goes to standard error, because standard output is only for the export. */
export async function run(options: ExportOptions, context: Context): Promise<ExitCode> {
  const { stdout, stderr } = context;
  const document = await exportTurns(options, (text) => stdout.write(text), context);
  const mode = context.platform === 'win32' ? undefined : stdout.fileMode;
  stderr.write(renderExported(document, mode, style(stderr, context.env)));
  if (document.interrupted) return 130;
  return document.unheard || document.damaged > 0 ? 1 : 0;
}
