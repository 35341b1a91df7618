/** Imports an export or a backup. */

import { closeSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeReady } from '../database/make-ready.ts';
import { writing } from '../database/writing.ts';
import { MementorError, messageOf } from '../errors/errors.ts';
import { linesOfFile } from '../files/file-lines.ts';
import { openRegular } from '../files/regular-file.ts';
import type { Imported, Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { resolved } from '../settings/problems.ts';

/** Lines imported per call. */
const BATCH_LINES = 64;

/** Far longer than the line of the longest turn; a longer line counts as unreadable. */
const LINE_BYTES_MAX = 256 * 1024 * 1024;

/** What became of turns and notes. */
const COUNTS = [
  'turns',
  'agentTurns',
  'changed',
  'unchanged',
  'notes',
  'notesUnchanged',
  'unreadable',
] as const satisfies readonly (keyof Imported)[];

type Saved = Readonly<Record<(typeof COUNTS)[number], number>>;

export interface ImportDocument extends Saved {
  readonly version: 1;
  readonly embedded: number;
  /** Whether what it says counts as said by the person. */
  readonly trusted: boolean;
}

/**
 * `file` is `-` for standard input. `isVouched` says whether the person vouches for it; where nobody
 * could be asked, an empty memory takes it as its own: that is how one moves to another machine.
 * Returns undefined if the user chose not to wait for the lock.
 */
export async function importFile(
  file: string,
  isVouched: boolean | undefined,
  context: Context,
  watch: Watch,
): Promise<ImportDocument | undefined> {
  const path = file === '-' ? undefined : resolve(context.cwd, file);
  const isDatabase = path !== undefined && beginsLikeDatabase(path);
  const threads = (await resolved('threads', context)).value;
  return await writing(context, watch, { threads }, async (memory) => {
    const isOwn = isVouched ?? isEmpty(memory);
    const parts = isDatabase ? stepsOf(path) : batchesOf(linesOf(path, context));
    const saved = await takeIn(memory, parts, isOwn, context);
    memory.noteCounts();
    const embedded = await makeReady(memory, context, watch);
    const { unreadable, ...known } = saved;
    const isNone = Object.values(known).every((count) => count === 0);
    if (isNone && unreadable > 0) throw noExport(file);
    return { version: 1, ...saved, embedded, trusted: isOwn };
  });
}

function isEmpty(memory: Memory): boolean {
  const { turns, agentTurns, notes } = memory.stats();
  return turns + agentTurns + notes === 0;
}

const DATABASE_BEGINNING = 'SQLite format 3';

const WANTED =
  'give a file that `mementor export` wrote, with `--database` or without; `mementor ingest` reads transcripts';

/** Checks the file's first bytes; throws if the file is unreadable. */
function beginsLikeDatabase(path: string): boolean {
  try {
    const file = openRegular(path);
    try {
      const bytes = Buffer.alloc(DATABASE_BEGINNING.length);
      const read = readSync(file, bytes, 0, bytes.length, 0);
      return bytes.toString('latin1', 0, read) === DATABASE_BEGINNING;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new MementorError('FILE_UNREADABLE', messageOf(error), WANTED);
  }
}

function linesOf(path: string | undefined, context: Context): Iterable<string> {
  if (path === undefined) return context.readStdin().split('\n');
  return linesOfFile(path, LINE_BYTES_MAX);
}

const NOTHING_SAVED = Object.fromEntries(COUNTS.map((count) => [count, 0])) as Saved;

/** Returns the sums of two steps. */
function together(saved: Saved, step: Saved): Saved {
  return Object.fromEntries(COUNTS.map((count) => [count, saved[count] + step[count]])) as Saved;
}

/** Imports lines, some at a time, or a database, in steps. */
async function takeIn(
  memory: Memory,
  parts: Iterable<string[] | string>,
  isOwn: boolean,
  { interrupted, now }: Pick<Context, 'interrupted' | 'now'>,
): Promise<Saved> {
  let saved = NOTHING_SAVED;
  for (const part of parts) {
    const step = memory.import(part, isOwn, now().getTime());
    saved = together(saved, step);
    await sleep(0);
    if (step.findings || interrupted.aborted) break;
  }
  return saved;
}

/** The steps of a database, until whoever takes them has all of it. */
function* stepsOf(path: string): Generator<string> {
  while (true) yield path;
}

function* batchesOf(lines: Iterable<string>): Generator<string[]> {
  let batch: string[] = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH_LINES) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function noExport(file: string): MementorError {
  return new MementorError(
    'FILE_UNREADABLE',
    `${file} is no export of Mementor: none of its lines could be read`,
    '`mementor ingest` reads transcripts',
  );
}
