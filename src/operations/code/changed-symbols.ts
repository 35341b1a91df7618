/** Which symbols a turn changed, as they are called now, and what changed them again. */

import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { type CodeSymbol, symbolsNamed } from '../../code-index.ts';
import { realOf } from '../../files/folders.ts';
import { textIfReadable } from '../../files/regular-file.ts';
import type { FilePiece, Memory, Touch, WholeTurn } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { isoOf } from '../../text/numbers.ts';
import { fileAsked } from '../work/asked.ts';
import { codePlace } from './place.ts';

/** A symbol that a turn changed. */
export interface ChangedSymbol {
  /** From the root of the index. */
  readonly path: string;
  readonly symbol: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** The newest turn that changed it again. */
  readonly since: { readonly turn: string; readonly at: string | null } | null;
}

/** Files of a turn that are looked at, and symbols in them. */
const FILES_MAX = 12;
const SYMBOLS_MAX = 60;

/**
 * Returns the symbols that a turn changed, in files that are there; nothing of a folder that is not
 * indexed. What was replaced or deleted altogether since is in none.
 */
export function symbolsChangedBy(
  turn: WholeTurn,
  memory: Memory,
  context: Context,
): readonly ChangedSymbol[] {
  if (turn.cwd === null || !existsSync(turn.cwd)) return [];
  const folder = realOf(turn.cwd);
  const { root } = codePlace({ ...context, cwd: folder });
  const targets = turn.steps.filter(({ kind, text }) => kind === 'action' && !text.includes('\n'));
  const named = targets.map(({ text }) => realOf(resolve(folder, text)));
  const files = [...new Set(named)].filter((file) => file.startsWith(root + sep));
  const asked = files
    .slice(0, FILES_MAX)
    .flatMap((file) => symbolsOf(file, context).map((each) => ({ ...each, path: file })))
    .slice(0, SYMBOLS_MAX);
  const pieces = asked.map(({ piece }) => piece);
  const all = memory.blame(pieces, { directory: folder, everything: false });
  const found = asked.flatMap(({ path, symbol }, at) => {
    const touches = all[at] ?? [];
    const isOwn = touches.some(({ place }) => place.turn === turn.turn);
    return isOwn ? [{ path, symbol, since: sinceOf(touches, turn) }] : [];
  });
  const isInnermost = ({ path, symbol }: (typeof found)[number]) =>
    !found.some((other) => other.path === path && isInside(other.symbol, symbol));
  return found.filter(isInnermost).map(({ path, symbol, since }) => ({
    path: relative(root, path).split(sep).join('/'),
    symbol: symbol.qualified,
    kind: symbol.kind,
    start: symbol.start,
    end: symbol.end,
    since,
  }));
}

interface AskedSymbol {
  readonly symbol: CodeSymbol;
  readonly piece: FilePiece;
}

/** Returns the symbols of a file; what stands in a function is read with it. */
function symbolsOf(path: string, context: Context): readonly AskedSymbol[] {
  const content = textIfReadable(path);
  const all = content === undefined ? undefined : symbolsNamed(path, content, '')?.all;
  if (content === undefined || all === undefined) return [];
  const file = fileAsked(path, context);
  const callable = all.filter(({ kind }) => kind === 'function' || kind === 'method');
  const own = all.filter((symbol) => !callable.some((outer) => isInside(symbol, outer)));
  return own.map((symbol) => {
    const { start, end, name } = symbol;
    return { symbol, piece: { file, content, start, end, name } };
  });
}

function isInside(one: CodeSymbol, other: CodeSymbol): boolean {
  const isSame = one.start === other.start && one.end === other.end;
  return one !== other && !isSame && one.start >= other.start && one.end <= other.end;
}

/** Returns the newest turn of some, unless that is the turn itself. */
function sinceOf([newest]: readonly Touch[], { turn }: WholeTurn): ChangedSymbol['since'] {
  if (newest === undefined || newest.place.turn === turn) return null;
  return { turn: newest.place.turn, at: isoOf(newest.place.atMs) };
}
