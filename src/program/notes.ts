/** The commands that write, list and change notes. */

import { type Command, Option } from 'commander';
import type { Filters } from '../database/filters.ts';
import type { NoteChange } from '../memory.ts';
import { NOTE_STATES, stateMeant } from '../text/note-states.ts';
import { json, project, upTo, type Wiring } from './flags.ts';
import { addUpkeep } from './notes-upkeep.ts';

const NOTES_MAX = 100_000;
const NOTES_SHOWN = 50;

interface Flags {
  readonly json?: boolean;
}

interface WriteFlags extends Flags {
  readonly kind: string;
  readonly tag: string[];
  readonly file: string[];
  readonly scope: 'project' | 'person';
  readonly pin?: boolean;
  readonly branch?: string | true;
  readonly supersedes: string[];
  readonly project?: string;
}

export function addNotes(root: Command, { context, set }: Wiring): void {
  root.commandsGroup('Notes');
  json(written(root.command('remember'), 'note'))
    .description('Note what holds: a decision, a rule, something learned')
    .argument('[text...]', 'the note; left out or `-`: standard input, or $EDITOR on a terminal')
    .action(async (words: string[], flags: WriteFlags) => {
      const { run } = await import('../commands/remember.ts');
      const text = words.join(' ');
      const isGiven = words.length > 0 && text !== '-';
      set(await run({ ...writeOptions(flags), text: isGiven ? text : undefined }, context));
    });
  json(written(root.command('log-event'), 'progress'))
    .description('Note an event, for scripts')
    .requiredOption('--title <text>', 'the note, on one line')
    .option('--detail <json>', 'what belongs to it, as JSON')
    .action(async (flags: WriteFlags & { title: string; detail?: string }) => {
      const { logEvent } = await import('../commands/remember.ts');
      const { title, detail } = flags;
      set(await logEvent({ ...writeOptions(flags), title, detail }, context));
    });
  addNotesCommands(root.command('notes'), { context, set });
}

/** The options of a note to write. */
function written(command: Command, kind: string): Command {
  return command
    .option('-k, --kind <kind>', 'decision, rule, preference, learning, gotcha, …', kind)
    .option('-t, --tag <tag>', 'a tag; may be repeated', collected, [])
    .option('--file <path>', 'a file that it is about; may be repeated', collected, [])
    .addOption(
      new Option('--scope <scope>', 'where it holds: in this project, or everywhere (person)')
        .choices(['project', 'person'])
        .default('project'),
    )
    .option('--branch [name]', 'it holds on this branch alone; without a name, on the current one')
    .option('--pin', 'pin it: it never ages')
    .option(
      '--supersedes <id>',
      'the note that it replaces, by the beginning of its id; may be repeated',
      collected,
      [],
    )
    .option('-p, --project <name>', 'note it for this project instead of the current one');
}

function collected(value: string, before: string[]): string[] {
  return [...before, value];
}

function writeOptions(flags: WriteFlags) {
  const { kind, tag, file, scope, supersedes, project } = flags;
  const branch = flags.branch === true ? '' : flags.branch;
  const switches = { pin: flags.pin === true, json: flags.json === true };
  return { kind, tags: tag, files: file, scope, branch, supersedes, project, ...switches };
}

interface ListFlags extends Flags, Filters {
  readonly kind: string[];
  readonly state: string[];
  readonly tag?: string;
  readonly limit?: number;
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly allBranches?: boolean;
}

function addNotesCommands(notes: Command, wiring: Wiring): void {
  const { context, set } = wiring;
  notes.description('List, show and change notes').helpCommand(false);
  list(notes.command('list', { isDefault: true })).action(async (flags: ListFlags) => {
    const { list } = await import('../commands/notes.ts');
    const { since, until, branch, file } = flags;
    const options = {
      kinds: flags.kind,
      states: flags.state.map(stateMeant),
      tag: flags.tag,
      filters: { since, until, branch, file },
      limit: flags.limit,
      project: flags.project,
      everything: flags.allProjects === true,
      allBranches: flags.allBranches === true,
      json: flags.json === true,
    };
    set(await list(options, context));
  });
  for (const [name, description, history] of [
    ['show', 'Show a whole note', false],
    ['history', 'Show all that was said about a note', true],
  ] as const) {
    json(one(notes.command(name), description)).action(async (id: string, flags: Flags) => {
      const { show } = await import('../commands/notes.ts');
      set(await show({ id, history, json: flags.json === true }, context));
    });
  }
  edit(notes.command('edit')).action(async (id: string, words: string[], flags: EditFlags) => {
    const { edit } = await import('../commands/notes.ts');
    const { kind, tag, file } = flags;
    const rest = { kind, tags: tag, files: file, json: flags.json === true };
    set(await edit({ id, text: words.join(' '), ...rest }, context));
  });
  for (const [name, description, done, change] of CHANGES) {
    json(one(notes.command(name), description)).action(async (id: string, flags: Flags) => {
      const { change: carryOut } = await import('../commands/notes.ts');
      set(await carryOut({ id, change, done, json: flags.json === true }, context));
    });
  }
  addReview(notes, wiring);
  addDelete(notes, wiring);
  addUpkeep(notes, wiring);
}

