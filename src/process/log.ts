/** The log of hooks and worker, which have no user to report to. Contains no conversation text. */

import { renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../files/folders.ts';
import { FOLDER_MODE } from '../files/modes.ts';
import { appendText, readText } from '../files/regular-file.ts';

const BYTES_MAX = 256 * 1024;

/** Appends a line; rotates a full log and keeps the previous one. Never throws. */
export function log(path: string, now: Date, text: string): void {
  try {
    makeFolder(dirname(path), FOLDER_MODE);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > BYTES_MAX) {
      renameSync(path, `${path}.1`);
    }
    appendText(path, `${now.toISOString()} ${oneLine(text)}\n`);
  } catch {
    // The home itself is not writable, which `mementor doctor` reports.
  }
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}

/**
 * Appends a line unless the log already contains it, whatever its time: for errors of every hook.
 */
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
