/** Renders the settings. Pure. */

import type { ChangedDocument, Row, SettingsDocument } from '../operations/config.ts';
import { type Style, withCommands } from '../process/style.ts';
import { isKeepingOut } from '../settings/table.ts';
import { printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { table } from './layout/table.ts';
import { pad, visibleWidth } from './layout/width.ts';
import { hanging } from './layout/wrap.ts';

export function renderSettings(document: SettingsDocument, page: Page): string {
  const { file, settings } = document;
  const { paint, width } = page;
  const rows = settings.map((row) => [
    row.key,
    paint.bold(printable(shownText(row.value))),
    isUnknown(row, document) ? paint.yellow('not understood') : paint.dim(row.origin),
  ]);
  const heads = table(
    rows,
    [{}, { widthMax: Math.min(VALUE_COLUMNS_MAX, VALUE_SHARE * width) }, {}],
    width,
  );
  const column = Math.max(...heads.map(visibleWidth));
  const lines = settings.flatMap(({ meaning }, index) =>
    hanging(`${pad(heads[index] ?? '', column)}  `, meaning, width),
  );
  const path = paint.cyan(shortPath(file, { home: page.home }));
  const place = hanging(`${paint.dim('file')}  `, path, width);
  return [...lines, '', ...place].map((line) => `${line}\n`).join('');
}

/** Whether the file may set another value than is shown: nobody knows what it keeps out. */
function isUnknown({ key, origin }: Row, { problems, notStoring }: SettingsDocument): boolean {
  if (origin === 'environment') return false;
  const isWhole = problems.some((problem) => problem.key === undefined);
  return problems.some((each) => each.key === key) || (isWhole && notStoring && isKeepingOut(key));
}

/** A longer list is cut; `config KEY` prints all of it. */
const VALUE_COLUMNS_MAX = 24;
/** On a narrow terminal, this share of its width. */
const VALUE_SHARE = 0.3;

/** Renders each problem of the file: its place, the line, and how to repair it. */
export function renderProblems(
  { file, problems, notStoring }: SettingsDocument,
  { paint, width, home }: Page,
): string {
  if (problems.length === 0) return '';
  const lines = problems.flatMap(({ line, column, text, what, fix }) => {
    const path = shortPath(file, { home });
    const where = line === undefined ? path : `${path}:${line}:${column}`;
    return [
      '',
      ...hanging('', `${paint.red('error:')} ${printable(`${where}: ${what}`)}`, width),
      ...(line === undefined ? [] : excerptLines(line, column ?? 1, text, paint)),
      ...hanging(`  ${paint.cyan('fix:')} `, fix, width),
    ];
  });
  const kept = notStoring ? ['', paint.yellow('Until then nothing is stored or recalled.')] : [];
  return [...lines, ...kept].map((each) => `${each}\n`).join('');
}

/** More of a line is not needed to find the place. */
const LINE_CHARS_MAX = 100;

/** Returns the line of the file, and a mark below the column. */
function excerptLines(line: number, column: number, text: string, paint: Style): string[] {
  if (column > LINE_CHARS_MAX || text.trim() === '') return [];
  const number = `  ${line} `;
  const bar = paint.dim('│');
  return [
    `${paint.dim(number)}${bar} ${printable(text.slice(0, LINE_CHARS_MAX))}`,
    `${' '.repeat(number.length)}${bar} ${' '.repeat(column - 1)}${paint.red('^')}`,
  ];
}

/** Renders the new value of a setting. */
export function renderChanged(document: ChangedDocument, { paint, width }: Page): string {
  const { key, value, origin, changed } = document;
  const now = changed ? 'now' : 'already';
  const shown = paint.bold(printable(shownText(value)));
  return [
    `${key} is ${now} ${shown} (${origin})${replacedText(document)}\n`,
    ...reachLines(document)
      .flatMap((line) => hanging('  ', withCommands(line, paint), width))
      .map((line) => `${line}\n`),
  ].join('');
}

/** A list that is set anew loses what it had: that must not go unnoticed. */
function replacedText({ before, removed, added }: ChangedDocument): string {
  if (removed.length === 0) return '';
  const whole = added.length > 0 && Array.isArray(before) && removed.length === before.length;
  const items = printable(JSON.stringify(removed));
  return whole ? `; it replaced ${items}` : `; removed ${items}`;
}

/** What a change of a list does not reach: what is stored already. */
function reachLines(document: ChangedDocument): string[] {
  const { key, added, removed, isStored } = document;
  const lines: string[] = [];
  if (removed.length > 0 && added.length > 0) {
    lines.push(`\`mementor config --add ${key} …\` adds to the list and keeps the rest`);
  }
  if (!isStored || added.length === 0) return lines;
  return [...lines, ...(REACH[key] ?? [])];
}

const REACH: Partial<Record<Row['key'], readonly string[]>> = {
  mask: ['What is stored already stays readable until you run `mementor forget --secrets`.'],
  exclude: [
    'What is stored already stays: `mementor forget` deletes it, `mementor forget --secrets` does not.',
  ],
};

/** Renders a value for a person; a switch is on or off. */
function shownText(value: Row['value']): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : valueText(value);
}

/** Renders a value in the form that `config KEY` accepts. */
export function valueText(value: Row['value']): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
