/** Renders hits in code and documents, and turns among them. Pure. */

import type { MixedHit, SearchDocument } from '../../operations/code/search.ts';
import { oneLine } from '../../text/lines.ts';
import { printable } from '../../text/numbers.ts';
import type { Page } from '../layout/page.ts';
import { cut } from '../layout/width.ts';

export function renderMixed({ hits }: SearchDocument, page: Page): string {
  const blocks = hits.map((hit, index) => block(hit, index + 1, page));
  const lines = blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
  return lines.map((line) => `${line}\n`).join('');
}

function block(hit: MixedHit, number: number, { paint, width }: Page): string[] {
  const { path, start, end, kind, symbol, signature, at } = hit;
  const where =
    start === null
      ? `${at?.slice(0, 10)} · session ${path.slice(0, 8)}`
      : `${path}:${start}${end === start ? '' : `-${end}`}`;
  const name = start === null || symbol === null ? kind : `${kind} ${symbol}`;
  const head = `${number}  ${paint.bold(printable(where))}  ${paint.dim(oneLine(name))}`;
  const declared = signature === null ? [] : [cut(`   ${paint.cyan(oneLine(signature))}`, width)];
  return [cut(head, width), ...declared, ...snippetLines(hit, width)];
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
