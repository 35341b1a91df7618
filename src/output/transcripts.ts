/** Renders the ledger, one transcript after another. Pure. */

import type { TrackedTurns } from '../answers/transcripts.ts';
import { type Reasons, type Tracked, total } from '../capture/ledger.ts';
import { ago, counted, grouped, printable, sized } from '../text/numbers.ts';
import type { Style } from './style.ts';

export function transcriptsText(
  ledger: readonly TrackedTurns[],
  nowMs: number,
  paint: Style,
): string {
  if (ledger.length === 0) return 'There is no transcript, and none was ever taken in.\n';
  const blocks = ledger.map((each) =>
    [
      paint.cyan(printable(each.path)),
      `  ${stateText(each, nowMs, paint)}`,
      ...(each.state === 'unread' ? [] : [`  ${paint.dim('lines')}  ${linesText(each)}`]),
    ].join('\n'),
  );
  return `${blocks.join('\n')}\n`;
}

function stateText(each: TrackedTurns, nowMs: number, paint: Style): string {
  const { state, turns, bytes = 0, waiting, modifiedAtMs, project } = each;
  const where = project === undefined ? '' : ` of ${printable(project)}`;
  const kept = `${counted(turns, 'turn')}${where}`;
  const changed = `changed ${ago(modifiedAtMs, nowMs)}`;
  switch (state) {
    case 'complete':
      return `${paint.green('complete')}, ${kept}, ${sized(bytes)}, ${changed}`;
    case 'behind':
      return `${paint.yellow(`behind by ${sized(waiting)}`)}, ${kept} so far, ${changed}`;
    case 'unread':
      return `${paint.yellow('never taken in')}, ${sized(bytes)}, ${changed}`;
    case 'unreadable':
      return `${paint.red('cannot be read')}, ${kept} from before`;
    case 'gone':
      return `${paint.yellow('gone from the disk')}, ${kept} kept`;
  }
}

function linesText({ kept, skipped, problems }: Tracked): string {
  const parts = [
    `${grouped(kept)} kept`,
    `${grouped(total(skipped))} no memory${reasonsText(skipped)}`,
    ...(total(problems) > 0
      ? [`${grouped(total(problems))} not readable${reasonsText(problems)}`]
      : []),
  ];
  return parts.join(', ');
}

/** Most frequent reason first. */
function reasonsText(reasons: Reasons): string {
  const sorted = Object.entries(reasons).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (sorted.length === 0) return '';
  return ` (${sorted.map(([reason, count]) => `${reason} ${grouped(count)}`).join(', ')})`;
}
