/** Renders what was masked, and what is left of it. Pure. */

import type { Scrubbed } from '../answers/scrub.ts';
import { isClean } from '../forget/proof.ts';
import { counted } from '../text/numbers.ts';
import { leftLines, proofLines, withoutPending } from './proof.ts';
import type { Style } from './style.ts';

export function renderScrubbed(scrubbed: Scrubbed, home: string, paint: Style): string {
  const { turns, changed, notes, notesChanged, masked, cleaned, proof, isInPattern } = scrubbed;
  const backups = cleaned.done.length;
  const places = backups === 0 ? '' : ` and ${counted(backups, 'backup')}`;
  const what = masked === 0 ? 'Nothing to mask' : `Masked ${counted(masked, 'secret')}`;
  const named = withoutPending(proof, cleaned.left);
  const isProven = masked > 0 || !isClean(named);
  const ofNotes = notes === 0 ? '' : ` and ${counted(notes, 'note')}`;
  const lines = [
    `${paint.green(what)}; looked through ${counted(turns, 'turn')}${ofNotes}${places}.`,
    ...(changed > 0
      ? [`  ${counted(changed, 'turn')} changed, with all that is derived from them`]
      : []),
    ...(notesChanged > 0 ? [`  ${counted(notesChanged, 'note')} changed`] : []),
    ...leftLines(cleaned.left, home).map((line) => `  ${line}`),
    ...(isProven ? proofLines(named, 'them', cleaned.left.length > 0) : []).map(
      (line) => `  ${line}`,
    ),
    ...(isInPattern ? ['  The pattern itself stands in config.json, where `mask` names it.'] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
