/** The commands that tidy notes, take changes back, and exchange notes with files. */

import { type Command, Option } from 'commander';
import { stateMeant } from '../text/note-states.ts';
import { json, project, upTo, type Wiring } from './flags.ts';

interface Flags {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const STATEMENTS_MAX = 1_000_000;

export function addUpkeep(notes: Command, wiring: Wiring): void {
  addUndo(notes, wiring);
  addTidy(notes, wiring);
  addExport(notes, wiring);
  addImport(notes, wiring);
}

function addTidy(notes: Command, { context, set }: Wiring): void {
  json(notes.command('tidy'))
    .description('Promote, archive and delete notes by their age; hooks do it once a day')
    .option('--dry-run', 'show what is due and change nothing')
    .action(async (flags: Flags) => {
      const { tidyAll } = await import('../commands/notes-upkeep.ts');
      const options = { dryRun: flags.dryRun === true, json: flags.json === true };
      set(await tidyAll(options, context));
    });
}

function addUndo(notes: Command, { context, set }: Wiring): void {
  json(notes.command('undo'))
    .description('Take back the last edit or move of a note; nothing of its history is deleted')
    .argument('<id>', 'its id, or the beginning of it: four characters or more')
    .option('--last', 'the last change (the default); done again, it brings the change back')
    .addOption(
      new Option('--to <number>', 'all that came after this number of its history')
        .argParser(upTo(STATEMENTS_MAX))
        .conflicts('last'),
    )
    .action(async (id: string, flags: Flags & { to?: number }) => {
      const { undo } = await import('../commands/notes-upkeep.ts');
      set(await undo({ id, to: flags.to, json: flags.json === true }, context));
    });
}

interface ExportFlags extends Flags {
  readonly kind: string[];
  readonly state: string[];
  readonly tag?: string;
  readonly dir?: string;
  readonly output?: string;
  readonly project?: string;
  readonly allProjects?: boolean;
}

function addExport(notes: Command, { context, set }: Wiring): void {
  json(project(notes.command('export'), 'export the notes of'))
    .description('Write notes as Markdown with front matter')
    .option('-k, --kind <kind>', 'only of this kind; several with commas', split, [])
    .option('--state <state>', 'only in this state; several with commas', split, [])
    .option('-t, --tag <tag>', 'only with this tag')
    .option('--dir <folder>', 'a file for each note, into this folder')
    .addOption(
      new Option('-o, --output <file>', 'all notes into this file; else standard output').conflicts(
        'dir',
      ),
    )
    .action(async (flags: ExportFlags) => {
      const { exportAll } = await import('../commands/notes-exchange.ts');
      const options = {
        kinds: flags.kind,
        states: flags.state.map(stateMeant),
        tag: flags.tag,
        project: flags.project,
        everything: flags.allProjects === true,
        directory: flags.dir,
        file: flags.output,
        json: flags.json === true,
      };
      set(await exportAll(options, context));
    });
}

interface ImportFlags extends Flags {
  readonly all?: boolean;
  readonly kind?: string;
  readonly project?: string;
  readonly scope: 'project' | 'person';
}

function addImport(notes: Command, { context, set }: Wiring): void {
  json(notes.command('import'))
    .description('Read notes from Markdown: exports, notes of other tools, and rules of CLAUDE.md')
    .argument('<path...>', 'Markdown files, or folders with them')
    .option(
      '--all',
      'every list item and paragraph of plain files, not only what looks like a rule',
    )
    .option('-k, --kind <kind>', 'the kind of what comes from plain files')
    .addOption(
      new Option('--scope <scope>', 'where the notes hold: in this project, or everywhere (person)')
        .choices(['project', 'person'])
        .default('project'),
    )
    .option('-p, --project <name>', 'note it for this project instead of the current one')
    .option('--dry-run', 'show what would be imported and change nothing')
    .option('-y, --yes', 'do not ask')
    .action(async (paths: string[], flags: ImportFlags) => {
      const { importAll } = await import('../commands/notes-exchange.ts');
      const { kind, scope } = flags;
      const switches = {
        all: flags.all === true,
        dryRun: flags.dryRun === true,
        yes: flags.yes === true,
        json: flags.json === true,
      };
      set(await importAll({ paths, kind, scope, project: flags.project, ...switches }, context));
    });
}

/** Parses a list with commas; an option may be repeated, too. */
function split(value: string, before: string[]): string[] {
  const parts = value.split(',').map((part) => part.trim());
  return [...before, ...parts.filter((part) => part !== '')];
}
