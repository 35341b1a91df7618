/** Renders notes. Pure. */

import type { Note, NoteHit, Piece, TimesShown } from '../memory.ts';
import { historyOf, type Said } from '../operations/notes/document.ts';
import type { NotesAnswer, NotesOptions } from '../operations/notes/list.ts';
import type { Style } from '../process/style.ts';
import { indented, linesOf, oneLine, shortId } from '../text/lines.ts';
import { shownState } from '../text/note-states.ts';
import { counted, printable } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';
import { localTime } from '../text/times.ts';
import type { Page } from './layout/page.ts';
import { cut } from './layout/width.ts';
import { hanging } from './layout/wrap.ts';
import { dateOf, marksOf, noteLine } from './note-line.ts';
import { noteRow } from './note-row.ts';

const TEXT_CHARS_MAX = 72;

/** Renders a list, one note on a line. */
export function renderNotes(
  { notes, total, proposed }: NotesAnswer,
  options: Pick<NotesOptions, 'everything' | 'project'>,
  { paint, width }: Page,
): string {
  const { everything } = options;
  const more = total - notes.length;
  const rest =
    more > 0 ? paint.dim(`… and ${counted(more, 'more note')}: \`--limit\` shows them\n`) : '';
  return (
    notes.map((note) => `${noteRow(note, everything, paint, width)}\n`).join('') +
    rest +
    (proposed > 0
      ? `${paint.dim(`${proposedText(proposed)}:`)} ${paint.cyan(reviewCommand(options))}\n`
      : '')
  );
}

/** Returns the command that goes through the proposed notes of what was listed. */
function reviewCommand({
  everything,
  project,
}: Pick<NotesOptions, 'everything' | 'project'>): string {
  if (everything) return 'mementor notes review --all-projects';
  const of = project === undefined ? '' : ` --project ${shellWord(project)}`;
  return `mementor notes review${of}`;
}

/** Returns such as `2 notes are proposed`. */
export function proposedText(count: number): string {
  return `${counted(count, 'note')} ${count === 1 ? 'is' : 'are'} proposed`;
}

/** Renders the message for an empty list. */
export function renderNoNotes(
  { proposed }: Pick<NotesAnswer, 'proposed'>,
  options: NotesOptions,
  paint: Style,
): string {
  const { everything, project, kinds, states, tag, filters } = options;
  const of = project === undefined ? 'this project' : `project ${oneLine(project)}`;
  const conditions = [...kinds, ...states, tag, ...Object.values(filters)];
  const like = conditions.some((condition) => condition !== undefined) ? 'is like that' : 'holds';
  const review = `\`${reviewCommand(options)}\` goes through ${counted(proposed, 'proposed note')}`;
  const others = [
    ...(proposed > 0 ? [review] : []),
    '`mementor remember "we use tabs" --kind rule` writes one',
    ...(states.length > 0
      ? []
      : ['`mementor notes --state all` shows archived, rejected and superseded ones']),
    ...(everything ? [] : ['`--all-projects` those of all projects']),
  ];
  const nothing = `No note${everything ? '' : ` of ${of}`} ${like}.\n`;
  return `${nothing}\n${paint.cyan('hint:')} ${others.join(', ')}\n`;
}

/** Returns the lines of a note that a query found: its facts, its summary, and what matched. */
export function renderNoteHit(hit: NoteHit, { paint, width }: Page): string[] {
  const { note } = hit;
  const where = note.scope === 'person' ? PERSONAL : note.project;
  const facts = [note.kind, dateOf(note.saidMs), where, note.branch, ...marksOf(note)];
  const known = facts.flatMap((fact) => (fact ? [oneLine(fact)] : []));
  const head = `${paint.dim('note')} ${paint.bold(shortId(note.id))} ${paint.dim(`· ${known.join(' · ')}`)}`;
  const body = marked(hit.excerpt, paint);
  return [
    cut(head, width),
    ...hanging('   ', marked(hit.summaryExcerpt, paint), width),
    ...(body === '' ? [] : [cut(`     ${body}`, width)]),
  ];
}

/** A note of a person is no note of this project. */
const PERSONAL = 'not of this project: it holds everywhere';

function marked(pieces: readonly Piece[], paint: Style): string {
  const text = pieces.map(({ matched, text }) => {
    const line = printable(text.replace(/\s+/g, ' '));
    return matched ? paint.mark(line) : line;
  });
  return text.join('').trim();
}

