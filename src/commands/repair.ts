/** `mementor repair`: checks everything, saves what a damaged memory holds, derives the rest again. */

import { setTimeout as sleep } from 'node:timers/promises';
import { resolved } from '../config.ts';
import type { Context, ExitCode } from '../context.ts';
import { counted, printable } from '../doctor/text.ts';
import { messageOf } from '../errors.ts';
import { finishAll } from '../forget/unfinished.ts';
import { homeOf } from '../home.ts';
import { acquire } from '../ingest-lock.ts';
import { type Memory, openForRepair, translated } from '../memory.ts';
import { openOptions } from '../open.ts';
import { style } from '../output/style.ts';
import {
  damagedCopies,
  deleteCopy,
  isBeyondSaving,
  markSaved,
  readAgain,
  saveTurns,
} from '../salvage.ts';
import { embedAll, warnOfMovedDatabase } from './embed-all.ts';
import { deriveAll, refuseNothing } from './rebuild.ts';

export interface RepairOptions {
  readonly deleteDamaged: boolean;
  readonly json: boolean;
}

/** What became of one damaged copy. */
interface Copy {
  readonly path: string;
  readonly saved: number;
  readonly transcripts: number;
  /** Why nothing could be read of it. */
  readonly unreadable: string | undefined;
  readonly deleted: boolean;
}

interface Repaired {
  readonly turns: number;
  readonly problems: readonly string[];
  readonly copies: readonly Copy[];
  readonly embedded: number;
}

export async function run(options: RepairOptions, context: Context): Promise<ExitCode> {
  const home = homeOf(context);
  if ((await damagedCopies(home)).length === 0) await refuseNothing(home);
  const threads = (await resolved('threads', context)).value;
  const lock = await acquire(home, context);
  if (lock === undefined) return 130;
  try {
    const memory = openForRepair({ ...(await openOptions(context)), threads });
    warnOfMovedDatabase(memory, context);
    await finishAll(memory, homeOf(context), +context.now());
    const repaired = await repair(memory, options, context);
    if (options.json) {
      context.stdout.write(`${JSON.stringify({ version: 1, ...repaired }, null, 2)}\n`);
    } else print(repaired, context);
    if (context.interrupted.aborted) return 130;
    return repaired.problems.length === 0 ? 0 : 1;
  } finally {
    lock.release();
  }
}

async function repair(
  memory: Memory,
  { deleteDamaged }: RepairOptions,
  context: Context,
): Promise<Repaired> {
  const copies: Copy[] = [];
  for (const path of await damagedCopies(homeOf(context))) {
    copies.push(await save(memory, path, deleteDamaged, context));
  }
  // What a damaged log held is read from its transcripts again, where they are still there.
  for (const path of translated(() => memory.mend())) {
    while (!translated(() => memory.ingest(path)).done) await sleep(0);
  }
  translated(() => memory.beginRebuild(false));
  await deriveAll(memory, context);
  const problems = translated(() => memory.integrityProblems());
  const embedded = await embedAll(memory, context);
  return { turns: translated(() => memory.stats()).turns, problems, copies, embedded };
}

async function save(
  memory: Memory,
  path: string,
  deleteIt: boolean,
  context: Context,
): Promise<Copy> {
  const result = { path, saved: 0, transcripts: 0, unreadable: undefined as string | undefined };
  try {
    result.saved = (await saveTurns(memory, path, context)).turns;
    result.transcripts = await readAgain(memory, path, context);
  } catch (error) {
    if (!isBeyondSaving(error)) throw error;
    result.unreadable = messageOf(error);
  }
  const deleted = deleteIt && !context.interrupted.aborted;
  if (deleted) await deleteCopy(path);
  else if (!context.interrupted.aborted) await markSaved(path);
  return { ...result, deleted };
}

function print({ turns, problems, copies, embedded }: Repaired, context: Context): void {
  const paint = style(context.stdout, context.env);
  const write = (line: string) => context.stdout.write(`${line}\n`);
  for (const copy of copies) {
    write(`${printable(copy.path)}${copy.deleted ? ' (deleted)' : ''}`);
    if (copy.unreadable !== undefined) write(`  nothing of it can be read: ${copy.unreadable}`);
    else {
      const read = counted(copy.transcripts, 'transcript');
      write(`  ${counted(copy.saved, 'turn')} saved, ${read} read again`);
    }
  }
  if (problems.length > 0) {
    write(`${paint.red('Still damaged:')} ${problems.map(printable).join('; ')}`);
    return;
  }
  const vectors = embedded > 0 ? `, embedded ${counted(embedded, 'chunk')}` : '';
  write(`${paint.green('Sound.')} ${counted(turns, 'turn')}; derived everything again${vectors}.`);
  if (copies.some((copy) => !copy.deleted)) {
    write(`  ${paint.cyan('mementor repair --delete-damaged')} deletes the damaged copies.`);
  }
}
