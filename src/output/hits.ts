/** Renders hits, those of one session together. Pure. */

import { agentShown, isKeptOutput } from '../agents/find.ts';
import type { Hit, Mark, Piece } from '../memory.ts';
import type { Group } from '../operations/query.ts';
import { flatMarkdown } from '../text/flat-markdown.ts';
import { shortId } from '../text/lines.ts';
import { printable } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { when } from './layout/when.ts';
import { cut, cutAtWord, spread, visibleWidth } from './layout/width.ts';
import { hanging } from './layout/wrap.ts';
import { marksTexts, shortMark } from './marks.ts';
import { matchedLines } from './matched.ts';
import { suspectText } from './suspect.ts';

/** The most lines of a hit, and of its excerpt. */
const ROOM = { lines: 4, excerpt: 2 };
/** The first hit is read first. */
const FIRST_ROOM = { lines: 6, excerpt: 4 };
const FILES_MAX = 4;

export interface HitsOptions {
  /** Whether hits of several projects are listed: each session is shown with its own. */
  readonly named: boolean;
  /** Returns a line to add to a hit. */
  readonly note?: (hit: Hit) => string;
}

/** Renders groups of hits; the hits are numbered from 1 through all groups. */
export function renderGroups(groups: readonly Group[], options: HitsOptions, page: Page): string {
  const numbers = new Map(groups.flatMap(({ hits }) => hits).map((hit, index) => [hit, index + 1]));
  const digits = String(numbers.size).length;
  const all = [...numbers.keys()];
  const blocks = groups.map((group) => [
    headOf(group, options, all, page),
    ...group.hits.flatMap((hit) => {
      const number = String(numbers.get(hit)).padStart(digits);
      const told = { ...hit, marks: tellingMarks(hit, all) };
      const place = { number, isFirst: hit === all[0], day: otherDay(hit, group) };
      return renderHit(told, { ...place, ...options }, page);
    }),
  ]);
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n');
}

/**
 * Returns the marks that a reader of this list can act on: most files are changed again at some time,
 * and that tells something only where a later hit did it.
 */
function tellingMarks({ marks }: Hit, all: readonly Hit[]): Mark[] {
  const isListed = ({ turn }: Mark) => all.some((hit) => hit.turn === turn);
  return marks.filter((mark) => mark.kind !== 'changed-since' || isListed(mark));
}

/** Returns `session 8037c875 · 9 months ago · 2026-02-02 07:39 · main`. */
function headOf(
  { hits }: Group,
  { named }: HitsOptions,
  all: readonly Hit[],
  { width, paint, nowMs }: Page,
): string {
  const [hit] = hits;
  if (hit === undefined) return '';
  const project = named ? hit.project : null;
  const agent = agentShown(hit.codingAgent, all);
  const facts = factLine([when(hit.atMs, nowMs), project, hit.branch, agent]);
  const id = `${paint.dim('session')} ${paint.bold(shortId(hit.session))}`;
  return cut(`${id} ${paint.dim(`· ${facts}`)}`, width);
}

/** Returns a hit's day, if the head of its group has another one. */
function otherDay(hit: Hit, { hits }: Group): string | undefined {
  const dayOf = ({ atMs }: Hit) => localDay(atMs);
  return hits[0] === undefined || dayOf(hit) === dayOf(hits[0]) ? undefined : dayOf(hit);
}

interface HitPlace extends Pick<HitsOptions, 'note'> {
  readonly number: string;
  /** Whether it is the first of all. */
  readonly isFirst: boolean;
  readonly day?: string | undefined;
}

/** Returns the lines of a hit: prompt and id, what answers, and what matched or which files. */
export function renderHit(
  hit: Hit,
  { number, isFirst, day, note }: HitPlace,
  page: Page,
): string[] {
  const { width, paint } = page;
  const inset = ' '.repeat(number.length + 2);
  const prompt = textOf(hit.promptExcerpt, page);
  const asked = prompt === '' ? paint.dim('(no prompt)') : `${paint.green('>')} ${prompt}`;
  const line = `${paint.bold(number)}  ${asked}`;
  const facts =
    width < NARROW_COLUMNS
      ? `turn ${shortId(hit.turn)}`
      : factsOf(hit, day, width - visibleWidth(line));
  const extras = extraLines(hit, page).map((line) => cut(inset + line, width));
  const room = isFirst ? FIRST_ROOM : ROOM;
  const linesMax = Math.min(room.excerpt, room.lines - 1 - extras.length);
  const told = excerptLines(hit, `${inset}  `, linesMax, page);
  const isBare = prompt !== '' && told.length === 0 && extras.length === 0;
  return [
    spread(line, paint.dim(facts), width),
    ...told,
    ...(isBare ? [`${inset}  ${paint.dim('(the answer says no more)')}`] : []),
    ...extras,
    ...(note === undefined ? [] : hanging(`${inset}${paint.dim('why')}    `, note(hit), width)),
  ];
}

