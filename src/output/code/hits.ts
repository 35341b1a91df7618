/** Renders hits in code and documents, and turns and notes among them. Pure. */

import type { Conversation, MixedHit, SearchDocument } from '../../operations/code/search.ts';
import { markdownLine } from '../../text/flat-markdown.ts';
import { oneLine, shortId } from '../../text/lines.ts';
import { printable } from '../../text/numbers.ts';
import { localDay } from '../../text/times.ts';
import type { Page } from '../layout/page.ts';
import { cut, spread } from '../layout/width.ts';

export function renderMixed({ hits }: SearchDocument, page: Page): string {
  const blocks = hits.map((hit, index) => block(hit, index + 1, page));
  const lines = blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
  return lines.map((line) => `${line}\n`).join('');
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
  const lines = snippet.split('\n').filter((line) => line.trim() !== '');
  const shared = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line, index) => {
    const number = snippetStart === null ? '' : `${snippetStart + index} `.padStart(6);
    return cut(`   ${number}${printable(line.slice(shared).replaceAll('\t', '  '))}`, width);
  });
}

export function renderNoMixed(text: string, { paint }: Page): string {
  const hint = '`mementor index` reads what is new; fewer words find more';
  return `Nothing found for ${JSON.stringify(oneLine(text))}.\n\n${paint.cyan('hint:')} ${hint}\n`;
}
