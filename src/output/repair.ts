/** Renders what was repaired. Pure. */

import type { SavedCopy } from '../memory.ts';
import { isLoss, type Repaired } from '../operations/repair.ts';
import { type Style, withCommands } from '../process/style.ts';
import { saved } from '../salvage/damaged-copies.ts';
import { counted, countedTurns, grouped, printable } from '../text/numbers.ts';

/** `deleteDamaged` is the option that the user gave. */
export function renderRepaired(
  repaired: Repaired,
  { deleteDamaged, interrupted }: { deleteDamaged: boolean; interrupted: boolean },
  paint: Style,
): string {
  const copies = repaired.copies.flatMap((copy) => linesOf(copy, deleteDamaged));
  const result = interrupted
    ? ['Interrupted. Nothing is lost: run `mementor repair` again.']
    : resultLines(repaired, paint);
  return [...copies, ...result].map((line) => `${line}\n`).join('');
}

function resultLines(repaired: Repaired, paint: Style): string[] {
  const { turns, agentTurns, problems, copies, embedded, hint } = repaired;
  if (problems.length > 0) {
    return [`${paint.red('Still damaged:')} ${problems.map(printable).join('; ')}`];
  }
  const vectors = embedded > 0 ? ' Prepared for search by meaning.' : '';
  const verdict = isLoss(repaired) ? paint.red('Not everything was saved.') : paint.green('Sound.');
  const command = paint.cyan('mementor repair --delete-damaged');
  const mayDelete = copies.some(({ complete, deleted }) => complete && !deleted);
  return [
    `${verdict} ${countedTurns(turns, agentTurns)}; all indexes were rebuilt.${vectors}`,
    ...(hint === null ? [] : [`  ${withCommands(printable(hint), paint)}`]),
    ...(mayDelete ? [`  ${command} deletes the damaged copies whose turns were all saved.`] : []),
  ];
}

function linesOf(copy: SavedCopy, deleteDamaged: boolean): string[] {
  const { path, bytes, outcome, transcripts, unreadable, complete, deleted } = copy;
  const lines = [`${printable(path)}${deleted ? ' (deleted)' : ''}`];
  if (unreadable !== undefined) lines.push(`  it cannot be read: ${unreadable}`);
  const read = counted(transcripts, 'transcript');
  lines.push(
    `  saved ${saved(outcome)}: ${grouped(outcome.found)} found in it, ${read} read again`,
  );
  if (complete) return lines;
  if (bytes === 0) return [...lines, '  it is empty: deleting it loses nothing'];
  const kept = deleteDamaged ? 'not deleted: it may hold' : 'keep it: it may hold';
  lines.push(`  ${kept} turns that were not saved. Deleting the file by hand gives them up.`);
  return lines;
}
