/** `fix`: what ended an error when it was met before. */

import { MementorError } from '../../errors/errors.ts';
import type { Fixes, LessonRow } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import type { Where } from '../../reports/project-scope.ts';
import { dated } from '../dated.ts';
import { asked, placeOf } from './asked.ts';

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
  const fixes = memory.fix(error, place);
  const lessons = memory.lessons({ error }, place);
  return { fixes, lessons, document: documentOf(fixes, lessons) };
}

function documentOf(fixes: Fixes, lessons: readonly LessonRow[]) {
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
    lessons: lessons.map(dated),
  };
}
