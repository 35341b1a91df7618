/** A memory opened for writing by a test, with the ingest lock, and what tests do with it. */

import { existsSync, readFileSync } from 'node:fs';
import { homeOf, modelsFolder } from '../../src/home/paths.ts';
import { type Memory, native, type OpenMemory, openForWriting } from '../../src/memory.ts';
import type { Context } from '../../src/process/context.ts';

/** Does some work on a memory, and releases the lock afterwards. */
export function writing<T>(options: OpenMemory, work: (memory: Memory) => T): T {
  const lock = native().IngestLock.tryAcquire(options.home, 'test', 0);
  if (lock === null) throw new Error('the ingest lock is held');
  const release = () => lock.release();
  try {
    const done = work(openForWriting(lock, options));
    if (!(done instanceof Promise)) release();
    else void done.finally(release);
    return done;
  } catch (error) {
    release();
    throw error;
  }
}

export function optionsOf(context: Context): OpenMemory {
  return { home: homeOf(context), models: modelsFolder(context), nowMs: +context.now() };
}

/** Removes turns for good; without any, only takes removed bytes out of the file. */
export function forgetIn(context: Context, ...turns: string[]): void {
  writing(optionsOf(context), (memory) => {
    while (memory.removeTurns(turns, +context.now(), false).next !== 'done');
  });
}

/** Returns those of some files that hold a text. */
export function tracesIn(paths: readonly string[], text: string): string[] {
  return paths.filter((path) => existsSync(path) && readFileSync(path).includes(text));
}
