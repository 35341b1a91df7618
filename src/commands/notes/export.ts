/** `mementor notes export`: notes as Markdown. */

import { declared, option } from '../../command-line/command.ts';
import { json, where } from '../../command-line/options.ts';
import { exportNotes, type NotesExportOptions } from '../../operations/notes/export.ts';
import { printJson } from '../../output/json.ts';
import { renderNotesExported } from '../../output/note-files.ts';
import type { Context, ExitCode } from '../../process/context.ts';
import { style } from '../../process/style.ts';
import { stateMeant } from '../../text/note-states.ts';
import { plainTerminalText } from '../../text/terminal-text.ts';

export const command = declared({
  description: 'Write notes as Markdown with front matter',
  options: [
    ...where('export the notes of'),
    option('-k, --kind <kind>', 'only of this kind; several with commas', {
      as: 'kinds',
      many: 'with commas',
      names: 'note-kind',
    }),
    option('--state <state>', 'only in this state; several with commas', {
      as: 'states',
      many: 'with commas',
      names: 'note-state',
    }),
    option('-t, --tag <tag>', 'only with this tag'),
    option('--dir <folder>', 'a file for each note, into this folder', { as: 'directory' }),
    option('-o, --output <file>', 'all notes into this file; else standard output', {
      as: 'file',
      conflicts: ['directory'],
    }),
    json(),
  ],
  examples: ['mementor notes export --dir notes', 'mementor notes export -o rules.md -k rule'],
  run: (options: ExportOptions, context) =>
    run({ ...options, states: options.states.map(stateMeant) }, context),
});

export interface ExportOptions extends NotesExportOptions {
  readonly json: boolean;
}

/** The summary goes to standard error: standard output may be the export. */
export async function run(options: ExportOptions, context: Context): Promise<ExitCode> {
  const { stdout, stderr } = context;
  let text: string | null = null;
  const write = (markdown: string) => {
    if (options.json) text = markdown;
    else stdout.write(stdout.isTTY ? plainTerminalText(markdown) : markdown);
  };
  const exported = await exportNotes(options, write, context);
  const { notes, damaged, kept, path = null } = exported;
  if (options.json) printJson({ version: 1, notes, damaged, kept, path, text }, context);
  else stderr.write(renderNotesExported(exported, style(stderr, context.env)));
  return damaged.length + kept.length > 0 ? 1 : 0;
}
