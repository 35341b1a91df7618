/** `blame`: the turns that changed a file, or wrote one of its lines. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { MementorError } from '../../errors/errors.ts';
import { readText } from '../../files/regular-file.ts';
import type { Context } from '../../process/context.ts';
import type { Where } from '../../reports/project-scope.ts';
import { counted, printable } from '../../text/numbers.ts';
import { shellWord } from '../../text/shell-word.ts';
import { asked, fileAsked, placeOf, translated } from './asked.ts';

export interface BlameOptions extends Where {
  /** `src/db.rs`, or `src/db.rs:12` for a line. */
  readonly target: string;
  readonly limit: number;
}

export async function blame({ target, limit, ...where }: BlameOptions, context: Context) {
  const { file, line } = partsOf(target, context);
  const text = line === undefined ? undefined : lineOf(file, line, context);
  const { memory, place } = await asked(where, context);
  const path = fileAsked(file, context);
  const all = translated(() => memory.blame(path, text ?? null, place));
  const touches = all.slice(0, limit);
  const document = {
    version: 1,
    file: path,
    line: line ?? null,
    text: text ?? null,
    turns: touches.map(({ place: at, changes }) => ({ ...placeOf(at), changes })),
    more: all.length - touches.length,
  };
  return { file: path, line, text, touches, more: all.length - touches.length, document };
}

export type Blamed = Awaited<ReturnType<typeof blame>>;

/**
 * A number after the last colon is a line; `C:\\a.rs` has none. Whatever else is there is a
 * mistake, unless a file is called so.
 */
function partsOf(
  target: string,
  { cwd }: Context,
): { readonly file: string; readonly line?: number } {
  const [, file, rest = ''] = /^(.+):([^:/\\]*)$/s.exec(target) ?? [];
  const isDrive = file !== undefined && /^[a-z]$/i.test(file);
  if (file === undefined || isDrive || existsSync(resolve(cwd, target))) return { file: target };
  if (/^\d{1,7}$/.test(rest)) return { file, line: Number(rest) };
  const [whole, ofLine] = [file, `${file}:12`].map((word) => printable(shellWord(word)));
  throw new MementorError(
    'LINE_UNKNOWN',
    rest === '' ? 'no line stands behind the colon' : `${printable(rest)} is no number of a line`,
    `\`mementor blame ${ofLine}\` asks for a line, \`mementor blame ${whole}\` for the whole file`,
  );
}

/** Returns the text of a line as the file has it now. */
function lineOf(file: string, line: number, { cwd }: Context): string {
  const lines = contentOf(resolve(cwd, file), file).split(/\r?\n/);
  const text = lines[line - 1]?.trim();
  if (text === undefined || line < 1) {
    const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    throw new MementorError(
      'LINE_UNKNOWN',
      `${printable(file)} has ${counted(count, 'line')}, and no line ${line}`,
      'name one that it has, or leave the number out',
    );
  }
  if (/[\p{L}\p{N}]/u.test(text)) return text;
  throw new MementorError(
    'LINE_EMPTY',
    `line ${line} of ${printable(file)} has no words, so any turn may have written it`,
    'name the line before or after it, or leave the number out',
  );
}

function contentOf(path: string, named: string): string {
  try {
    return readText(path);
  } catch {
    throw new MementorError(
      'FILE_UNREADABLE',
      `${printable(named)} cannot be read, so its lines are not known`,
      `leave the number out for all turns that changed it: \`mementor blame ${printable(shellWord(named))}\``,
    );
  }
}
