/** `mementor notes set`: changes the state of a note. */

import { argument, declared } from '../../command-line/command.ts';
import { type Json, json as jsonOption, noteId } from '../../command-line/options.ts';
import type { NoteChange } from '../../memory.ts';
import { wholeDocument } from '../../operations/notes/document.ts';
import { showNote } from '../../operations/notes/list.ts';
import { changeNote } from '../../operations/notes/write.ts';
import { printAnswer } from '../../output/answer.ts';
import { printJson } from '../../output/json.ts';
import type { Page } from '../../output/layout/page.ts';
import { renderChanged } from '../../output/notes.ts';
import { terminalWatch } from '../../output/terminal-watch.ts';
import type { Context, ExitCode } from '../../process/context.ts';
import { style } from '../../process/style.ts';

/** What was done, and the change; to make a note active is another one for a proposal. */
const CHANGES = {
  active: ['Restored', { move: 'restore' }],
  resolved: ['Resolved', { move: 'resolve' }],
  archived: ['Archived', { move: 'archive' }],
  rejected: ['Rejected', { move: 'reject' }],
  pinned: ['Pinned', { pin: true }],
  unpinned: ['Unpinned', { pin: false }],
} as const;

export type NewState = keyof typeof CHANGES;

const STATES =
  'active: it holds; resolved: it is done with; archived: it is no longer searched; rejected: it does not hold, and does not come back; pinned: it never ages';

export const command = declared({
  description: 'Change the state of a note',
  arguments: [noteId, argument('<state>', STATES, { choices: Object.keys(CHANGES) })],
  options: [jsonOption()],
  examples: ['mementor notes set 4fe1c2a0 active', 'mementor notes set 4fe1c2a0 resolved'],
  run,
});

export async function run(
  { id, state, json }: Json & { readonly id: string; readonly state: NewState },
  context: Context,
): Promise<ExitCode> {
  const [done, change] = await changeTo(state, id, context);
  return await changed({ id, change, done, json }, context);
}

export interface Several extends Json {
  readonly ids: readonly string[];
}

/** Changes the state of several notes. A wrong id is told before anything changes. */
export async function setAll(
  { ids, json }: Several,
  state: NewState,
  context: Context,
): Promise<ExitCode> {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0)
    return await run({ id: only, state, json }, context);
  for (const id of ids) await showNote(id, context);
  const notes = [];
  for (const id of ids) {
    const [done, change] = await changeTo(state, id, context);
    const after = await changeNote(id, change, context, terminalWatch(context));
    if (after === undefined) return 130;
    const { note } = after;
    notes.push({ changed: after.changed, note: wholeDocument(note) });
    const paint = style(context.stdout, context.env);
    if (!json) context.stdout.write(renderChanged(note, done, after.changed, paint));
  }
  if (json) printJson({ version: 1, notes }, context);
  return 0;
}

/** Returns what is done for a note, and the change. */
async function changeTo(state: NewState, id: string, context: Context) {
  const isProposal = state === 'active' && (await showNote(id, context)).state === 'proposed';
  return isProposal ? ACCEPTED : CHANGES[state];
}

const ACCEPTED = ['Accepted', { move: 'accept' }] as const;

interface ChangeOptions extends Json {
  readonly id: string;
  readonly change: NoteChange;
  /** What was done, such as `Accepted`. */
  readonly done: string;
}

export async function changed(options: ChangeOptions, context: Context): Promise<ExitCode> {
  const { id, done, json } = options;
  const after = await changeNote(id, options.change, context, terminalWatch(context));
  if (after === undefined) return 130;
  const { note } = after;
  const document = { version: 1, changed: after.changed, note: wholeDocument(note) };
  const text = ({ paint }: Page) => renderChanged(note, done, after.changed, paint);
  return printAnswer({ document, text }, { json }, context);
}
