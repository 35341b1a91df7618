/**
 * How the server of warm recall and the hook agree, in a folder of the home: who answers
 * a prompt, and in which client a server answers prompts. The core claims and marks.
 */

import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../files/folders.ts';
import { FOLDER_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { warmOf } from './paths.ts';

/** Makes the folder, so that prompts are claimed. */
export function prepare(home: string): void {
  makeFolder(warmOf(home), FOLDER_MODE);
}

/** A client whose prompts a server answers, or has answered. */
export interface Mark {
  readonly client: number;
  readonly server: number;
}

export function marksIn(home: string): readonly Mark[] {
  return namesIn(home).flatMap((name) => {
    const text = /^\d+$/.test(name) ? (textIfReadable(join(warmOf(home), name)) ?? '') : '';
    return /^\d+\n$/.test(text) ? [{ client: Number(name), server: Number(text) }] : [];
  });
}

/** Longer than any prompt waits for its hooks. */
const CLAIM_MS_MAX = 10 * 60 * 1_000;
/** A session that is older than this is answered by the hook again. */
const MARK_MS_MAX = 30 * 24 * 60 * 60 * 1_000;

/** Deletes old claims, and marks of servers that were killed. Never throws. */
export function expireClaims(home: string, nowMs: number): void {
  for (const name of namesIn(home)) {
    const path = join(warmOf(home), name);
    const ageMs = nowMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs);
    const most = name.endsWith('.claim') ? CLAIM_MS_MAX : MARK_MS_MAX;
    if (ageMs <= most) continue;
    try {
      rmSync(path, { force: true });
    } catch {
      // The next worker tries again.
    }
  }
}

function namesIn(home: string): string[] {
  try {
    return readdirSync(warmOf(home)).filter((name) => /^(?:\d+|[\w-]+\.claim)$/.test(name));
  } catch {
    return [];
  }
}

/** Deletes the folder and what is ours in it, so that no prompt is claimed any more. */
export function clear(home: string): void {
  for (const name of namesIn(home)) rmSync(join(warmOf(home), name), { force: true });
  try {
    rmdirSync(warmOf(home));
  } catch {
    // It is not there, or has files of others.
  }
}
