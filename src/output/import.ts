/** Renders what was imported. Pure. */

import type { ImportDocument } from '../operations/import.ts';
import type { Style } from '../process/style.ts';
import { counted, countedTurns } from '../text/numbers.ts';

const UNTRUSTED =
  '  Its notes are proposed (`mementor notes review`), and its prompts are not yours; `--trust` is for a file of your own machines';

export function renderImported(document: ImportDocument, paint: Style): string {
  const { turns, agentTurns, changed, unchanged, notes, notesUnchanged, unreadable } = document;
  const and = notes === 0 ? '' : ` and ${counted(notes, 'note')}`;
  const lines = [
    `${paint.green('Imported')} ${countedTurns(turns, agentTurns)}${and}.`,
    ...(changed > 0 ? [`  ${counted(changed, 'turn')} known here got more`] : []),
    ...(unchanged > 0 ? [`  ${counted(unchanged, 'turn')} known or forgotten here`] : []),
    ...(notesUnchanged > 0 ? [`  ${counted(notesUnchanged, 'note')} known or forgotten here`] : []),
    ...(unreadable > 0 ? [`  ${counted(unreadable, 'line')} could not be read`] : []),
    ...(document.trusted ? [] : [UNTRUSTED]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
