/** Renders the settings. Pure. */

import type { ChangedDocument, Row, SettingsDocument } from '../answers/config.ts';
import { printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { table } from './layout/table.ts';
import { pad, visibleWidth } from './layout/width.ts';
import { hanging } from './layout/wrap.ts';
import { type Style, withCommands } from './style.ts';

export function renderSettings({ file, settings }: SettingsDocument, page: Page): string {
  const { paint, width } = page;
  const rows = settings.map(({ key, value, origin }) => [
    key,
    paint.bold(printable(valueText(value))),
    paint.dim(origin),
  ]);
  const heads = table(rows, [{}, { widthMax: VALUE_COLUMNS_MAX }, {}], width);
  const column = Math.max(...heads.map(visibleWidth));
  const lines = settings.flatMap(({ meaning }, index) =>
    hanging(`${pad(heads[index] ?? '', column)}  `, meaning, width),
  );
  return `${lines.map((line) => `${line}\n`).join('')}\n${paint.dim('file')}  ${paint.cyan(file)}\n`;
}

/** A longer list is cut; `config get` prints all of it. */
const VALUE_COLUMNS_MAX = 24;

/** Renders the new value of a setting. */
export function renderChanged(document: ChangedDocument, paint: Style): string {
  const { key, value, origin, changed } = document;
  const now = changed ? 'now' : 'already';
  const shown = paint.bold(printable(valueText(value)));
  return [
    `${key} is ${now} ${shown} (${origin})${replacedText(document)}\n`,
    ...reachLines(document).map((line) => `  ${withCommands(line, paint)}\n`),
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
    lines.push(`\`mementor config add ${key} …\` adds to the list and keeps the rest`);
  }
  if (!isStored || added.length === 0) return lines;
  return [...lines, ...(REACH[key] ?? [])];
}

const REACH: Partial<Record<Row['key'], readonly string[]>> = {
  mask: ['What is stored already stays readable until you run `mementor scrub`.'],
  exclude: [
    'What is stored already stays: `mementor forget` deletes it, `mementor scrub` does not.',
  ],
};

/** Renders a value in the form that `config set` accepts. */
export function valueText(value: Row['value']): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
