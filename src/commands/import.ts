/** `mementor import`: takes in an export or a backup. */

import { closeSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embedAll } from '../database/embed-all.ts';
import { acquire } from '../database/ingest-lock.ts';
import { openOptions } from '../database/open.ts';
import { writeRepairing } from '../database/write-repairing.ts';
import { linesOfFile } from '../files/file-lines.ts';
import { openRegular } from '../files/regular-file.ts';
import { finishAll } from '../forget/unfinished.ts';
import { homeOf } from '../home.ts';
import { type Memory, translated } from '../memory.ts';
import { style } from '../output/style.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError, messageOf } from '../process/errors.ts';
import { hintFor } from '../process/hints.ts';
import { noteCounts } from '../salvage/damaged-copies.ts';
import { type Saved, saveTurns } from '../salvage/salvage.ts';
import { resolved } from '../settings/value.ts';
import { counted } from '../text/numbers.ts';

export interface ImportOptions {
  /** `-` for standard input. */
  readonly file: string;
  readonly json: boolean;
}

/** Lines taken in at once. */
const BATCH_LINES = 64;
/** Far more than the line of the longest turn has; a longer one counts as unreadable. */
const LINE_BYTES_MAX = 256 * 1024 * 1024;

export async function run({ file, json }: ImportOptions, context: Context): Promise<ExitCode> {
  const path = file === '-' ? undefined : resolve(context.cwd, file);
  const isDatabase = path !== undefined && beginsLikeDatabase(path);
  const threads = (await resolved('threads', context)).value;
  const lock = await acquire(homeOf(context), context, terminalWatch(context));
  if (lock === undefined) return 130;
  try {
    const opened = { ...(await openOptions(context)), threads };
    return await writeRepairing(opened, terminalWatch(context), async (memory) => {
      await finishAll(memory, homeOf(context), +context.now());
      const imported = isDatabase
        ? await saveTurns(memory, path, context)
        : await takeLines(memory, linesOf(path, context), context);
      await noteCounts(memory, homeOf(context));
      const embedded = await embedAll(memory, context, terminalWatch(context));
      if (imported.turns + imported.unchanged === 0 && imported.unreadable > 0) {
        throw noExport(file);
      }
      const { turns, unchanged, unreadable } = imported;
      report({ turns, unchanged, unreadable, embedded }, json, context);
      return context.interrupted.aborted ? 130 : 0;
    });
  } finally {
    lock.release();
  }
}

const DATABASE_BEGINNING = 'SQLite format 3';

/** Looks at the beginning, and whether it can be read at all. */
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
    throw new MementorError('FILE_UNREADABLE', messageOf(error), hintFor('FILE_UNREADABLE'));
  }
}

function linesOf(path: string | undefined, context: Context): Iterable<string> {
  if (path === undefined) return context.readStdin().split('\n');
  return linesOfFile(path, LINE_BYTES_MAX);
}

async function takeLines(
  memory: Memory,
  lines: Iterable<string>,
  context: Context,
): Promise<Saved> {
  const saved = { turns: 0, unchanged: 0, unreadable: 0 };
  let batch: string[] = [];
  const take = () => {
    const step = translated(() => memory.import(batch));
    saved.turns += step.turns;
    saved.unchanged += step.unchanged;
    saved.unreadable += step.unreadable;
    batch = [];
  };
  for (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH_LINES) continue;
    take();
    await sleep(0);
    if (context.interrupted.aborted) return saved;
  }
  take();
  return saved;
}

function noExport(file: string): MementorError {
  return new MementorError(
    'FILE_UNREADABLE',
    `${file} is no export of Mementor: none of its lines could be read`,
    'transcripts are taken in by `mementor ingest`',
  );
}

function report(done: Saved & { embedded: number }, json: boolean, context: Context): void {
  if (json) {
    context.stdout.write(`${JSON.stringify({ version: 1, ...done }, null, 2)}\n`);
    return;
  }
  const paint = style(context.stdout, context.env);
  const { turns, unchanged, unreadable } = done;
  context.stdout.write(`${paint.green('Imported')} ${counted(turns, 'turn')}.\n`);
  if (unchanged > 0)
    context.stdout.write(`  ${counted(unchanged, 'turn')} known or forgotten here\n`);
  if (unreadable > 0) context.stdout.write(`  ${counted(unreadable, 'line')} could not be read\n`);
}
