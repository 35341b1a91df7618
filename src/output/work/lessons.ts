/** Renders lessons from failures that came again. Pure. */

import type { LessonRow } from '../../memory.ts';
import type { Decision } from '../../operations/lessons.ts';
import { oneLine, shortId } from '../../text/lines.ts';
import { counted } from '../../text/numbers.ts';
import { factLine } from '../hits.ts';
import type { Page } from '../layout/page.ts';
import { relativeTime } from '../layout/when.ts';
import { hanging } from '../layout/wrap.ts';

/** The most sessions that are named for one. */
const SESSIONS_MAX = 3;

/** Renders each lesson, and below it what it comes from. */
export function renderLessons(rows: readonly LessonRow[], page: Page): string {
  const { paint, width, nowMs } = page;
  const lines = rows.flatMap((row) => {
    const facts = factLine([
      `lesson ${row.id}`,
      `failed in ${counted(row.sessions.length, 'session')}: ${namedSessions(row.sessions)}`,
      `last ${relativeTime(row.lastMs, nowMs)}`,
      row.isRejected ? 'rejected' : null,
      row.isTold && !row.isRejected ? 'told at a start' : null,
    ]);
    return [
      ...hanging('', oneLine(row.line), width),
      ...hanging('    ', facts, width).map(paint.dim),
    ];
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Names the last sessions that failed. */
export function namedSessions(sessions: readonly string[]): string {
  const named = sessions.slice(0, SESSIONS_MAX).map(shortId).join(', ');
  return sessions.length > SESSIONS_MAX ? `${named}, …` : named;
}

export const NO_LESSONS = 'Nothing failed here in several sessions that would be worth telling.\n';

/** Says what was decided about a lesson, and how to undo it. */
export function decidedSentence(decision: Decision, { id }: LessonRow, { paint }: Page): string {
  const said = {
    reject: `lesson ${id} is told to nobody`,
    accept: `lesson ${id} is a rule from now on; \`mementor notes\` shows it`,
    restore: `lesson ${id} is told again`,
  }[decision];
  const undo = `  undo: ${paint.cyan(`mementor lessons --restore ${id}`)}\n`;
  return `${said}\n${decision === 'reject' ? undo : ''}`;
}