interface ReviewFlags extends Flags {
  readonly limit: number;
  readonly project?: string;
  readonly allProjects?: boolean;
}

function addReview(notes: Command, { context, set }: Wiring): void {
  const command = notes
    .command('review')
    .description('Go through the proposed notes: accept, edit or reject each');
  const limited = project(command, 'review the proposals of').option(
    '-n, --limit <number>',
    'go through at most this many',
    upTo(NOTES_MAX),
    NOTES_SHOWN,
  );
  json(limited).action(async (flags: ReviewFlags) => {
    const { run } = await import('../commands/review.ts');
    const { limit, project } = flags;
    const switches = { everything: flags.allProjects === true, json: flags.json === true };
    set(await run({ limit, project, ...switches }, context));
  });
}

const CHANGES: readonly (readonly [string, string, string, NoteChange])[] = [
  ['accept', 'Say that a proposed note holds', 'Accepted', { verb: 'accept' }],
  [
    'reject',
    'Say that a note does not hold: it does not come back',
    'Rejected',
    { verb: 'reject' },
  ],
  ['resolve', 'Say that a note is done with', 'Resolved', { verb: 'resolve' }],
  ['archive', 'Put a note away: it is no longer searched', 'Archived', { verb: 'archive' }],
  ['restore', 'Say that a note holds again', 'Restored', { verb: 'restore' }],
  ['pin', 'Pin a note: it never ages', 'Pinned', { pinned: true }],
  ['unpin', 'Unpin a note', 'Unpinned', { pinned: false }],
];

function list(command: Command): Command {
  command
    .description('List notes, the one that was changed last first')
    .option('-k, --kind <kind>', 'of this kind, such as `rule`; several with commas', split, [])
    .option(
      '--state <state>',
      `in this state: ${NOTE_STATES.slice(0, -1).join(', ')}, or all; several with commas`,
      split,
      [],
    )
    .option('-t, --tag <tag>', 'with this tag')
    .option('--file <path>', 'about such a file: a name or a part of a path')
    .option('--branch <name>', 'written on this branch')
    .option('--all-branches', 'also those that hold on another branch alone')
    .option('--since <time>', 'said at this time or later')
    .option('--until <time>', 'written before its end: a day is part of it');
  return json(
    project(command, 'list the notes of').option(
      '-n, --limit <number>',
      `list at most this many (default: ${NOTES_SHOWN}, or what fits the terminal)`,
      upTo(NOTES_MAX),
    ),
  );
}

/** Parses a list with commas; an option may be repeated, too. */
export function split(value: string, before: string[]): string[] {
  const parts = value.split(',').map((part) => part.trim());
  return [...before, ...parts.filter((part) => part !== '')];
}

function one(command: Command, description: string): Command {
  return command
    .description(description)
    .argument('<id>', 'its id, or the beginning of it: four characters or more');
}

interface EditFlags extends Flags {
  readonly kind?: string;
  readonly tag: string[];
  readonly file: string[];
}

function edit(command: Command): Command {
  const described = one(command, 'Change the text, kind, tags or files of a note');
  return json(described)
    .argument('[text...]', 'the new text; with no change at all: $EDITOR, or standard input')
    .option('-k, --kind <kind>', 'make it of this kind')
    .option('-t, --tag <tag>', 'give it these tags instead; may be repeated', collected, [])
    .option('--file <path>', 'let it be about these files instead; may be repeated', collected, []);
}

function addDelete(notes: Command, { context, set }: Wiring): void {
  json(notes.command('delete'))
    .description('Delete notes for good: no byte is left, and they do not come back')
    .argument('<id...>', 'notes, each by the beginning of its id')
    .option('--dry-run', 'show what would go and change nothing')
    .option('-y, --yes', 'do not ask')
    .action(async (ids: string[], flags: Flags & { dryRun?: boolean; yes?: boolean }) => {
      const { remove } = await import('../commands/notes.ts');
      const { dryRun, yes } = flags;
      const switches = { dryRun: dryRun === true, yes: yes === true, json: flags.json === true };
      set(await remove({ ids, ...switches }, context));
    });
}
