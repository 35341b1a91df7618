/** `mementor notes list`: lists notes. */

import { declared, option } from '../../command-line/command.ts';
import type { Json } from '../../command-line/options.ts';
import { json, limit, where } from '../../command-line/options.ts';
import type { Filters } from '../../database/filters.ts';
import {
  listNotes,
  NOTES_SHOWN,
  type NotesOptions,
  notesDocument,
} from '../../operations/notes/list.ts';
import { printAnswer } from '../../output/answer.ts';
import type { Page } from '../../output/layout/page.ts';
import { linesThatFit } from '../../output/layout/rows.ts';
import { renderNoNotes, renderNotes } from '../../output/notes.ts';
import type { Context, ExitCode } from '../../process/context.ts';
import { NOTE_STATES, stateMeant } from '../../text/note-states.ts';

export const command = declared({
  description: 'List notes, the one that was changed last first',
  options: [
    option('-k, --kind <kind>', 'of this kind, such as `rule`; several with commas', {
      as: 'kinds',
      many: 'with commas',
      names: 'note-kind',
    }),
    option(
      '--state <state>',
      `in this state: ${NOTE_STATES.slice(0, -1).join(', ')}, or all; several with commas`,
      { as: 'states', many: 'with commas', names: 'note-state' },
    ),
    option('-t, --tag <tag>', 'with this tag'),
    option('--file <path>', 'about such a file: a name or a part of a path'),
    option('--branch <name>', 'written on this branch', { names: 'branch' }),
    option('--all-branches', 'also those that hold on another branch alone'),
    option('--since <time>', 'said at this time or later'),
    option('--until <time>', 'written at or before this time; a date includes that day'),
    ...where('list the notes of'),
    limit(`list at most this many (default: ${NOTES_SHOWN}, or what fits the terminal)`, 100_000),
    json(),
  ],
  examples: ['mementor notes list --tag db --since 2w', 'mementor notes list --state archived'],
  goesOnWith: ['unreadable settings'],
  run: ({ since, until, branch, file, states, ...options }: Options, context) => {
    const filters = { since, until, branch, file };
    return run({ ...options, states: states.map(stateMeant), filters }, context);
  },
});

type Options = Omit<NotesOptions, 'filters'> & Filters & Json;

export async function run(options: NotesOptions & Json, context: Context): Promise<ExitCode> {
  // Two lines may stand below them: of the rest, and of the proposals.
  const fit = linesThatFit(NOTES_SHOWN, 2, context.stdout);
  const limit = options.limit ?? (options.json ? undefined : fit);
  const answer = await listNotes({ ...options, limit }, context);
  const isEmpty = answer.notes.length === 0;
  const printed = {
    document: notesDocument(answer),
    text: (page: Page) => renderNotes(answer, options, page),
    nothing: isEmpty && (({ paint }: Page) => renderNoNotes(answer, options, paint)),
  };
  return printAnswer(printed, options, context);
}
