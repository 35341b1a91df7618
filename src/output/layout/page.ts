/**
 * What a renderer must know about the place its text goes to: width, colours, the present time.
 *
 * A command makes one with `pageOf(context.stdout, context)` and gives it to a pure renderer:
 *
 *   const { width, paint, nowMs } = page;
 *   cut(text, width)                      one line, cut with `…`              (width.ts)
 *   cutPath(path, width)                  one line, keeps the file's name     (width.ts)
 *   spread(left, right, width)            one line, `right` at the right edge (width.ts)
 *   hanging('  > ', text, width)          wrapped lines below a first column  (wrap.ts)
 *   fields([['when', …], …], page)        `name  value` rows, values wrapped  (wrap.ts)
 *   table(rows, columns, width)           aligned columns, one of them cut    (table.ts)
 *   shortPath(path, { folder, home })     `src/db.rs`, `~/x`                  (paths.ts)
 *   when(atMs, nowMs), relativeTime(…)    `9 months ago · 2026-02-02 07:39`   (when.ts)
 *
 * All take text that may contain colours and wide characters. In a pipe the width is infinite:
 * nothing is cut or wrapped. Stored text is untrusted: pass it through `oneLine` or `printable`.
 */

import type { Context, Output } from '../../process/context.ts';
import { type Style, style } from '../../process/style.ts';

export interface Page {
  /** Columns; infinite where nothing shall be cut or wrapped. */
  readonly width: number;
  readonly paint: Style;
  readonly nowMs: number;
  /** The user's home directory, which paths show as `~`. */
  readonly home: string;
}

/** Narrower terminals get lines of this width, which they wrap themselves. */
const COLUMNS_MIN = 20;
const COLUMNS_UNKNOWN = 80;

/** Returns the page for an output stream. */
export function pageOf(
  output: Output,
  { env, now, homedir }: Pick<Context, 'env' | 'now' | 'homedir'>,
): Page {
  return {
    width: columnsOf(output, env),
    paint: style(output, env),
    nowMs: now().getTime(),
    home: homedir,
  };
}

/** Like git: a terminal's width is `COLUMNS` if it is set, else what the terminal says. */
function columnsOf({ isTTY, columns }: Output, { COLUMNS }: Context['env']): number {
  if (!isTTY) return Number.POSITIVE_INFINITY;
  const chosen = /^\d{1,5}$/.test(COLUMNS ?? '') ? Number(COLUMNS) : 0;
  return Math.max(COLUMNS_MIN, chosen || columns || COLUMNS_UNKNOWN);
}
