/** Saves turns out of another database: a backup, or a damaged one that was moved aside. */

import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import { codeOf } from './errors.ts';
import { type Memory, native, translated } from './memory.ts';

/** What can end it before it is done. */
type Stoppable = Pick<Context, 'interrupted'>;

export interface Saved {
  /** Turns stored or changed. */
  readonly turns: number;
  /** Turns known as they are, or forgotten. */
  readonly unchanged: number;
  readonly unreadable: number;
}

/** Takes in all turns of another database that can be read. */
export async function saveTurns(memory: Memory, path: string, context: Stoppable): Promise<Saved> {
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
export async function readAgain(memory: Memory, path: string, context: Stoppable): Promise<number> {
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

/** Whether an error says that nothing of a file can be read, as it is no database any more. */
export function isBeyondSaving(error: unknown): boolean {
  return UNREADABLE.has(codeOf(error) ?? '');
}

const UNREADABLE: ReadonlySet<string> = new Set(['DATABASE_CORRUPT', 'DATABASE_MISSING']);

/**
 * Saves what the damaged copies hold that nobody has saved yet, and reads the transcripts again
 * that they knew. What was stopped begins anew the next time: what is known costs little then.
 * Returns the copies that are done.
 */
export async function saveWaiting(
  memory: Memory,
  home: string,
  context: Stoppable,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const path of await damagedCopies(home)) {
    if (await isSaved(path)) continue;
    try {
      await saveTurns(memory, path, context);
      await readAgain(memory, path, context);
    } catch (error) {
      if (!isBeyondSaving(error)) throw error;
    }
    if (context.interrupted.aborted) break;
    await markSaved(path);
    done.push(path);
  }
  return done;
}

/** Notes beside a damaged copy that all of it that can be read is in the memory. */
export async function markSaved(path: string): Promise<void> {
  await writeFile(markOf(path), '', { mode: 0o600 });
}

async function isSaved(path: string): Promise<boolean> {
  return (await stat(markOf(path)).catch(() => undefined)) !== undefined;
}

/** Deletes a damaged copy with all that lies beside it. */
export async function deleteCopy(path: string): Promise<void> {
  for (const each of [path, `${path}-wal`, `${path}-shm`, markOf(path)]) {
    await rm(each, { force: true });
  }
}

function markOf(path: string): string {
  return path.replace('memory.db.damaged-', 'memory.db.saved-');
}