/** Renders a note after a change. */
export function renderChanged(note: Note, done: string, changed: boolean, paint: Style): string {
  const what = changed ? paint.green(done) : 'Unchanged';
  return `${what}: ${noteLine(note, false, paint)}\n`;
}

/** Renders a whole note. */
export function renderNote(note: Note, shown: TimesShown | null, paint: Style): string {
  const row = (name: string, value: string | null | undefined) =>
    value ? [`${paint.dim(name.padEnd(10))} ${printable(value)}`] : [];
  const lines = [
    paint.bold(oneLine(note.summary)),
    ...row('id', note.id),
    ...row('kind', note.kind),
    ...row('state', [shownState(note.state), ...(note.pinned ? ['pinned'] : [])].join(', ')),
    ...row('superseded', note.supersededBy && `by ${note.supersededBy}`),
    ...row('supersedes', note.supersedes.join(', ')),
    ...row('holds', placeOf(note)),
    ...row('branch', note.branch ?? ''),
    ...row('related', note.relatesTo.join(', ')),
    ...row('tags', note.tags.map((tag) => `#${tag}`).join(' ')),
    ...row('suspect', note.suspect.map((tag) => `#${tag}`).join(' ')),
    ...row('files', note.files.join(', ')),
    ...row('merged', note.mergedInto && `into ${note.mergedInto}`),
    ...row('turn', note.turn ?? ''),
    ...row('words', oneLine(note.words ?? '')),
    ...row('written', `${localTime(note.writtenMs) ?? 'unknown'} ${authorText(note.author)}`),
    ...row('said', note.said > 1 ? `${note.said} times, last ${localTime(note.saidMs)}` : ''),
    ...row('shown', shownText(shown)),
    ...row('confidence', note.confidence < 1 ? note.confidence.toFixed(2) : ''),
    ...(note.body === '' ? [] : ['', ...indented(linesOf(note.body), '  ')]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function placeOf({ scope, project, branch }: Note): string {
  if (scope === 'person') return 'everywhere';
  return scope === 'branch' ? `on branch ${branch} of project ${project}` : `in project ${project}`;
}

/** Names who wrote a note. */
function authorText(author: string): string {
  const found: Readonly<Record<string, string>> = {
    prompt: 'found in a prompt',
    answer: 'found in an answer',
  };
  return found[author] ?? `by ${author}`;
}

/** Renders all that was said about a note, oldest first. */
export function renderHistory(note: Note, paint: Style): string {
  const lines = historyOf(note).map((said) => {
    const when = (said.at === null ? undefined : localTime(Date.parse(said.at))) ?? 'unknown';
    const number = paint.dim(String(said.n).padStart(3));
    const who = oneLine(said.by).padEnd(7);
    return `${number}  ${paint.dim(when.padEnd(16))}  ${who} ${saidText(said)}\n`;
  });
  return `${noteLine(note, true, paint)}\n${lines.join('')}`;
}

function saidText({ says, fields }: Said): string {
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  const changes = Object.entries(fields).flatMap(([name, value]) => changeText(name, value));
  const known: Readonly<Record<string, string>> = {
    written: `wrote ${text('kind')}: ${text('summary')}`,
    said: 'said it again',
    edited: `changed it: ${changes.join('; ')}`,
    moved: MOVES[text('to')] ?? `made it ${shownState(text('to'))}`,
    tidied:
      text('to') === 'active'
        ? 'made it active: it was said often'
        : `made it ${shownState(text('to'))}: nobody used it`,
    contradicted: `superseded it by ${shortId(text('other'))}`,
    same: `merged it into ${shortId(text('other'))}, which says the same`,
    pinned: fields.pinned === true ? 'pinned it' : 'unpinned it',
  };
  return oneLine(known[says] ?? `${says} (a newer version wrote it)`, 2 * TEXT_CHARS_MAX);
}

/** What a person did to bring a note into a state. */
const MOVES: Readonly<Record<string, string>> = {
  active: 'made it active: it holds',
  rejected: 'rejected it: it does not hold',
  resolved: 'resolved it: it is done with',
  archived: 'archived it',
};

/** A summary needs no label; a body that is empty, or stayed so, is left out. */
function changeText(name: string, value: unknown): string[] {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  if (name === 'summary') return [text];
  return text === '' ? [] : [`${name}: ${text}`];
}

/** Undefined for a note that was never shown. */
function shownText(shown: TimesShown | null): string | undefined {
  if (shown === null || shown.times === 0) return undefined;
  return `${counted(shown.times, 'time')}, last ${localTime(shown.atMs)}`;
}
