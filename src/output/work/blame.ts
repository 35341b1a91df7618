/** Renders the turns that changed a file. Pure. */

import type { Did } from '../../memory.ts';
import type { Blamed } from '../../operations/work/blame.ts';
import type { Piece } from '../../operations/work/piece.ts';
import type { Where } from '../../reports/project-scope.ts';
import { oneLine, typedLine } from '../../text/lines.ts';
import { counted, printable } from '../../text/numbers.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { Page } from '../layout/page.ts';
import { cut } from '../layout/width.ts';
import { noteLine } from '../note-line.ts';
import { elsewhere } from './elsewhere.ts';
import { changeLines, headLines } from './place.ts';

export function renderBlame({ file, piece, text, touches, more }: Blamed, page: Page): string {
  const { paint, width } = page;
  const head =
    text === undefined ? symbolLine(file, piece, page) : `${paint.dim('line')}  ${oneLine(text)}`;
  const blocks = touches.map(({ place, changes, did, notes }, index) => [
    ...headLines(String(index + 1), place, page),
    ...(did === null ? [] : [cut(`   ${paint.cyan(didLine(did, file))}`, width)]),
    ...notes.map((note) => cut(`   ${noteLine(note, false, paint)}`, width)),
    ...changes.flatMap((change) => changeLines(change, '     ', page)),
  ]);
  const lines = [
    ...(head === undefined ? [] : [cut(head, width), '']),
    ...blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block])),
  ];
  const rest =
    more > 0 ? `\n${counted(more, 'older turn')} changed it too; \`-n\` shows more.\n` : '';
  return `${lines.map((each) => `${each}\n`).join('')}${rest}`;
}

function symbolLine(file: string, piece: Piece | undefined, { paint }: Page): string | undefined {
  if (piece === undefined) return undefined;
  const { start, end, symbol } = piece;
  const name =
    symbol === undefined
      ? paint.dim('lines')
      : `${paint.dim(symbol.kind)}  ${oneLine(symbol.qualified)}`;
  return `${name}  ${paint.dim(`${typedLine(file)}:${start}-${end}`)}`;
}

/** Says what a turn did to a piece: `moved it from src/db.ts, where it was openDb`. */
function didLine({ what, from, named, lines }: Did, file: string): string {
  const place = from === null || from === file ? 'elsewhere in the file' : oneLine(from);
  const done = {
    made: 'made it',
    changed: 'changed it',
    moved: `moved it from ${place}`,
    copied: `made it after the like in ${place}`,
  }[what];
  const was = named === null ? '' : `, where it was ${oneLine(named)}`;
  const stands =
    lines === 0
      ? 'nothing of it stands'
      : `${counted(lines, 'line')} of it stand${lines === 1 ? 's' : ''}`;
  return `${done}${was} · ${stands}`;
}

export function renderNoBlame({ file, piece, text }: Blamed, where: Where, page: Page): string {
  const what =
    piece === undefined
      ? `No stored turn changed ${typedLine(file)}.`
      : `No stored edit wrote ${pieceName(piece, text)} of ${typedLine(file)}.`;
  const hint =
    piece === undefined
      ? `only changes by an agent’s edits are known${elsewhere(where)}`
      : `\`mementor blame ${printable(shellWord(file))}\` lists all turns that changed it`;
  return `${what}\n\n${page.paint.cyan('hint:')} ${hint}\n`;
}

function pieceName({ start, end, symbol }: Piece, text: string | undefined): string {
  if (symbol !== undefined) return oneLine(symbol.qualified);
  return text === undefined ? `lines ${start} to ${end}` : `line ${start}`;
}
