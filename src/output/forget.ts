/** Renders which turns were forgotten, and what is left of them. Pure. */

import type { Outcome } from '../answers/forget.ts';
import type { Selected } from '../memory.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, grouped, printable } from '../text/numbers.ts';
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
    const count = countOf(turns);
    return `${listOf(turns, paint)}\n${count} would be forgotten. Nothing was changed (--dry-run).\n`;
  }
  return doneLines(outcome, home, paint)
    .map((line) => `${line}\n`)
    .join('');
}

/** Renders the message for an empty selection. */
export function renderNothingMeant(paint: Style): string {
  const hint = '`mementor query` and `mementor sessions` show what is stored';
  return `No stored turn or note is meant by that.\n\n${paint.cyan('hint:')} ${hint}\n`;
}

/** Returns `2 turns and 1 note`. */
export function countOf(all: readonly Selected[]): string {
  const notes = all.filter(({ isNote }) => isNote).length;
  const turns = all.length - notes;
  if (notes === 0) return counted(turns, 'turn');
  return turns === 0
    ? counted(notes, 'note')
    : `${counted(turns, 'turn')} and ${counted(notes, 'note')}`;
}

function doneLines({ turns, cleaned, proof }: Outcome, home: string, paint: Style): string[] {
  const backups = cleaned.done.length;
  const places = backups === 0 ? '' : ` and ${counted(backups, 'backup')}`;
  const unnamed = proof && withoutPending(proof, cleaned.left);
  return [
    `${paint.green('Forgot')} ${countOf(turns)} in the memory${places}.`,
    '  They do not come back: not from their transcripts, not by an import.',
    ...leftLines(cleaned.left, home).map((line) => `  ${line}`),
    ...(unnamed ? proofLines(unnamed, 'them', cleaned.left.length > 0) : []).map(
      (line) => `  ${line}`,
    ),
  ];
}

/** Why a turn is included that was not selected. */
const BECAUSE: Readonly<Record<string, string>> = {
  part: 'part of the same turn',
  subagent: 'of its subagent',
};

const NOTE_BECAUSE: Readonly<Record<string, string>> = { origin: 'note from this turn' };

/** Renders the selected turns and notes. */
export function listOf(turns: readonly Selected[], paint: Style): string {
  const lines = turns
    .slice(0, SHOWN_MAX)
    .map(({ turn, isNote, project, atMs, prompt, because }) => {
      const when = (localTime(atMs) ?? 'unknown').padEnd(16);
      const text = oneLine(prompt, PROMPT_CHARS_MAX) || paint.dim('(no prompt)');
      const reason = isNote ? (NOTE_BECAUSE[because] ?? 'note') : BECAUSE[because];
      const why = reason === undefined ? '' : `  ${paint.dim(`(${reason})`)}`;
      return `${paint.bold(shortId(turn))}  ${paint.dim(when)}  ${printable(project)}  ${text}${why}\n`;
    });
  const more = turns.length - lines.length;
  return lines.join('') + (more > 0 ? `… and ${grouped(more)} more\n` : '');
}
