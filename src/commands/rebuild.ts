/** `mementor rebuild`: derives everything from the turn log again, while others read. */

import { deriveAll, refuseNothing } from '../database/derive-all.ts';
import { embedAll, warnOfMovedDatabase } from '../database/embed-all.ts';
import { acquire } from '../database/ingest-lock.ts';
import { openOptions } from '../database/open.ts';
import { finishAll } from '../forget/unfinished.ts';
import { homeOf } from '../home.ts';
import { type Memory, openForWriting, translated } from '../memory.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { resolved } from '../settings/value.ts';
import { counted } from '../text/numbers.ts';

export async function run(
  { json }: { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const home = homeOf(context);
  await refuseNothing(home);
  const threads = (await resolved('threads', context)).value;
  const lock = await acquire(home, context, terminalWatch(context));
  if (lock === undefined) return 130;
  try {
    const memory = openForWriting({ ...(await openOptions(context)), threads });
    warnOfMovedDatabase(memory, terminalWatch(context));
    await finishAll(memory, homeOf(context), +context.now());
    const dropped = translated(() => memory.beginRebuild(true));
    await deriveAll(memory, context, terminalWatch(context));
    const embedded = await embedAll(memory, context, terminalWatch(context));
    report(memory, { embedded, dropped }, json, context);
    return context.interrupted.aborted ? 130 : 0;
  } finally {
    lock.release();
  }
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