/** In a narrower terminal a prompt has only its id beside it: `show` has the rest. */
const NARROW_COLUMNS = 60;

/** Columns between a prompt and its facts. */
const GAP_COLUMNS = 2;

/** Returns the facts of a hit; where they would cut its prompt, in fewer words. */
function factsOf(hit: Hit, day: string | undefined, room: number): string {
  const kind = hit.agent && 'subagent';
  const id = `turn ${shortId(hit.turn)}`;
  const times = hit.times > 1 ? `${hit.times} times` : undefined;
  const marks = marksTexts(hit.marks)[0];
  const whole = factLine([day, times, kind, suspectText(hit.suspect), marks, id]);
  if (visibleWidth(whole) + GAP_COLUMNS <= room) return whole;
  const suspect = hit.suspect.length > 0 ? 'suspect' : undefined;
  return factLine([day, kind, suspect, shortMark(hit.marks), id]);
}

/** Returns what matched a filter; without filters, the files. */
function extraLines(hit: Hit, page: Page): string[] {
  const matched = matchedLines(hit, page);
  if (matched.length > 0) return matched;
  const { width, paint, home } = page;
  const files = hit.files.filter((file) => !isKeptOutput(file));
  const names = files.map((file) => printable(shortPath(file, { folder: hit.cwd, home })));
  const shown = [...new Set(Number.isFinite(width) ? names.map(nameOf) : names)];
  const more = shown.length > FILES_MAX ? ', …' : '';
  if (shown.length === 0) return [];
  return [`${paint.dim('files')}  ${shown.slice(0, FILES_MAX).join(', ')}${more}`];
}

/** On a terminal the name must do: paths fill the line. */
function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) || path;
}

/** Returns the passage that answers, wrapped and cut after `linesMax` lines. */
function excerptLines(hit: Hit, inset: string, linesMax: number, page: Page): string[] {
  const text = textOf(hit.excerpt, page);
  if (text === '' || linesMax < 1) return [];
  const lines = hanging(inset, text, page.width);
  if (lines.length <= linesMax) return lines;
  const last = lines
    .slice(linesMax - 1)
    .join(' ')
    .replace(/ +/g, ' ')
    .trim();
  return [...lines.slice(0, linesMax - 1), inset + cutAtWord(last, page.width - inset.length)];
}

/** Mark the matched words of a joined text, from which all control characters were removed. */
const [BEGIN, END] = ['\u0001', '\u0002'];
const CONTROL = /[^\P{Cc}\s]/gu;

/** Joins pieces to one line; matched words are marked by colour. */
function textOf(pieces: readonly Piece[], { paint }: Page): string {
  const whole = pieces.map(({ matched, text }) => {
    const safe = text.replace(CONTROL, '\uFFFD');
    return matched ? BEGIN + safe + END : safe;
  });
  return flatMarkdown(whole.join(''))
    .split(BEGIN)
    .map((part, index) => {
      const [word = '', ...rest] = index === 0 ? ['', part] : part.split(END);
      return (word === '' ? '' : paint.mark(spaced(word))) + spaced(rest.join(''));
    })
    .join('')
    .replace(/(… ?)+/g, '… ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Joins the facts that are known. */
export function factLine(facts: readonly (string | null | undefined)[]): string {
  return facts.flatMap((fact) => (fact ? [spaced(fact)] : [])).join(' · ');
}

/** Whether it matched by words or meaning; otherwise it only passed the filters. */
export function isScored({ textScore, similarity, actionScore }: Hit): boolean {
  return [textScore, similarity, actionScore].some((score) => typeof score === 'number');
}

/** Stored text is untrusted: reduce it to one line without terminal control sequences. */
function spaced(text: string): string {
  return printable(text.replace(/\s+/g, ' '));
}
