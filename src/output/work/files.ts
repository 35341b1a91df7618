/** Renders the files of a topic. Pure. */

import type { TopicFile } from '../../memory.ts';
import type { Where } from '../../reports/project-scope.ts';
import { oneLine, shortId } from '../../text/lines.ts';
import { counted } from '../../text/numbers.ts';
import type { Page } from '../layout/page.ts';
import { shortPath } from '../layout/paths.ts';
import { type Column, table } from '../layout/table.ts';
import { relativeTime } from '../layout/when.ts';
import { elsewhere } from './elsewhere.ts';

const COLUMNS: readonly Column[] = [
  { flexible: true, cutFrom: 'start' },
  {},
  { from: 60 },
  { from: 60 },
];

export function renderFiles(found: readonly TopicFile[], folder: string, page: Page): string {
  const { paint, width, nowMs, home } = page;
  const rows = found.map(({ file, changed, read, turn, atMs }) => [
    oneLine(shortPath(file, { folder, home })),
    changed > 0 ? `changed in ${counted(changed, 'turn')}` : `read in ${counted(read, 'turn')}`,
    paint.dim(relativeTime(atMs, nowMs)),
    paint.dim(`turn ${shortId(turn)}`),
  ]);
  return table(rows, COLUMNS, width)
    .map((line) => `${line}\n`)
    .join('');
}

export function renderNoFile(where: Where, { paint }: Page): string {
  return `No stored turn is about this.\n\n${paint.cyan('hint:')} \`mementor query\` searches in other ways${elsewhere(where)}\n`;
}
