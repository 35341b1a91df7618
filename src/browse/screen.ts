/** Draws the picker: query, list, preview of the selected item, keys. Pure. */

import type { Page } from '../output/layout/page.ts';
import { relativeTime } from '../output/layout/when.ts';
import { cut, pad, spread, visibleWidth } from '../output/layout/width.ts';
import { markdownLine } from '../text/flat-markdown.ts';
import { oneLine } from '../text/lines.ts';
import type { Item, State } from './state.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** From this width on, the preview is beside the list, not below it. */
const BESIDE_COLUMNS_MIN = 100;
const TIME_COLUMNS = 14;
const PROJECT_COLUMNS_MAX = 20;

/** Rows of query, line above the list, and keys. */
const OTHER_ROWS = 3;

const KEYS = '↑↓ choose · enter shows it · esc leaves';

interface Panes {
  readonly isBeside: boolean;
  readonly listRows: number;
  readonly listColumns: number;
  readonly previewRows: number;
  readonly previewColumns: number;
}

/** Divides the screen. */
export function panesOf({ columns, rows }: Size): Panes {
  const left = Math.max(2, rows - OTHER_ROWS);
  if (columns >= BESIDE_COLUMNS_MIN) {
    const listColumns = Math.floor(columns * 0.45);
    const previewColumns = columns - listColumns - 3;
    return { isBeside: true, listRows: left, listColumns, previewRows: left, previewColumns };
  }
  const listRows = Math.ceil(left / 2);
  const previewRows = left - listRows - 1;
  return { isBeside: false, listRows, listColumns: columns, previewRows, previewColumns: columns };
}

/** Returns the lines of the screen; `preview` holds those of the selected item. */
export function screenOf(
  state: State,
  preview: readonly string[],
  size: Size,
  page: Page,
): string[] {
  const { paint } = page;
  const panes = panesOf(size);
  const list = listLines(state, panes, page);
  const shown = Array.from({ length: Math.max(0, panes.previewRows) }, (_, row) =>
    cut(preview[row] ?? '', panes.previewColumns),
  );
  const rule = paint.dim('─'.repeat(size.columns));
  const body = panes.isBeside
    ? list.map(
        (line, row) => `${pad(line, panes.listColumns)} ${paint.dim('│')} ${shown[row] ?? ''}`,
      )
    : [...list, rule, ...shown];
  const head = spread(queryText(state.query, size), paint.dim(oneLine(state.status)), size.columns);
  return [head, rule, ...body, paint.dim(cut(KEYS, size.columns))].slice(0, size.rows);
}

/** Keeps the end of a long query in sight, where it is typed. */
function queryText(query: string, { columns }: Size): string {
  const room = Math.max(10, columns - 24);
  const shown = oneLine(query.replace(/ $/, '\u00A0'));
  const end = [...shown].slice(-room).join('');
  return `> ${visibleWidth(shown) > room ? end : shown}`;
}

/** Returns where the cursor is, from 1. */
export function cursorOf(
  state: State,
  size: Size,
): { readonly row: number; readonly column: number } {
  return { row: 1, column: Math.min(size.columns, visibleWidth(queryText(state.query, size)) + 1) };
}

function listLines({ items, selected }: State, panes: Panes, page: Page): string[] {
  const { listRows, listColumns } = panes;
  // Scrolls as little as needed to keep the selected one in sight.
  const first = Math.min(
    Math.max(0, items.length - listRows),
    Math.max(0, selected - listRows + 1, Math.floor(selected / listRows) * listRows),
  );
  return Array.from({ length: listRows }, (_, row) => {
    const item = items[first + row];
    if (item === undefined) return '';
    return itemLine(item, first + row === selected, listColumns, page);
  });
}

function itemLine(
  item: Item,
  isSelected: boolean,
  columns: number,
  { paint, nowMs }: Page,
): string {
  const time = pad(relativeTime(item.atMs, nowMs), TIME_COLUMNS);
  const project = item.project ? `${cut(oneLine(item.project), PROJECT_COLUMNS_MAX)}: ` : '';
  const prompt = markdownLine(item.prompt, columns) || '(no prompt)';
  const text = `${paint.dim(time)} ${paint.dim(project)}${isSelected ? paint.bold(prompt) : prompt}`;
  return cut(`${isSelected ? paint.green('❯') : ' '} ${text}`, columns);
}
