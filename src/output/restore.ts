/** Renders what was restored. Pure. */

import type { RestoreAnswer } from '../answers/restore.ts';
import { counted, printable, sized } from '../text/numbers.ts';
import type { Style } from './style.ts';

export function renderRestored({ document, resume }: RestoreAnswer, paint: Style): string {
  const { session, path, turns, lines, leftOut, bytes, dryRun } = document;
  const verb = dryRun ? 'Would restore' : paint.green('Restored');
  const size = `${counted(turns, 'turn')}, ${counted(lines, 'line')}, ${sized(bytes)}`;
  const report = [
    `${verb} session ${paint.bold(session)} (${size})`,
    `  to      ${paint.cyan(printable(path))}`,
    ...(leftOut > 0 ? [`  without ${counted(leftOut, 'line')} that no client reads`] : []),
    ...(resume === undefined ? [] : [`  resume  ${paint.cyan(resume)}`]),
    dryRun
      ? 'Nothing was written (--dry-run).'
      : 'Results of tools are as they were kept: head and tail of the long ones. Thinking is not kept.',
  ];
  return report.map((line) => `${line}\n`).join('');
}
