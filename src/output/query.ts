/** Renders the answer to a query. Pure. */

import {
  bySession,
  type FoundAnswer,
  type Group,
  isTooCommon,
  type QueryAnswer,
  type QueryOptions,
} from '../operations/query.ts';
import { type Style, withCommands } from '../process/style.ts';
import { typedLine } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';
import { branchesHint } from './branches.ts';
import { explanationText, searchedLines } from './explanation.ts';
import { renderGroups } from './hits.ts';
import type { Page } from './layout/page.ts';
import { fields, hanging } from './layout/wrap.ts';
import { renderNoteHit } from './notes.ts';
import { nothingFoundText } from './nothing-found.ts';
import { knownNotes, queryNotes, quietNote, waitingNote } from './query-notes.ts';

/** Renders the hits, and explains their scores if requested; `more` are found and not shown. */
export function renderAnswer(
  { answer }: Pick<QueryAnswer, 'answer'>,
  options: QueryOptions,
  page: Page,
  more = 0,
): string {
  const groups = bySession(answer.hits);
  const hitsOptions = {
    named: !answer.project,
    ...(options.explain ? { note: explanationText } : {}),
  };
  const parts = [
    textOf(noteLines(answer, page)),
    textOf(answer.notes.flatMap((hit) => renderNoteHit(hit, page))),
    renderGroups(groups, hitsOptions, page),
    textOf(options.explain ? searchedLines(answer, isAsked(options), page) : []),
    textOf(nextLines(groups, answer.hits.length, more, page)),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function noteLines(answer: FoundAnswer, { paint, width }: Page): string[] {
  const known = knownNotes(answer).flatMap((note) => hanging('', withCommands(note, paint), width));
  const loud = queryNotes(answer).flatMap((note) => hanging('', paint.yellow(note), width));
  const quiet = quietNote(answer);
  return [...known, ...loud, ...(quiet === undefined ? [] : hanging('', paint.dim(quiet), width))];
}

/** Returns how to go on: to read a hit, and to resume its session. A number means any hit. */
function nextLines(groups: readonly Group[], shown: number, more: number, page: Page): string[] {
  if (groups.length === 0) return [];
  const { paint } = page;
  const other = groups.length > 1 ? ` ${paint.dim('(or the number of another hit)')}` : '';
  const all = `${counted(more, 'hit')}: ${paint.cyan(`-n ${shown + more}`)}`;
  const rows = [
    ...(more > 0 ? [['more', all] as const] : []),
    ['show', paint.cyan('mementor show 1')] as const,
    ['resume', `${paint.cyan('mementor resume 1')}${other}`] as const,
  ];
  return fields(rows, page);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Renders warnings beside the hits: why there may be fewer than expected. */
export function renderAsides({ answer }: QueryAnswer, options: QueryOptions, paint: Style): string {
  const asked = isAsked(options);
  const { degraded } = answer;
  const warning =
    asked && degraded
      ? `${paint.yellow('warning:')} searched by words alone: ${degraded.message}\n`
      : '';
  const waiting = asked ? waitingNote(answer) : undefined;
  const note =
    waiting === undefined ? '' : `${paint.yellow('note:')} ${withCommands(waiting, paint)}\n`;
  const { hits, notes, known } = answer;
  if (hits.length + notes.length + known.length > 0) return warning + note;
  if (answer.unknown.length > 0) return warning + unknownText(answer, options, paint);
  if (asked && (isTooCommon(answer) || !hasWord(options))) {
    return warning + tooCommonText(options, paint);
  }
  return warning + note + nothingFoundText(answer, options, paint);
}

/** Says that there is no such session or branch: its words were not at fault. */
function unknownText(
  { unknown, branches }: FoundAnswer,
  { filters }: QueryOptions,
  paint: Style,
): string {
  const value = (name: 'session' | 'branch') => typedLine(filters?.[name] ?? '');
  const sentences = {
    session: () => `No stored session or turn has an id that begins with "${value('session')}".\n`,
    branch: () => `No stored turn with text was on branch "${value('branch')}".\n`,
  };
  const nothing = unknown.map((name) => sentences[name]()).join('');
  const list = '`mementor sessions --all-projects` lists the sessions with ids and branches';
  const meant = branches && branchesHint(branches);
  const hint = !meant || unknown.length > 1 ? list : meant;
  return `${nothing}\n${paint.cyan('hint:')} ${withCommands(hint, paint)}\n`;
}

function hasWord({ text }: QueryOptions): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function tooCommonText(options: QueryOptions, paint: Style): string {
  const why = hasWord(options) ? 'is too common to search for' : 'has no word in it';
  const hint = 'add a word that only the turns you look for have';
  return `"${typedLine(options.text)}" ${why}.\n\n${paint.cyan('hint:')} ${hint}\n`;
}

function isAsked({ text }: QueryOptions): boolean {
  return text.trim() !== '';
}
