/** `fix`: what ended an error when it was met before. */

import { MementorError } from '../../errors/errors.ts';
import type { Fixes } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import type { Where } from '../../reports/project-scope.ts';
import { asked, placeOf, translated } from './asked.ts';

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
  return { fixes, document: documentOf(fixes) };
}

function documentOf(fixes: Fixes) {
  return {
    version: 1,
    isNamed: fixes.isNamed,
    sessions: fixes.sessions,
    turnsRead: fixes.read,
    turnsLeftOut: fixes.leftOut,
    ended: fixes.ended.map(({ met, ended, command, passed, said, ...rest }) => ({
      ...rest,
      command,
      passed,
      said,
      met: placeOf(met),
      ended: placeOf(ended),
    })),
    open: fixes.open ? placeOf(fixes.open) : null,
  };
}
