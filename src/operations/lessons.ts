/** Lessons from failures that came again: listing them, and what a person decides about one. */

import { MementorError } from '../errors/errors.ts';
import { homeOf } from '../home/paths.ts';
import { type LessonRow, native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import type { Where } from '../reports/project-scope.ts';
import { dated } from './dated.ts';
import { beginningOfId } from './id.ts';
import { remember } from './notes/write.ts';
import { asked } from './work/asked.ts';

/** What a person decides: it is told to nobody, it is a rule from now on, or neither. */
export type Decision = 'reject' | 'accept' | 'restore';

/** Returns all lessons: those that a session is told of when it starts come first. */
export async function lessons(where: Where, context: Context): Promise<readonly LessonRow[]> {
  const { memory, place } = await asked(where, context);
  return memory.lessons({}, place);
}

export function lessonsDocument(rows: readonly LessonRow[]) {
  return { version: 1, lessons: rows.map(dated) };
}

/** Decides about the lesson whose id begins so. Returns undefined if nobody waited for the lock. */
export async function decide(
  decision: Decision,
  id: string,
  where: Where,
  context: Context,
  watch: Watch,
): Promise<LessonRow | undefined> {
  const beginning = beginningOfId(id, WHERE_IDS);
  const found = (await lessons(where, context)).filter((row) => row.id.startsWith(beginning));
  const [row] = found;
  if (row === undefined || found.length > 1) {
    const what = row === undefined ? 'no lesson has' : 'several lessons have';
    throw new MementorError('LESSON_UNKNOWN', `${what} an id that begins with ${id}`, WHERE_IDS);
  }
  if (decision === 'accept') {
    const note = { text: row.line, kind: 'rule', tags: [], files: [], supersedes: [] } as const;
    const options = { ...note, scope: 'project', pin: false, project: where.project } as const;
    if ((await remember(options, context, watch)) === undefined) return undefined;
  }
  // A note says it from now on.
  const off = decision === 'restore';
  native().mute(homeOf(context), { what: 'lesson', name: row.id, directory: context.cwd, off });
  return { ...row, isRejected: !off };
}

const WHERE_IDS = '`mementor lessons` shows ids';
