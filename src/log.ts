/** The log of hooks and worker, which have nobody to speak to. Holds no text of any conversation. */

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const BYTES_MAX = 256 * 1024;

/** Appends a line; a full log starts anew and its predecessor is kept. Never throws. */
export function log(path: string, now: Date, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > BYTES_MAX) {
      renameSync(path, `${path}.1`);
    }
    appendFileSync(path, `${now.toISOString()} ${text.replaceAll('\n', ' ')}\n`, { mode: 0o600 });
  } catch {
    // Nobody can be told: the home itself can't be written. `mementor doctor` says so.
  }
}
