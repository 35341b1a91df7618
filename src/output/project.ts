/** Renders a directory's project, and what changing it moved. Pure. */

import type { MovedDocument, ProjectAnswer } from '../operations/project.ts';
import { withCommands } from '../process/style.ts';
import { keptApart } from '../reports/kept-apart.ts';
import { counted, printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { fields, hanging } from './layout/wrap.ts';

const REASONS: Readonly<Record<string, string>> = {
  alone: 'it names no remote',
  first: 'it is the first here that names this remote',
  known: 'it was seen with this remote before',
  proven: 'it shares commits with a repository that is known here',
  moved: 'it has the commits of a repository that is gone from where it was',
  joined: 'you said so; `mementor project leave` undoes it',
  left: 'you said so; `mementor project join` undoes it',
  unproven: 'it names a remote that is known here, and shares no commit with it',
};

export function renderProject({ belonging, name }: ProjectAnswer, page: Page): string {
  const { project, reason } = belonging;
  const apart = keptApart(belonging);
  const why = REASONS[reason] ?? reason;
  const about = apart === undefined ? [] : [printable(apart.detail), printable(apart.fix)];
  const rows = [
    ['project', page.paint.cyan(printable(name))],
    ['key', printable(project.key)],
    ['because', withCommands(why, page.paint)],
  ] as const;
  const lines = [
    ...fields(rows, page),
    ...(about.length > 0 ? [''] : []),
    ...about.flatMap((text) => hanging('', text, page.width)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** `verb` is what the directory does: it joins a project, or leaves for one. */
export function renderMoved(
  { done, from, to, turns, notes, moved }: MovedDocument,
  directory: string,
  verb: string,
  { width }: Page,
): string {
  const isDone = done === 'done';
  const would = isDone ? '' : 'Nothing was changed. ';
  if (from?.key === to.key) {
    const what = `${printable(directory)} stays in ${printable(to.key)}, and you are not asked about it any more.`;
    return `${hanging('', `${would}${what}`, width).join('\n')}\n`;
  }
  const what = `${would}${printable(directory)} ${verb} ${printable(to.key)}`;
  const text = `${what}${moveOf(isDone, isDone ? moved : turns, notes)}`;
  return `${hanging('', text, width).join('\n')}\n`;
}

/** Says what moves along, or that there is nothing: what comes later belongs there all the same. */
function moveOf(isDone: boolean, turns: number, notes: number): string {
  const things = [
    ...(turns > 0 ? [counted(turns, 'turn')] : []),
    ...(notes > 0 ? [counted(notes, 'note')] : []),
  ];
  if (things.length > 0) return `: ${things.join(' and ')} ${isDone ? 'moved' : 'would move'}.`;
  const later = isDone ? 'will belong' : 'would belong';
  return `. Nothing was stored from here yet; what is stored from now on ${later} there.`;
}
