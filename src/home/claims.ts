/**
 * How the server of warm recall and the hook agree, in a folder of the home: who answers
 * a prompt, and in which client a server answers prompts. Synchronous: the hook uses it.
 */

import { readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../errors/errors.ts';
import { makeFolder } from '../files/folders.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { isPlainName } from '../files/plain-name.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { warmOf } from './paths.ts';

/**
 * Claims a prompt. Returns false if somebody else has claimed it. Without the folder there is no
 * server, and what cannot be claimed is answered: no answer would be the greater loss.
 */
export function claim(home: string, promptId: string | undefined): boolean {
  if (promptId === undefined || !isPlainName(promptId)) return true;
  try {
    writeFileSync(join(warmOf(home), `${promptId}.claim`), '', { mode: FILE_MODE, flag: 'wx' });
    return true;
  } catch (error) {
    return codeOf(error) !== 'EEXIST';
  }
}

/** Makes the folder, so that prompts are claimed. */
export function prepare(home: string): void {
  makeFolder(warmOf(home), FOLDER_MODE);
}

/** Shows the hooks of a client that this server answers its prompts: they read the server's id. */
export function markLive(home: string, client: number, server: number): void {
  writeFileSync(markOf(home, client), `${server}\n`, { mode: FILE_MODE });
}

export function unmark(home: string, client: number): void {
  rmSync(markOf(home, client), { force: true });
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

function markOf(home: string, client: number): string {
  return join(warmOf(home), String(client));
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
