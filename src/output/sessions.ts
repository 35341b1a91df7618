/** Renders the sessions. Pure. */

import type { SessionsAnswer, SessionsOptions } from '../answers/sessions.ts';
import type { SessionRow } from '../memory.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
import { factLine } from './hits.ts';
import type { Style } from './style.ts';

const PROMPT_CHARS_MAX = 100;

export function renderSessions(
  { rows }: SessionsAnswer,
  { everything }: SessionsOptions,
  paint: Style,
): string {
  // A single project would be the same on every line.
  return rows.map((row) => renderSession(row, everything, paint)).join('');
}

/** Renders the message for when there is no session. */
export function renderNoSession({ everything, project }: SessionsOptions, paint: Style): string {
  const where = everything ? '' : ' of this project';
  const which = project === undefined ? where : ` of project ${oneLine(project)}`;
  const nothing = `No session${which} is stored.\n`;
  if (everything) return nothing;
  const hint = '`mementor status` lists the projects, `--all-projects` the sessions of them all';
  return `${nothing}\n${paint.cyan('hint:')} ${hint}\n`;
}

/** Renders time, number of turns, project and branch, and below them the prompt. */
export function renderSession(row: SessionRow, named: boolean, paint: Style): string {
  const facts = [counted(row.turns, 'turn'), ...(named ? [row.project] : []), row.branch];
  const when = (localTime(row.endedAtMs) ?? 'unknown').padEnd(16);
  const prompt = oneLine(row.prompt, PROMPT_CHARS_MAX);
  return [
    `${paint.bold(shortId(row.session))}  ${paint.dim(when)}  ${factLine(facts)}\n`,
    prompt === '' ? `  ${paint.dim('(no prompt)')}\n` : `  ${paint.green('>')} ${prompt}\n`,
  ].join('');
}
