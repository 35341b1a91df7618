/** Renders the settings. Pure. */

import type { ChangedDocument, Row, SettingsDocument } from '../answers/config.ts';
import type { Style } from './style.ts';

export function renderSettings({ file, settings }: SettingsDocument, paint: Style): string {
  return `${table(settings, paint)}\n${paint.dim('file')}  ${paint.cyan(file)}\n`;
}

/** Renders the new value of a setting. */
export function renderChanged(document: ChangedDocument, paint: Style): string {
  const { key, value, origin, changed } = document;
  return `${key} is ${changed ? 'now' : 'already'} ${paint.bold(valueText(value))} (${origin})\n`;
}

/** Renders a value in the form that `config set` accepts. */
export function valueText(value: Row['value']): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function table(rows: readonly Row[], paint: Style): string {
  const width = (text: (row: Row) => string) => Math.max(...rows.map((row) => text(row).length));
  const keys = width((row) => row.key);
  const values = width((row) => valueText(row.value));
  const origins = width((row) => row.origin);
  const lines = rows.map((row) =>
    [
      row.key.padEnd(keys),
      paint.bold(valueText(row.value).padEnd(values)),
      paint.dim(row.origin.padEnd(origins)),
      row.meaning,
    ].join('  '),
  );
  return lines.map((line) => `${line}\n`).join('');
}
