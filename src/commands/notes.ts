/** `mementor notes`: lists, shows, changes and deletes notes. */

import { MementorError } from '../errors/errors.ts';
import { recordShown } from '../home/notes-shown.ts';
import { homeOf } from '../home/paths.ts';
import type { Note, NoteChange } from '../memory.ts';
import {
  forget,
  forgetDocument,
  isGone,
  isStopped,
  NO_PLAN,
  type Outcome,
  planForget,
  unchanged,
} from '../operations/forget.ts';
import { wholeDocument } from '../operations/notes/document.ts';
import {
  listNotes,
  NOTES_SHOWN,
  type NotesOptions,
  noteShownDocument,
  notesDocument,
  showNote,
  shownOf,
} from '../operations/notes/list.ts';
import { changeNote } from '../operations/notes/write.ts';
import { planText, renderForgotten } from '../output/forget.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { linesThatFit } from '../output/layout/rows.ts';
import {
  renderChanged,
  renderHistory,
  renderNoNotes,
  renderNote,
  renderNotes,
} from '../output/notes.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { confirm } from '../process/confirm.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { edited } from '../process/editor.ts';
import { style } from '../process/style.ts';
import { withSummary } from '../text/note-text.ts';

interface Json {
  readonly json: boolean;
}

export async function list(options: NotesOptions & Json, context: Context): Promise<ExitCode> {
  // Two lines may stand below them: of the rest, and of the proposals.
  const fit = linesThatFit(NOTES_SHOWN, 2, context.stdout);
  const limit = options.limit ?? (options.json ? undefined : fit);
  const answer = await listNotes({ ...options, limit }, context);
  const isEmpty = answer.notes.length === 0;
  if (options.json) printJson(notesDocument(answer), context);
  else if (isEmpty) {
    context.stderr.write(renderNoNotes(answer, options, style(context.stderr, context.env)));
  } else {
    context.stdout.write(renderNotes(answer, options, pageOf(context.stdout, context)));
  }
  return isEmpty ? 1 : 0;
}

export async function show(
  { id, history, json }: Json & { readonly id: string; readonly history: boolean },
  context: Context,
): Promise<ExitCode> {
  const note = await showNote(id, context);
  const paint = style(context.stdout, context.env);
  const shown = shownOf(note, context);
  if (json) printJson(noteShownDocument(note, shown), context);
  else context.stdout.write(history ? renderHistory(note, paint) : renderNote(note, shown, paint));
  // What somebody looks at does not age.
  if (!history) recordShown(homeOf(context), [note.id], context.now().getTime());
  return 0;
}

export interface ChangeOptions extends Json {
  readonly id: string;
  readonly change: NoteChange;
  /** What was done, such as `Accepted`. */
  readonly done: string;
}

export async function change(options: ChangeOptions, context: Context): Promise<ExitCode> {
  const { id, done, json } = options;
  const changed = await changeNote(id, options.change, context, terminalWatch(context));
  if (changed === undefined) return 130;
  const { note } = changed;
  if (json) {
    const document = { version: 1, changed: changed.changed, note: wholeDocument(note) };
    printJson(document, context);
  } else {
    const paint = style(context.stdout, context.env);
    context.stdout.write(renderChanged(note, done, changed.changed, paint));
  }
  return 0;
}

export interface EditOptions extends Json {
  readonly id: string;
  /** New text; without any change, it is edited in an editor. */
  readonly text: string;
  readonly kind: string | undefined;
  readonly tags: readonly string[];
  readonly files: readonly string[];
}

export async function edit(options: EditOptions, context: Context): Promise<ExitCode> {
  const { id, kind, tags, files, json } = options;
  const others = {
    ...(kind === undefined ? {} : { kind }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(files.length === 0 ? {} : { files: [...files] }),
  };
  const text =
    options.text === '' && Object.keys(others).length === 0
      ? await textOf(id, context)
      : options.text;
  const change = { ...others, ...(text === '' ? {} : { text: withSummary(text) }) };
  return await run({ id, change, json }, context);
}

async function run(options: Omit<ChangeOptions, 'done'>, context: Context): Promise<ExitCode> {
  return await change({ ...options, done: 'Edited' }, context);
}

async function textOf(id: string, context: Context): Promise<string> {
  if (context.ask === undefined) return context.readStdin();
  const { summary, body } = await showNote(id, context);
  const text = edited(body === '' ? `${summary}\n` : `${summary}\n\n${body}\n`, context);
  if (text.trim() !== '') return text;
  throw new MementorError(
    'NOTE_SUMMARY',
    'an empty note is no note',
    '`mementor notes delete` deletes it',
  );
}

export interface DeleteOptions extends Json {
  readonly ids: readonly string[];
  readonly yes: boolean;
  readonly dryRun: boolean;
}

/** Deletes notes so that no byte is left, and proves it. */
export async function remove(options: DeleteOptions, context: Context): Promise<ExitCode> {
  const notes: Note[] = [];
  for (const id of options.ids) notes.push(await showNote(id, context));
  const outcome = await carryOut(notes, options, context);
  if (options.json) printJson(forgetDocument(outcome), context);
  else {
    const page = pageOf(context.stdout, context);
    context.stdout.write(renderForgotten(outcome, homeOf(context), page));
  }
  if (isStopped(outcome)) return 130;
  return outcome.done === 'shown' || isGone(outcome) ? 0 : 1;
}

async function carryOut(
  notes: readonly Note[],
  { dryRun, yes, json }: DeleteOptions,
  context: Context,
): Promise<Outcome> {
  const watch = terminalWatch(context);
  const line = watch.progress();
  const ids = notes.map(({ id }) => id);
  const nothing = { containing: undefined, filters: {}, project: undefined, everything: true };
  const plan = (await planForget({ ids, ...nothing }, context, line)) ?? NO_PLAN;
  if (context.interrupted.aborted) return unchanged(plan, 'interrupted');
  if (dryRun) return unchanged(plan, 'shown');
  const about = () => planText(plan, pageOf(context.stderr, context));
  const question = 'Delete for good?';
  if (await confirm({ question, about, yes, json }, context)) {
    return await forget(plan, context, watch, line);
  }
  return unchanged(plan, context.interrupted.aborted ? 'interrupted' : 'declined');
}
