/** Renders what `mementor resume` did besides printing the command. Pure. */

import { dirname } from 'node:path';
import type { ResumeAnswer } from '../operations/resume.ts';
import type { Style } from '../process/style.ts';
import { shortId } from '../text/lines.ts';
import { counted, printable } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { cut } from './layout/width.ts';
import { restoredLine, STORED_PARTS } from './restore.ts';

/** Renders what was restored; empty if the transcript was there. */
export function renderResumed({ document, back }: ResumeAnswer, paint: Style): string {
  const { restored } = back;
  if (restored === null || !document.restored) return '';
  const size = { ...restored, bytes: Buffer.byteLength(restored.text) };
  const lines = [
    restoredLine(paint.green('Restored'), size, paint),
    `  to      ${paint.cyan(printable(document.path ?? ''))}`,
    paint.dim(STORED_PARTS),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Says which session it is, before a person is asked whether to go into it. */
export function sessionLine(
  { document, back }: ResumeAnswer,
  { paint, width, home }: Page,
): string {
  const { session, directory, turns } = document;
  const place = directory === null ? [] : [shortPath(directory, { home })];
  const facts = [back.agent, ...place, counted(turns, 'turn')].map(printable);
  return `${cut(`session ${paint.bold(shortId(session))} · ${facts.join(' · ')}`, width)}\n`;
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
  if (back.foundAt !== null || path === null) return [];
  return [
    `${back.agent} may not find the session there: its transcript is in ${printable(dirname(path))}`,
  ];
}
