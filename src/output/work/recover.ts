/** Renders the changes of a file, with what each replaced. Pure. */

import type { Recovered } from '../../operations/work/recover.ts';
import type { Where } from '../../reports/project-scope.ts';
import { oneLine, typedLine } from '../../text/lines.ts';
import { counted, printable } from '../../text/numbers.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { Page } from '../layout/page.ts';
import { cut } from '../layout/width.ts';
import { elsewhere } from './elsewhere.ts';
import { headLines } from './place.ts';

export function renderVersions({ file, changes }: Recovered, page: Page): string {
  const { paint, width } = page;
  const digits = String(changes.length).length;
  const lines = changes.flatMap(({ version, text, whole }, index) => {
    const number = String(index + 1).padStart(digits);
    const inset = ' '.repeat(digits + 2);
    const first = text?.split('\n').find((line) => line.trim() !== '') ?? '';
    const count = counted((text ?? '').replace(/\n$/, '').split('\n').length, 'line');
    const replaced = text === undefined ? 'nothing known before it' : `${count}: ${oneLine(first)}`;
    const known = whole === undefined ? '' : paint.dim(' (whole file known)');
    return [
      ...headLines(number, version.place, page),
      cut(`${inset}${paint.dim('replaced')}  ${replaced}${known}`, width),
    ];
  });
  const hint = `\`mementor blame ${printable(shellWord(file))} --text 1\` prints what change 1 replaced, with \`--whole\` the whole file before it`;
  return `${lines.map((line) => `${line}\n`).join('')}\n${paint.cyan('hint:')} ${hint}\n`;
}

export function renderNoVersion({ file }: Recovered, where: Where, page: Page): string {
  const hint = `only changes by an agent’s edits are known${elsewhere(where)}`;
  return `No stored turn changed ${typedLine(file)}.\n\n${page.paint.cyan('hint:')} ${hint}\n`;
}
