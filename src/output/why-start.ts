/** Renders what a session got when it started. Pure. */

import type { FoundStart } from '../operations/why-start.ts';
import type { Style } from '../process/style.ts';
import { shortId } from '../text/lines.ts';
import { counted, printable } from '../text/numbers.ts';
import { layerTable } from './context.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { when } from './layout/when.ts';
import { fields, hanging } from './layout/wrap.ts';
import { namedSessions } from './work/lessons.ts';

/** Renders when a session got something, what it cost, and the text. */
export function renderStart(document: FoundStart, page: Page): string {
  const { session, at, told, directory, tokens, layers, lessons, text } = document;
  const { paint, home, nowMs } = page;
  const rows: (readonly [string, string])[] = [
    ['session', shortId(session)],
    ['told', told === 'start' ? 'when it started' : 'after its context was compacted'],
    ['when', when(Date.parse(at), nowMs)],
    ['folder', paint.cyan(printable(shortPath(directory, { home })))],
    ['size', `about ${counted(tokens, 'token')}`],
  ];
  const gone = paint.dim('(the text was removed: something was forgotten or masked since)');
  const quoted = text === null ? [gone] : text.split('\n').map(printable);
  const lines = [
    ...fields(rows, page),
    ...layerTable(layers, page).map((line) => `  ${line}`),
    '',
    ...quoted,
    ...lessons.flatMap((lesson) => lessonLines(lesson, page)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Says what a lesson in the text comes from. */
function lessonLines({ id, sessions }: FoundStart['lessons'][number], page: Page): string[] {
  const hint = `\`mementor lessons --reject ${printable(id)}\` ends it`;
  const text = `lesson ${printable(id)} is from sessions ${namedSessions(sessions)}; ${hint}`;
  return ['', ...hanging('', text, page.width)].map(page.paint.dim);
}

export function renderNoStart(whose: string, paint: Style): string {
  const hint = '`mementor why --start --now` shows what a session here would be told now';
  return `No session of ${printable(whose)} is recorded that was told anything when it started.\n\n${paint.cyan('hint:')} ${hint}\n`;
}
