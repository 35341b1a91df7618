/** `mementor rebuild`: derives everything from the turn log again, while others read. */

import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFile } from '../database/database-file.ts';
import { embedAll, warnOfMovedDatabase } from '../database/embed-all.ts';
import { acquire } from '../database/ingest-lock.ts';
import { openOptions } from '../database/open.ts';
import { finishAll } from '../forget/unfinished.ts';
import { homeOf } from '../home.ts';
import { type Memory, openForWriting, translated } from '../memory.ts';
import { progress } from '../output/progress.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { hintFor } from '../process/hints.ts';
import { resolved } from '../settings/value.ts';
import { counted, grouped } from '../text/numbers.ts';

export async function run(
  { json }: { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const home = homeOf(context);
  await refuseNothing(home);
  const threads = (await resolved('threads', context)).value;
  const lock = await acquire(home, context);
  if (lock === undefined) return 130;
  try {
    const memory = openForWriting({ ...(await openOptions(context)), threads });
    warnOfMovedDatabase(memory, context);
    await finishAll(memory, homeOf(context), +context.now());
    const dropped = translated(() => memory.beginRebuild(true));
    await deriveAll(memory, context);
    const embedded = await embedAll(memory, context);
    report(memory, { embedded, dropped }, json, context);
    return context.interrupted.aborted ? 130 : 0;
  } finally {
    lock.release();
  }
}

/** Opening for writing would create a database. */
export async function refuseNothing(home: string): Promise<void> {
  if ((await databaseFile(home)) !== undefined) return;
  const message = `nothing is remembered yet: there is no database in ${home}`;
  throw new MementorError('DATABASE_MISSING', message, hintFor('DATABASE_MISSING'));
}

/**
 * Goes on with the rebuild that is under way, if there is one. It can stop between any two steps,
 * and the next writer goes on: search sees what was derived before until all of it is there.
 */
export async function deriveAll(memory: Memory, context: Context): Promise<void> {
  const { turns, agentTurns } = translated(() => memory.stats());
  const line = progress(context);
  while (!context.interrupted.aborted) {
    const after = translated(() => memory.rebuild());
    if (after === null) break;
    // Ids run from 1, with gaps where turns were forgotten.
    const total = Math.max(turns + agentTurns, after);
    const pace = { unit: 'turns', done: after, total, worked: after } as const;
    line.show(`Deriving ${grouped(after)}/${counted(total, 'turn')}`, pace);
    await sleep(0);
  }
  line.clear();
}

interface Made {
  readonly embedded: number;
  /** Vectors of other models. */
  readonly dropped: number;
}

function report(
  memory: Memory,
  { embedded, dropped }: Made,
  json: boolean,
  context: Context,
): void {
  const { turns, agentTurns, chunks, waiting } = translated(() => memory.stats());
  const interrupted = context.interrupted.aborted;
  if (json) {
    const document = {
      version: 1,
      interrupted,
      turns: turns + agentTurns,
      chunks,
      embedded,
      dropped,
      pending: waiting,
    };
    context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else if (interrupted) {
    context.stdout.write(
      'Interrupted; search goes on with what was derived before. It is derived further in the background, or by `mementor ingest`.\n',
    );
  } else {
    const text = `Derived ${counted(turns + agentTurns, 'turn')} (${counted(chunks, 'chunk')}) again, embedded ${counted(embedded, 'chunk')}.`;
    context.stdout.write(`${text}\n`);
    if (dropped > 0) {
      context.stdout.write(`Dropped ${counted(dropped, 'vector')} of other models.\n`);
    }
  }
}
