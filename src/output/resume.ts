/** Renders what `mementor resume` did besides printing the command. Pure. */

import { dirname } from 'node:path';
import { AGENTS } from '../agents/all.ts';
import type { ResumeAnswer } from '../operations/resume.ts';
import type { Style } from '../process/style.ts';
import { printable } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';
import { restoredLine, STORED_PARTS } from './restore.ts';

/** Renders what was restored; empty if the transcript was there. */
export function renderResumed({ document, restored }: ResumeAnswer, paint: Style): string {
  if (!document.restored) return '';
  const size = { ...restored, bytes: Buffer.byteLength(restored.text) };
  const lines = [
    restoredLine(paint.green('Restored'), size, paint),
    `  to      ${paint.cyan(printable(document.path))}`,
    paint.dim(STORED_PARTS),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns why the command may fail, if it may. */
export function resumeWarnings({ document, back }: ResumeAnswer): string[] {
  const { directory, directoryExists, path } = document;
  if (directory !== null && !directoryExists) {
    const folder = printable(shellWord(directory));
    return [
      `${printable(directory)} no longer exists: create it first, with \`mkdir -p ${folder}\``,
    ];
  }
  if (back.foundAt !== undefined) return [];
  const { displayName } = AGENTS[0];
  return [
    `${displayName} may not find the session there: its transcript is in ${printable(dirname(path))}`,
  ];
}
