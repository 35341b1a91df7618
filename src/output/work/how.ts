/** Renders the commands that worked for something. Pure. */

import type { Ways } from '../../memory.ts';
import type { Where } from '../../reports/project-scope.ts';
import { oneLine, shortId } from '../../text/lines.ts';
import { counted } from '../../text/numbers.ts';
import { factLine } from '../hits.ts';
import type { Page } from '../layout/page.ts';
import { relativeTime } from '../layout/when.ts';
import { hanging } from '../layout/wrap.ts';
import { elsewhere } from './elsewhere.ts';
import { leftOutLine } from './place.ts';

function ran({ times, started, failed }: Ways['commands'][number]): string {
  const worked = times > 0 || started === 0 ? [`worked ${counted(times, 'time')}`] : [];
  const left = started > 0 ? [`started ${counted(started, 'time')}`] : [];
  return [...worked, ...left, ...(failed > 0 ? [`failed ${failed}`] : [])].join(', ');
}

/** Renders each command as it can be copied, below it what is known of it, and last the options. */
export function renderWays(ways: Ways, page: Page): string {
  const { commands, onlyNear, used, read, leftOut } = ways;
  const { paint, width, nowMs } = page;
  const head = onlyNear ? [paint.dim('No command has all of this; the nearest:')] : [];
  const lines = commands.flatMap((one) => {
    const { command, purpose, last, folder } = one;
    const facts = factLine([
      purpose ? oneLine(purpose, 120) : null,
      ran(one),
      folder ? `in ${oneLine(folder)}` : null,
      `last ${relativeTime(last.atMs, nowMs)}`,
      `turn ${shortId(last.turn)}`,
    ]);
    return [paint.cyan(oneLine(command)), ...hanging('    ', facts, width).map(paint.dim)];
  });
  if (used) {
    const given = used.options.map((one) => `${one.name} ${one.times}`).join(', ');
    lines.push(
      ...hanging('', `options of ${used.key} in ${counted(used.times, 'run')}: ${given}`, width),
    );
  }
  return `${[...head, ...lines].map((line) => `${line}\n`).join('')}${leftOutLine(read, leftOut, page)}`;
}

export function renderNoWay({ read, leftOut }: Ways, where: Where, page: Page): string {
  const hint = `use words of the command or of its purpose${elsewhere(where)}`;
  return `No stored command worked for this.\n\n${page.paint.cyan('hint:')} ${hint}\n${leftOutLine(read, leftOut, page)}`;
}
