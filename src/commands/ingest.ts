/** `mementor ingest`: takes transcripts into memory, then embeds what is new. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allTranscripts, transcriptsStartedHere, transcriptsUnder } from '../agents/find.ts';
import { deriveAll } from '../database/derive-all.ts';
import { embedAll, warnOfLosses } from '../database/embed-all.ts';
import { acquire } from '../database/ingest-lock.ts';
import { openOptions } from '../database/open.ts';
import { writeRepairing } from '../database/write-repairing.ts';
import { finishAll } from '../forget/unfinished.ts';
import { homeOf } from '../home.ts';
import { type Memory, translated } from '../memory.ts';
import { style } from '../output/style.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { hintFor } from '../process/hints.ts';
import { noteCounts } from '../salvage/damaged-copies.ts';
import { saveWaiting } from '../salvage/salvage.ts';
import { resolved } from '../settings/value.ts';
import { counted, grouped } from '../text/numbers.ts';
import { emptyTotals, type IngestTotals, ingestSummary, withReport } from './ingest-totals.ts';

export interface IngestOptions {
  readonly paths: readonly string[];
  readonly all: boolean;
  readonly project: string | undefined;
  /** The setting's value when left out. */
  readonly threads?: number | undefined;
  readonly json: boolean;
}

export async function run(options: IngestOptions, context: Context): Promise<ExitCode> {
  const paths = await transcriptsOf(options, context);
  const home = homeOf(context);
  const threads = options.threads ?? (await resolved('threads', context)).value;
  const lock = await acquire(home, context, terminalWatch(context));
  if (lock === undefined) return 130;
  try {
    const opened = { ...(await openOptions(context)), threads };
    return await writeRepairing(opened, terminalWatch(context), async (memory) => {
      await finishAll(memory, home, +context.now());
      // First: what was forgotten in a damaged database is not to come back from a transcript.
      warnOfLosses(await saveWaiting(memory, home, context), terminalWatch(context));
      // The oldest first: chunks get their vectors from the last one that was taken backwards, so
      // the newest work is found by its meaning first.
      const totals = await takeAll(memory, paths.toReversed(), options, context);
      await noteCounts(memory, home);
      await deriveAll(memory, context, terminalWatch(context));
      const embedded = await embedAll(memory, context, terminalWatch(context));
      report({ ...totals, embedded }, memory, options, context);
      if (context.interrupted.aborted) return 130;
      return totals.failed.length > 0 ? 2 : 0;
    });
  } finally {
    lock.release();
  }
}

/** Every path is checked before anything is read. */
async function transcriptsOf(options: IngestOptions, context: Context): Promise<readonly string[]> {
  if (options.all) return (await allTranscripts(context)).map((found) => found.path);
  if (options.paths.length === 0) {
    return (await transcriptsStartedHere(context)).map((found) => found.path);
  }
  const found = await Promise.all(
    options.paths.map(async (path) => {
      const absolute = resolve(context.cwd, path);
      const stats = await stat(absolute).catch(() => undefined);
      if (stats === undefined) {
        throw new MementorError(
          'TRANSCRIPT_UNREADABLE',
          `no such file or folder: ${path}`,
          'give a .jsonl transcript or a folder of them, or `--all` for those that Claude Code keeps',
        );
      }
      return stats.isDirectory() ? await transcriptsUnder(absolute) : [absolute];
    }),
  );
  return [...new Set(found.flat())];
}

async function takeAll(
  memory: Memory,
  paths: readonly string[],
  options: IngestOptions,
  context: Context,
): Promise<IngestTotals> {
  const line = terminalWatch(context).progress();
  const sizes = await Promise.all(paths.map(sizeOf));
  const total = sizes.reduce((all, size) => all + size, 0);
  let passed = 0;
  let totals = emptyTotals();
  for (const [index, path] of paths.entries()) {
    if (context.interrupted.aborted) break;
    const before = totals.bytes;
    const show = ({ turns, bytes }: IngestTotals) =>
      line.show(
        `Reading ${grouped(index + 1)}/${counted(paths.length, 'transcript')}, ${counted(turns, 'turn')}`,
        { unit: 'bytes', done: passed + bytes - before, total, worked: bytes },
      );
    try {
      totals = await takeOne(memory, path, options, totals, context, show);
    } catch (error) {
      if (!(error instanceof MementorError) || error.code !== 'TRANSCRIPT_UNREADABLE') throw error;
      totals = { ...totals, failed: [...totals.failed, path] };
      line.clear();
      const paint = style(context.stderr, context.env);
      context.stderr.write(`${paint.red('error:')} ${error.message}\n`);
    }
    passed += sizes[index] ?? 0;
  }
  line.clear();
  return totals;
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

async function takeOne(
  memory: Memory,
  path: string,
  options: IngestOptions,
  before: IngestTotals,
  context: Context,
  show: (totals: IngestTotals) => void,
): Promise<IngestTotals> {
  let totals = { ...before, transcripts: before.transcripts + 1 };
  // One bad line at the end of what was read before is only a bad line.
  const isNew = (translated(() => memory.transcriptOffset(path)) ?? 0) === 0;
  let kept = 0;
  let unread = 0;
  while (true) {
    const step = translated(() => memory.ingest(path, options.project ?? null));
    totals = withReport(totals, step);
    kept += step.kept + sum(step.skipped);
    unread += sum(step.problems);
    show(totals);
    // Ctrl-C is heard between two steps, also when every transcript is one.
    await sleep(0);
    if (step.done || context.interrupted.aborted) break;
  }
  if (isNew && kept === 0 && unread > 0) {
    throw new MementorError(
      'TRANSCRIPT_UNREADABLE',
      `${path} is no transcript: none of its ${unread} lines could be read`,
      hintFor('TRANSCRIPT_UNREADABLE'),
    );
  }
  return totals;
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function report(
  totals: IngestTotals & { embedded: number },
  memory: Memory,
  options: IngestOptions,
  context: Context,
): void {
  const stats = translated(() => memory.stats());
  const interrupted = context.interrupted.aborted;
  if (options.json) {
    const stored = { sessions: stats.sessions, turns: stats.turns, pending: stats.waiting };
    const document = { version: 1, interrupted, ...totals, stored };
    context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  context.stdout.write(ingestSummary(totals, interrupted));
}
