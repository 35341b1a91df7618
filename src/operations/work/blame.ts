/** `blame`: the turns that changed a file, or made a piece of it what it is. */

import type { Touch } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import type { Where } from '../../reports/project-scope.ts';
import { asked, fileAsked, placeOf } from './asked.ts';
import { type Piece, targetOf } from './piece.ts';

export interface BlameOptions extends Where {
  /** `src/db.rs`, `src/db.rs:12` for a line, or `src/db.rs:Store.open` for what a name defines. */
  readonly target: string;
  readonly limit: number;
}

export async function blame({ target, limit, ...where }: BlameOptions, context: Context) {
  const { file, piece } = targetOf(target, context);
  const { memory, place } = await asked(where, context);
  const path = fileAsked(file, context);
  const all = memory.blame([given(path, piece)], place).flat();
  const touches = all.slice(0, limit);
  const text = piece && textOf(piece);
  const document = {
    version: 1,
    file: path,
    line: text === undefined ? null : (piece?.start ?? null),
    text: text ?? null,
    symbol: piece?.symbol?.qualified ?? null,
    start: piece?.start ?? null,
    end: piece?.end ?? null,
    turns: touches.map(turnOf),
    more: all.length - touches.length,
  };
  return { file: path, piece, text, touches, more: all.length - touches.length, document };
}

export type Blamed = Awaited<ReturnType<typeof blame>>;

function given(file: string, piece: Piece | undefined) {
  if (piece === undefined) return { file };
  const { content, start, end, symbol } = piece;
  return { file, content, start, end, ...(symbol === undefined ? {} : { name: symbol.name }) };
}

/** Returns the text of a single line. */
function textOf({ content, start, end, symbol }: Piece): string | undefined {
  if (start !== end || symbol !== undefined) return undefined;
  return content.split(/\r?\n/)[start - 1]?.trim();
}

function turnOf({ place, changes, did, notes }: Touch) {
  const told = notes.map(({ id, kind, summary, state, supersededBy }) => {
    return { id, kind, summary, state, supersededBy };
  });
  return { ...placeOf(place), changes, ...(did === null ? {} : { did, notes: told }) };
}
