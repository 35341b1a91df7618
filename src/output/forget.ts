/** Renders which turns were forgotten, and what is left of them. Pure. */

import type { Outcome } from '../answers/forget.ts';
import type { Selected } from '../memory.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, countedTurns, printable } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
import { leftLines, proofLines, withoutPending } from './proof.ts';
import type { Style } from './style.ts';

const SHOWN_MAX = 20;

const PROMPT_CHARS_MAX = 72;

/** Renders the outcome; `home` is Mementor's home. */
export function renderForgotten(outcome: Outcome, home: string, paint: Style): string {
  const { turns, done } = outcome;
  if (done === 'declined') return 'Nothing was forgotten.\n';
  if (done === 'shown') {
    const count = countedSelection(turns);
    return `${listOf(turns, paint)}\n${count} would be forgotten. Nothing was changed (--dry-run).\n`;
  }
  return doneLines(outcome, home, paint)
    .map((line) => `${line}\n`)
    .join('');
}

/** Renders the message for an empty selection. */
export function renderNothingMeant(paint: Style): string {
  const hint = '`mementor query` and `mementor sessions` show what is stored';
  return `No stored turn is meant by that.\n\n${paint.cyan('hint:')} ${hint}\n`;
}

function doneLines({ turns, cleaned, proof }: Outcome, home: string, paint: Style): string[] {
  const backups = cleaned.done.length;
  const places = backups === 0 ? '' : ` and ${counted(backups, 'backup')}`;
  const unnamed = proof && withoutPending(proof, cleaned.left);
  return [
    `${paint.green('Forgot')} ${countedSelection(turns)} in the memory${places}.`,
    '  They do not come back: not from their transcripts, not by an import.',
    ...leftLines(cleaned.left, home).map((line) => `  ${line}`),
    ...(unnamed ? proofLines(unnamed, 'them', cleaned.left.length > 0) : []).map(
      (line) => `  ${line}`,
    ),
  ];
}

/** Counts turns as every report does: those of subagents apart. */
export function countedSelection(turns: readonly Selected[]): string {
  const ofAgents = turns.filter((turn) => turn.agent).length;
  return countedTurns(turns.length - ofAgents, ofAgents);
}

/** Why a turn is included that was not selected. */
const BECAUSE: Readonly<Record<string, string>> = {
  part: 'part of the same turn',
  subagent: 'of its subagent',
};

/** Renders the selected turns. */
export function listOf(turns: readonly Selected[], paint: Style): string {
  const lines = turns.slice(0, SHOWN_MAX).map(({ turn, project, atMs, prompt, because }) => {
    const when = (localTime(atMs) ?? 'unknown').padEnd(16);
    const text = oneLine(prompt, PROMPT_CHARS_MAX) || paint.dim('(no prompt)');
    const why = BECAUSE[because] === undefined ? '' : `  ${paint.dim(`(${BECAUSE[because]})`)}`;
    return `${paint.bold(shortId(turn))}  ${paint.dim(when)}  ${printable(project)}  ${text}${why}\n`;
  });
  const more = turns.length - lines.length;
  return lines.join('') + (more > 0 ? `… and ${counted(more, 'turn')} more\n` : '');
}
