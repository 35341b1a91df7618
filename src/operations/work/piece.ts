/** Which piece of a file a target names: `src/db.rs`, `src/db.rs:12`, `…:12-40`, `…:Store.open`. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CodeSymbol, symbolsNamed } from '../../code-index.ts';
import { MementorError } from '../../errors/errors.ts';
import { readText } from '../../files/regular-file.ts';
import type { Context } from '../../process/context.ts';
import { nearestOf } from '../../text/nearest.ts';
import { counted, printable } from '../../text/numbers.ts';
import { shellWord } from '../../text/shell-word.ts';

/** A piece of a file, as the file is now. */
export interface Piece {
  readonly content: string;
  /** Its first and its last line, from 1. */
  readonly start: number;
  readonly end: number;
  /** What was named; undefined for lines. */
  readonly symbol: CodeSymbol | undefined;
}

export interface Target {
  readonly file: string;
  /** Undefined for the whole file. */
  readonly piece: Piece | undefined;
}

/** Symbols that an error lists. */
const LISTED = 8;

export function targetOf(typed: string, context: Context): Target {
  const [file, part] = partsOf(typed, context);
  if (part === undefined) return { file, piece: undefined };
  const [, start, end = start] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part) ?? [];
  const content = contentOf(file, context);
  const piece =
    start === undefined
      ? symbolPiece(file, content, part)
      : linesPiece(file, content, Number(start), Number(end));
  return { file, piece };
}

/**
 * A part stands behind the first colon that ends the name of a file, else behind the last;
 * `C:\\a.rs` has none, and neither has a file that is called so.
 */
function partsOf(typed: string, { cwd }: Context): readonly [string, string | undefined] {
  if (existsSync(resolve(cwd, typed))) return [typed, undefined];
  const colons = [...typed.matchAll(/:/g)].map(({ index }) => index).filter((at) => at > 1);
  const at =
    colons.find((colon) => existsSync(resolve(cwd, typed.slice(0, colon)))) ?? colons.at(-1);
  const part = at === undefined ? undefined : typed.slice(at + 1).replace(/^:/, '');
  if (at === undefined || part === undefined || /[\\/]/.test(part)) return [typed, undefined];
  const file = typed.slice(0, at);
  if (part !== '') return [file, part];
  throw new MementorError(
    'LINE_UNKNOWN',
    'no line and no name stands behind the colon',
    `${example(file, '12')} asks for a line, ${example(file)} for the whole file`,
  );
}

function example(file: string, part?: string): string {
  return `\`mementor blame ${printable(shellWord(part === undefined ? file : `${file}:${part}`))}\``;
}

function contentOf(file: string, { cwd }: Context): string {
  try {
    return readText(resolve(cwd, file));
  } catch {
    throw new MementorError(
      'FILE_UNREADABLE',
      `${printable(file)} cannot be read, so its lines are not known`,
      `${example(file)} shows all turns that changed it`,
    );
  }
}

function linesPiece(file: string, content: string, start: number, end: number): Piece {
  const lines = content.split(/\r?\n/);
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const [missing] = [start, end].filter((line) => line < 1 || line > count);
  if (missing === undefined && start <= end) return { content, start, end, symbol: undefined };
  throw new MementorError(
    'LINE_UNKNOWN',
    missing === undefined
      ? `line ${end} does not come behind line ${start}`
      : `${printable(file)} has ${counted(count, 'line')}, and no line ${missing}`,
    'name one that it has, or leave the number out',
  );
}

function symbolPiece(file: string, content: string, name: string): Piece {
  const named = symbolsNamed(file, content, name);
  if (named === undefined) {
    throw new MementorError(
      'LANGUAGE_UNKNOWN',
      `${printable(file)} is in no language whose names are known`,
      `${example(file, '12')} asks for a line, ${example(file)} for the whole file`,
    );
  }
  const found = named.all.filter((_, at) => named.meant.includes(at));
  const [symbol] = found;
  if (symbol !== undefined && found.length === 1) {
    return { content, start: symbol.start, end: symbol.end, symbol };
  }
  if (symbol === undefined) throw unknown(file, name, named.all);
  const listed = found.map((each) => `${each.qualified} (${each.start}-${each.end})`);
  throw new MementorError(
    'SYMBOL_AMBIGUOUS',
    `${counted(found.length, 'symbol')} of ${printable(file)} are called ${printable(name)}: ${shown(listed)}`,
    `name more of it, or its lines: ${example(file, `${symbol.start}-${symbol.end}`)}`,
  );
}

function unknown(file: string, name: string, symbols: readonly CodeSymbol[]): MementorError {
  const names = [...new Set(symbols.map(({ qualified }) => qualified))];
  const short = new Map(symbols.map((symbol) => [symbol.name, symbol.qualified]));
  const near = nearestOf(name, [...short.keys()]).map((each) => short.get(each) ?? each);
  const listed = near.length > 0 ? near : names;
  return new MementorError(
    'SYMBOL_UNKNOWN',
    `${printable(file)} defines nothing called ${printable(name)}`,
    names.length === 0
      ? `${example(file, '12')} asks for a line`
      : `${near.length > 0 ? 'nearest' : 'it defines'}: ${shown(listed)}`,
  );
}

function shown(names: readonly string[]): string {
  const more = names.length > LISTED ? [`and ${names.length - LISTED} more`] : [];
  return [...names.slice(0, LISTED).map(printable), ...more].join(', ');
}
