/** Renders what was restored. Pure. */

import type { RestoreAnswer } from '../operations/restore.ts';
import type { Style } from '../process/style.ts';
import { counted, printable, sized } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { hanging } from './layout/wrap.ts';

export const STORED_PARTS =
  'Tool results are what was stored: head and tail of long ones. Thinking is not stored.';

interface Size {
  readonly session: string;
  readonly turns: number;
  readonly lines: number;
  readonly bytes: number;
}

/** Renders which session was restored, and its size. */
export function restoredLine(verb: string, size: Size, paint: Style): string {
  const { session, turns, lines, bytes } = size;
  const parts = [counted(turns, 'turn'), counted(lines, 'line'), sized(bytes)];
  return `${verb} session ${paint.bold(printable(session))} (${parts.join(', ')})`;
}

export function renderRestored({ document, resume }: RestoreAnswer, page: Page): string {
  const { paint, width, home } = page;
  const { path, leftOut, dryRun } = document;
  const report = [
    ...hanging(
      '',
      restoredLine(dryRun ? 'Would restore' : paint.green('Restored'), document, paint),
      width,
    ),
    `  to      ${paint.cyan(printable(shortPath(path, { home })))}`,
    ...(leftOut > 0
      ? [`  without ${counted(leftOut, 'line')} that Claude Code would not read`]
      : []),
    ...(resume === undefined ? [] : [`  resume  ${paint.cyan(printable(resume))}`]),
    ...hanging('', dryRun ? 'Nothing was written (--dry-run).' : STORED_PARTS, width),
  ];
  return report.map((line) => `${line}\n`).join('');
}
