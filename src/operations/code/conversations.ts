/** The conversations about pieces of code: the turns that changed each of them last. */

import { join } from 'node:path';
import { type CodeHit, type CodeSymbol, symbolsNamed } from '../../code-index.ts';
import { asNothing, ifPossible } from '../../errors/errors.ts';
import { textIfReadable } from '../../files/regular-file.ts';
import type { FilePiece, Memory, Place } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { type Where, withinOf } from '../../reports/project-scope.ts';
import { fileAsked } from '../work/asked.ts';

/** Opens the memory, or fails. */
export type Opening = (context: Context) => Promise<Memory>;

/** So many hits, the best ones, name their conversations, and each so many. */
const HITS_MAX = 3;
const TURNS_MAX = 2;

/**
 * Returns where each of the first hits was changed last, the newest first; nothing of a hit that no
 * stored turn changed. What keeps the memory from being read keeps no hit from being shown.
 */
export async function conversationsAbout(
  hits: readonly CodeHit[],
  root: string,
  where: Where,
  context: Context,
  open: Opening,
): Promise<ReadonlyMap<CodeHit, readonly Place[]>> {
  const asked = hits.slice(0, HITS_MAX).flatMap((hit) => {
    const piece = pieceOf(hit, root, context);
    return piece === undefined ? [] : [{ hit, piece }];
  });
  const pieces = asked.map(({ piece }) => piece);
  const touched = await touchesOf(pieces, where, context, open);
  const placesAt = (at: number) => touched[at]?.slice(0, TURNS_MAX).map(({ place }) => place);
  return new Map(asked.map(({ hit }, at) => [hit, placesAt(at) ?? []]));
}

async function touchesOf(pieces: FilePiece[], where: Where, context: Context, open: Opening) {
  if (pieces.length === 0) return [];
  const memory = await open(context).catch(asNothing);
  return ifPossible(() => memory?.blame(pieces, withinOf(where, context.cwd))) ?? [];
}

/** Returns what a hit is about, as the file is now; undefined if that is no longer in it. */
function pieceOf(hit: CodeHit, root: string, context: Context): FilePiece | undefined {
  const path = join(root, hit.path);
  const content = textIfReadable(path);
  if (content === undefined) return undefined;
  const file = fileAsked(path, context);
  const { symbol: name, start, end } = hit;
  if (name === null) return { file, content, start, end };
  const symbol = nearest(symbolsNamed(hit.path, content, name)?.all ?? [], hit);
  return symbol && { file, content, start: symbol.start, end: symbol.end, name: symbol.name };
}

/** Returns the symbol of a hit: of those with its name, the one at its place. */
function nearest(symbols: readonly CodeSymbol[], hit: CodeHit): CodeSymbol | undefined {
  const away = ({ start, end }: CodeSymbol) =>
    start <= hit.start && hit.start <= end ? 0 : Math.abs(start - hit.start);
  const named = symbols.filter(({ qualified }) => qualified === hit.symbol);
  return named.toSorted((a, b) => away(a) - away(b))[0];
}
