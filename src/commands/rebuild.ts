/** `mementor rebuild`: derives everything from the turn log again, while others read. */

import { setTimeout as sleep } from 'node:timers/promises';
import { resolved } from '../config.ts';
import type { Context, ExitCode } from '../context.ts';
import { databaseFile } from '../doctor/database-file.ts';
import { counted, grouped } from '../doctor/text.ts';
import { MementorError } from '../errors.ts';
import { finishAll } from '../forget/unfinished.ts';
import { hintFor } from '../hints.ts';
import { homeOf } from '../home.ts';
import { acquire } from '../ingest-lock.ts';
import { type Memory, openForWriting, translated } from '../memory.ts';
import { openOptions } from '../open.ts';
import { progress } from '../output/progress.ts';
import { embedAll, warnOfMovedDatabase } from './embed-all.ts';

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
    await deriveAll(memory, context);
    const embedded = await embedAll(memory, context);
    report(memory, embedded, json, context);
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

/** Each step leaves whole turns behind: it can stop between any two, and a second run is the same. */
export async function deriveAll(memory: Memory, context: Context): Promise<void> {
  const { turns, agentTurns } = translated(() => memory.stats());
  const line = progress(context);
  let after: number | null = 0;
  while (!context.interrupted.aborted) {
    const from: number = after;
    after = translated(() => memory.rebuild(from));
    if (after === null) break;
    // Ids run from 1, with gaps where turns were forgotten.
    const total = Math.max(turns + agentTurns, after);
    const pace = { unit: 'turns', done: after, total, worked: after } as const;
    line.show(`Deriving ${grouped(after)}/${counted(total, 'turn')}`, pace);
    await sleep(0);
  }
  line.clear();
}

function report(memory: Memory, embedded: number, json: boolean, context: Context): void {
  const { turns, agentTurns, chunks, waiting } = translated(() => memory.stats());
  const interrupted = context.interrupted.aborted;
  if (json) {
    const document = {
      version: 1,
      interrupted,
      turns: turns + agentTurns,
      chunks,
      embedded,
      pending: waiting,
    };
    context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else if (interrupted) {
    context.stdout.write(
      'Interrupted; every turn is whole. Run `mementor rebuild` again: vectors that still hold are kept.\n',
    );
  } else {
    const text = `Derived ${counted(turns + agentTurns, 'turn')} (${counted(chunks, 'chunk')}) again, embedded ${counted(embedded, 'chunk')}.`;
    context.stdout.write(`${text}\n`);
  }
}
