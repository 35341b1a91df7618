/** Renders the turns that changed a file. Pure. */

import type { Blamed } from '../../operations/work/blame.ts';
import type { Where } from '../../reports/project-scope.ts';
import { oneLine, typedLine } from '../../text/lines.ts';
import { counted, printable } from '../../text/numbers.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { Page } from '../layout/page.ts';
import { cut } from '../layout/width.ts';
import { elsewhere } from './elsewhere.ts';
import { changeLines, headLines } from './place.ts';

export function renderBlame({ text, touches, more }: Blamed, page: Page): string {
  const { paint, width } = page;
  const line = text === undefined ? [] : [cut(`${paint.dim('line')}  ${oneLine(text)}`, width), ''];
  const blocks = touches.map(({ place, changes }, index) => [
    ...headLines(String(index + 1), place, page),
    ...changes.flatMap((change) => changeLines(change, '     ', page)),
  ]);
  const lines = [
    ...line,
    ...blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block])),
  ];
  const rest =
    more > 0 ? `\n${counted(more, 'older turn')} changed it too; \`-n\` shows more.\n` : '';
  return `${lines.map((each) => `${each}\n`).join('')}${rest}`;
}

export function renderNoBlame({ file, line }: Blamed, where: Where, page: Page): string {
  const what =
    line === undefined
      ? `No stored turn changed ${typedLine(file)}.`
      : `No stored edit wrote line ${line} of ${typedLine(file)}.`;
  const hint =
    line === undefined
      ? `only changes by an agent’s edits are known${elsewhere(where)}`
      : `\`mementor blame ${printable(shellWord(file))}\` lists all turns that changed it`;
  return `${what}\n\n${page.paint.cyan('hint:')} ${hint}\n`;
}
