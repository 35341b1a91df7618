/** The log of hooks and worker, which have no user to report to. Contains no conversation text. */

import { renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../files/folders.ts';
import { FOLDER_MODE } from '../files/modes.ts';
import { appendText } from '../files/regular-file.ts';

const BYTES_MAX = 256 * 1024;

/** Appends a line; rotates a full log and keeps the previous one. Never throws. */
export function log(path: string, now: Date, text: string): void {
  try {
    makeFolder(dirname(path), FOLDER_MODE);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > BYTES_MAX) {
      renameSync(path, `${path}.1`);
    }
    appendText(path, `${now.toISOString()} ${text.replaceAll('\n', ' ')}\n`);
  } catch {
    // The home itself is not writable, which `mementor doctor` reports.
  }
}
