/** Renders the upkeep of notes. Pure. */

import type { TidiedNote, TidiedStep } from '../memory.ts';
import type { Tidied } from '../operations/notes/tidy.ts';
import { shownState } from '../text/note-states.ts';
import { counted } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';
import type { Page } from './layout/page.ts';
import { hanging } from './layout/wrap.ts';
import { noteRow } from './note-row.ts';
import { leftLines, proofLines, withoutPending } from './proof.ts';

/** Renders each note with its moves: what, when and why; then how many there were. */
export function renderTidied({ dryRun, notes, gone }: Tidied, home: string, page: Page): string {
  const { paint, width } = page;
  if (notes.length === 0) return 'Nothing to tidy: no note is due.\n';
  const lines = notes.flatMap((each) => [
    headOf(each, dryRun, page),
    ...each.steps.flatMap((step) => hanging('  ', stepText(step, each), width)),
  ]);
  const many = counted(notes.length, 'note');
  const isAllGone = notes.every(({ steps }) => steps.some(({ to }) => to === 'gone'));
  const end = dryRun
    ? `${many} would be tidied. Nothing was changed.`
    : `${paint.green('Tidied')} ${many}.${isAllGone ? '' : UNDO}`;
  const proof = gone === undefined ? [] : goneLines(gone, home);
  return [...lines, '', end, ...proof].map((line) => `${line}\n`).join('');
}

const UNDO = ' `mementor notes undo ID` takes a move back.';

function goneLines({ cleaned, proof }: NonNullable<Tidied['gone']>, home: string): string[] {
  const { left } = cleaned;
  const proved =
    proof === undefined ? [] : proofLines(withoutPending(proof, left), 'them', left.length > 0);
  return [...leftLines(left, home), ...proved];
}

/** The words of a note that is gone are not printed. */
function headOf({ note, steps }: TidiedNote, dryRun: boolean, { paint, width }: Page): string {
  const isGone = !dryRun && steps.some(({ to }) => to === 'gone');
  const shown = isGone ? { ...note, summary: '', tags: [] } : note;
  return noteRow(shown, true, paint, width).trimEnd();
}

function stepText({ from, to, because, atMs, sinceMs }: TidiedStep, each: TidiedNote): string {
  const since = localDay(sinceMs) ?? 'unknown';
  const reasons: Readonly<Record<string, string>> = {
    'said-often': `said in ${each.note.said} sessions, importance ${each.importance.toFixed(2)}`,
    unused: `neither said nor shown since ${since}`,
    faint: `confidence is only ${each.note.confidence.toFixed(2)}, and neither said nor shown since ${since}`,
    'archived-long': `in the archive since ${since}`,
    'tombstone-long': `expired since ${since}`,
  };
  const why = reasons[because] ?? because;
  return `${localDay(atMs) ?? 'unknown'}  ${shownState(from)} → ${shownState(to)}: ${why}`;
}
