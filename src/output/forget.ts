/** Renders which turns were forgotten, and what is left of them. Pure. */

import type { Outcome } from '../answers/forget.ts';
import type { Selected } from '../memory.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, printable } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
import type { Page } from './layout/page.ts';
import { table } from './layout/table.ts';
import { leftLines, proofLines, withoutPending } from './proof.ts';
import type { Style } from './style.ts';

const SHOWN_MAX = 20;

const PROJECT_COLUMNS_MAX = 24;

/** Renders the outcome; `home` is Mementor's home. */
export function renderForgotten(outcome: Outcome, home: string, page: Page): string {
  const { turns, done } = outcome;
  if (done === 'declined') return 'Nothing was forgotten.\n';
  if (done === 'shown') {
    const count = counted(turns.length, 'turn');
    return `${listOf(turns, page)}\n${count} would be forgotten. Nothing was changed (--dry-run).\n`;
  }
  return doneLines(outcome, home, page.paint)
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
    `${paint.green('Forgot')} ${counted(turns.length, 'turn')} in the memory${places}.`,
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

/** Renders the selected turns, one line each. */
export function listOf(turns: readonly Selected[], { width, paint }: Page): string {
  const rows = turns
    .slice(0, SHOWN_MAX)
    .map(({ turn, project, atMs, prompt, because }) => [
      paint.bold(shortId(turn)),
      paint.dim(localTime(atMs) ?? 'unknown'),
      printable(project),
      oneLine(prompt) || paint.dim('(no prompt)'),
      BECAUSE[because] === undefined ? '' : paint.dim(`(${BECAUSE[because]})`),
    ]);
  const columns = [{}, {}, { widthMax: PROJECT_COLUMNS_MAX, from: 70 }, { flexible: true }, {}];
  const lines = table(rows, columns, width).map((line) => `${line}\n`);
  const more = turns.length - lines.length;
  return lines.join('') + (more > 0 ? `… and ${counted(more, 'turn')} more\n` : '');
}
