/** The log of hooks and worker, which have nobody to speak to. Holds no text of any conversation. */

import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FOLDER_MODE } from '../files/modes.ts';
import { appendText, readText } from '../files/regular-file.ts';

const BYTES_MAX = 256 * 1024;

/** Appends a line; a full log starts anew and its predecessor is kept. Never throws. */
export function log(path: string, now: Date, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > BYTES_MAX) {
      renameSync(path, `${path}.1`);
    }
    appendText(path, `${now.toISOString()} ${oneLine(text)}\n`);
  } catch {
    // Nobody can be told: the home itself can't be written. `mementor doctor` says so.
  }
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}

/** Appends a line unless the log holds it already, of whatever time: what happens at every hook. */
export function logOnce(path: string, now: Date, text: string): void {
  if (!linesOf(path).some((line) => line.endsWith(` ${oneLine(text)}`))) log(path, now, text);
}

function linesOf(path: string): string[] {
  try {
    return readText(path).split('\n');
  } catch {
    return [];
  }
}
