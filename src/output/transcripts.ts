/** Renders the ledger, one line a transcript. Pure. */

import type { Tracked } from '../memory.ts';
import type { Style } from '../process/style.ts';
import { counted, grouped, printable, sized, total } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { type Column, table } from './layout/table.ts';
import { relativeTime } from './layout/when.ts';
import { hanging } from './layout/wrap.ts';

/** Renders one line for each transcript; a second one for lines that could not be read. */
export function transcriptsText(ledger: readonly Tracked[], page: Page): string {
  if (ledger.length === 0) return 'There is no transcript, and none was ever read.\n';
  const rows = ledger.map((each) => rowOf(each, page));
  const lines = table(rows, COLUMNS, page.width).flatMap((line, index) => {
    const problems = ledger[index]?.problems ?? {};
    if (total(problems) === 0) return [line];
    const text = `${counted(total(problems), 'line')} not readable${reasonsText(problems)}`;
    return [line, ...hanging('    ', page.paint.yellow(text), page.width)];
  });
  return lines.map((line) => `${line}\n`).join('');
}

const COLUMNS: readonly Column[] = [
  {},
  { align: 'right' },
  { align: 'right', from: 100 },
  { align: 'right', from: 120 },
  { align: 'right', from: 80 },
  {},
  { flexible: true, cutFrom: 'start' },
];

function rowOf(each: Tracked, { paint, nowMs, home }: Page): string[] {
  const { state, turns, kept, skipped, bytes, modifiedAtMs, path } = each;
  const isRead = state !== 'unread';
  return [
    stateText(each, paint),
    isRead ? counted(turns ?? 0, 'turn') : '',
    isRead ? `${grouped(kept)} kept` : '',
    isRead ? `${grouped(total(skipped))} skipped` : '',
    bytes === null ? '' : sized(bytes),
    state === 'gone' ? '' : relativeTime(modifiedAtMs, nowMs),
    printable(shortPath(path, { home })),
  ];
}

function stateText({ state, waiting, newer }: Tracked, paint: Style): string {
  if (newer > 0) return paint.yellow(`${counted(newer, 'session')} not read`);
  switch (state) {
    case 'complete':
      return paint.green('complete');
    case 'behind':
      return paint.yellow(`behind by ${sized(waiting)}`);
    case 'unread':
      return paint.yellow('never read');
    case 'unreadable':
      return paint.red('cannot be read');
    case 'gone':
      return paint.yellow('gone from the disk');
  }
}

/** Most frequent reason first. */
function reasonsText(reasons: Tracked['problems']): string {
  const sorted = Object.entries(reasons).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (sorted.length === 0) return '';
  return ` (${sorted.map(([reason, count]) => `${reason} ${grouped(count)}`).join(', ')})`;
}
