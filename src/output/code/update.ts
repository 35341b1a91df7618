/** Renders what was indexed, and what was left out and why. Pure. */

import type { IndexDocument } from '../../operations/code/update.ts';
import { counted, grouped, printable, sized } from '../../text/numbers.ts';
import type { Page } from '../layout/page.ts';
import { shortPath } from '../layout/paths.ts';
import { table } from '../layout/table.ts';
import { wrapped } from '../layout/wrap.ts';

/** What is said of each reason, and what a person can do where there is something to do. */
const REASONS: Readonly<Record<string, string>> = {
  other: 'no code and no document',
  vendored: 'folders of packages',
  generated: 'written by a program',
  minified: 'without line breaks',
  binary: 'no text',
  large: 'larger than 1 MB',
  link: 'links',
  submodule: 'other repositories',
  unnamable: 'names that are no text',
  unreadable: 'cannot be read',
  tooMany: 'beyond 500,000 files',
};

export function renderIndexed(document: IndexDocument, page: Page): string {
  const { stored, leftOut, root, ms, indexBytes } = document;
  const where = printable(shortPath(root, { home: page.home }));
  const lines = [
    `Indexed ${where}: ${counted(stored.files, 'file')}, ${counted(stored.lines, 'line')}, ${counted(stored.symbols, 'symbol')} in ${secondsOf(ms)}; the index takes ${sized(indexBytes)}.`,
    `${changesOf(document)} ${languagesOf(document)}`,
    ...brokenLines(document),
  ];
  const text = lines.flatMap((line) => wrapped(line, page.width));
  const rows = leftOut.map(({ reason, count, examples }) => [
    grouped(count),
    REASONS[reason] ?? reason,
    printable(examples.filter((example) => example !== '').join(', ')),
  ]);
  const columns = [{ align: 'right' as const }, {}, { flexible: true }];
  const heading = rows.length > 0 ? ['', page.paint.bold('Left out')] : [];
  const below = table(rows, columns, page.width).map((line) => page.paint.dim(line));
  return [...text, ...heading, ...below].map((line) => `${line}\n`).join('');
}

function secondsOf(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function changesOf({ added, changed, renamed, removed, unchanged }: IndexDocument): string {
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [renamed, 'renamed'],
    [removed, 'gone'],
    [unchanged, 'as before'],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${grouped(count)} ${what}`);
  return said.length > 0 ? `${said.join(', ')}.` : 'Nothing new.';
}

function languagesOf({ stored }: IndexDocument): string {
  const all = Object.entries(stored.languages).sort(([, a], [, b]) => b - a);
  const named = all.map(([name, count]) => `${name} ${grouped(count)}`);
  return named.length > 0 ? `Files: ${named.join(', ')}.` : '';
}

function brokenLines({ broken, brokenAt, symbolsLeftOut }: IndexDocument): string[] {
  const more =
    symbolsLeftOut === 0
      ? []
      : [`${counted(symbolsLeftOut, 'symbol')} beyond 500 in one file were left out.`];
  if (broken === 0) return more;
  const places = brokenAt.map(printable).join(', ');
  return [
    `${counted(broken, 'file')} could be parsed in part only: ${places}${broken > brokenAt.length ? ', …' : ''}.`,
    ...more,
  ];
}
