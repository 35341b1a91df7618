/** `fix`: what ended an error when it was met before. */

import type { Fixes, Memory } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { MementorError } from '../../process/errors.ts';
import { asked, placeOf, translated, type Where } from './asked.ts';

export interface FixOptions extends Where {
  /** The error: one line, or a pasted output. */
  readonly error: string;
}

export async function fix({ error, ...where }: FixOptions, context: Context) {
  if (!/[\p{L}\p{N}]/u.test(error)) {
    throw new MementorError(
      'ERROR_MISSING',
      'no error is given',
      'quote its line, or pipe the output: `npm test 2>&1 | mementor fix`',
    );
  }
  const { memory, place } = await asked(where, context);
  const fixes = translated(() => memory.fix(error, place));
  const folders = new Map(fixes.ended.map(({ met }) => [met.turn, folderOf(met.turn, memory)]));
  return { fixes, folders, document: documentOf(fixes) };
}

/** Returns the folder that a turn worked in, if it is known. */
function folderOf(turn: string, memory: Memory): string | undefined {
  return translated(() => memory.show(turn)).find((each) => each.turn === turn)?.cwd;
}

function documentOf(fixes: Fixes) {
  return {
    version: 1,
    sessions: fixes.sessions,
    turnsRead: fixes.read,
    turnsLeftOut: fixes.leftOut,
    ended: fixes.ended.map(({ met, ended, command, passed, said, ...rest }) => ({
      ...rest,
      command: command ?? null,
      passed: passed ?? null,
      said: said ?? null,
      met: placeOf(met),
      ended: placeOf(ended),
    })),
    open: fixes.open ? placeOf(fixes.open) : null,
  };
}
