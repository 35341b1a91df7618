/** Saves turns out of another database: a backup, or a damaged one that was moved aside. */

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import { type Memory, native, translated } from './memory.ts';

export interface Saved {
  /** Turns stored or changed. */
  readonly turns: number;
  /** Turns known as they are, or forgotten. */
  readonly unchanged: number;
  readonly unreadable: number;
}

/** Takes in all turns of another database that can be read. */
export async function saveTurns(memory: Memory, path: string, context: Context): Promise<Saved> {
  const saved = { turns: 0, unchanged: 0, unreadable: 0 };
  let after: number | undefined = 0;
  while (after !== undefined && !context.interrupted.aborted) {
    const from: number = after;
    const step = translated(() => memory.importDatabase(path, from));
    saved.turns += step.turns;
    saved.unchanged += step.unchanged;
    after = step.next ?? undefined;
    await sleep(0);
  }
  return saved;
}

/** Reads the transcripts again that another database knew and that are still there. */
export async function readAgain(memory: Memory, path: string, context: Context): Promise<number> {
  let read = 0;
  for (const transcript of translated(() => native().transcriptsOf(path))) {
    if (context.interrupted.aborted) break;
    const found = await stat(transcript).catch(() => undefined);
    if (found === undefined) continue;
    while (!translated(() => memory.ingest(transcript)).done) await sleep(0);
    read += 1;
  }
  return read;
}

/** Returns the damaged databases that were moved aside, the oldest first. */
export async function damagedCopies(home: string): Promise<readonly string[]> {
  const names = await readdir(home).catch(() => []);
  return names
    .filter((name) => /^memory\.db\.damaged-\d+$/.test(name))
    .sort()
    .map((name) => join(home, name));
}
