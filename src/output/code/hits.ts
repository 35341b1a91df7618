/** Renders hits in code and documents, and turns and notes among them. Pure. */

import type {
  Conversation,
  MixedHit,
  SearchDocument,
  searchAll,
} from '../../operations/code/search.ts';
import type { QueryOptions } from '../../operations/query.ts';
import { markdownLine } from '../../text/flat-markdown.ts';
import { oneLine, shortId } from '../../text/lines.ts';
import { counted, printable } from '../../text/numbers.ts';
import { localDay } from '../../text/times.ts';
import type { Page } from '../layout/page.ts';
import { cut, spread } from '../layout/width.ts';
import { hanging } from '../layout/wrap.ts';
import { conditionsOf } from '../nothing-found.ts';
import { listed, quoted } from '../query-notes.ts';

export function renderMixed({ document, leftOut }: Found, page: Page): string {
  const { hits } = document;
  const blocks = hits.map((hit, index) => block(hit, index + 1, page));
  const lines = [...headLines(document, leftOut, page), ...blocks];
  return lines.map((block) => block.map((line) => `${line}\n`).join('')).join('\n');
}

type Found = Pick<Awaited<ReturnType<typeof searchAll>>, 'document' | 'files' | 'leftOut'>;

/** Says whether the hits have what was asked for, and what was not searched. */
function headLines(
  document: SearchDocument,
  leftOut: readonly string[],
  { paint, width }: Page,
): string[][] {
  const said = verdictLine(document);
  const isLoud = document.answered === 'not-here';
  const sentences = [
    ...(said === undefined ? [] : [isLoud ? paint.yellow(said) : paint.dim(said)]),
    ...(leftOut.length === 0
      ? []
      : [paint.yellow(`No file was searched: \`${leftOut.join(' ')}\` is about turns.`)]),
  ];
  const lines = sentences.flatMap((sentence) => hanging('', sentence, width));
  return lines.length === 0 ? [] : [lines];
}

function verdictLine({ answered, missing, in: sources }: SearchDocument): string | undefined {
  const words = listed(missing.map(quoted), 'or');
  const isOfFiles = sources.every((source) => source === 'code' || source === 'docs');
  const nothing = isOfFiles ? 'no indexed file' : 'nothing';
  if (answered === 'found') return words === '' ? 'Found:' : `Found, though none has ${words}:`;
  if (answered === 'not-here') {
    return words === ''
      ? 'Not here; the nearest:'
      : `Not here: ${nothing} has ${words}; the nearest:`;
  }
  if (answered !== 'related') return undefined;
  return words === ''
    ? 'Related; whether one of these is meant is not certain:'
    : `Related, though ${nothing} has ${words}:`;
}

function block(hit: MixedHit, number: number, page: Page): string[] {
  const { paint, width } = page;
  const { path, start, end, kind, symbol, signature } = hit;
  const where = start === null ? saidIn(hit) : `${path}:${start}${end === start ? '' : `-${end}`}`;
  const name = kind === 'turn' || symbol === null ? kind : `${kind} ${symbol}`;
  const head = `${number}  ${paint.bold(printable(where))}  ${paint.dim(oneLine(name))}`;
  const declared = signature === null ? [] : [cut(`   ${paint.cyan(oneLine(signature))}`, width)];
  return [
    cut(head, width),
    ...declared,
    ...snippetLines(hit, width),
    ...(hit.conversations ?? []).map((each) => conversationLine(each, page)),
  ];
}

/** Returns `2026-02-02 · session 1234abcd` of a turn, and the like of a note. */
function saidIn({ kind, path, at }: MixedHit): string {
  const what = kind === 'note' ? 'note' : 'session';
  return `${dayOf(at)} · ${what} ${shortId(path)}`;
}

/** Returns `> the prompt          2026-02-02 · turn 1234abcd`. */
function conversationLine({ turn, at, prompt }: Conversation, { paint, width }: Page): string {
  const asked = markdownLine(prompt, PROMPT_CHARS_MAX);
  const said = asked === '' ? paint.dim('(no prompt)') : `${paint.green('>')} ${asked}`;
  return spread(`   ${said}`, paint.dim(`${dayOf(at)} · turn ${shortId(turn)}`), width);
}

const PROMPT_CHARS_MAX = 120;

function dayOf(at: string | null | undefined): string {
  return localDay(at ? Date.parse(at) : 0) ?? 'undated';
}

function snippetLines({ snippet, snippetStart }: MixedHit, width: number): string[] {
  const all = snippet.split('\n').map((line, index) => [line, index] as const);
  const lines = all.filter(([line]) => line.trim() !== '');
  const shared = Math.min(...lines.map(([line]) => line.length - line.trimStart().length));
  return lines.map(([line, index]) => {
    const number = snippetStart === null ? '' : `${snippetStart + index} `.padStart(6);
    return cut(`   ${number}${printable(line.slice(shared).replaceAll('\t', '  '))}`, width);
  });
}

/** Says that nothing was found, where it was looked, and what to try. */
export function renderNoMixed(
  { document, files }: Found,
  options: QueryOptions,
  { paint }: Page,
): string {
  const conditions = conditionsOf(options);
  const asked = [`for ${quoted(document.text)}`, ...(conditions.length > 0 ? ['with'] : [])];
  const where = files === undefined ? '' : ` in ${counted(files, 'indexed file')}`;
  const hints = [
    ...(conditions.length > 0 ? ['leave a filter out'] : []),
    ...(document.in.includes('all') ? [] : ['`--in all` searches conversations too']),
  ];
  const said = printable([...asked, ...conditions].join(' '));
  const hint = hints.length > 0 ? `\n${paint.cyan('hint:')} ${hints.join('; ')}\n` : '';
  return `Nothing found ${said}${where}.\n${hint}`;
}
