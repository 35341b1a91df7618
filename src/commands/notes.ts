/** `mementor notes`: its subcommands; alone, it lists notes. */

import type { Declared, Entry } from '../command-line/command.ts';

/** In the order of its help. */
const commands: readonly Entry[] = [
  { name: 'list', summary: 'List notes', isUsual: true, load: () => import('./notes/list.ts') },
  { name: 'show', summary: 'Show a whole note', load: () => import('./notes/show.ts') },
  { name: 'set', summary: 'Change the state of a note', load: () => import('./notes/set.ts') },
  { name: 'edit', summary: 'Change what a note says', load: () => import('./notes/edit.ts') },
  { name: 'review', summary: 'Go through the proposals', load: () => import('./notes/review.ts') },
  { name: 'delete', summary: 'Delete notes for good', load: () => import('./notes/delete.ts') },
  { name: 'undo', summary: 'Take back a change', load: () => import('./notes/undo.ts') },
  { name: 'tidy', summary: 'Age notes, as hooks do', load: () => import('./notes/tidy.ts') },
  { name: 'export', summary: 'Write notes as Markdown', load: () => import('./notes/export.ts') },
  { name: 'import', summary: 'Read notes from Markdown', load: () => import('./notes/import.ts') },
  {
    name: 'accept',
    isHidden: true,
    summary: 'Say that it holds',
    load: () => import('./notes/accept.ts'),
  },
  {
    name: 'reject',
    isHidden: true,
    summary: 'Say that it does not',
    load: () => import('./notes/reject.ts'),
  },
];

export const command: Declared = {
  description: 'List, show and change notes',
  examples: [
    'mementor notes list --kind rule,decision',
    'mementor notes show 4fe1c2a0',
    "mementor notes list --state all --json | jq -r '.notes[].summary'",
  ],
  commands,
};
