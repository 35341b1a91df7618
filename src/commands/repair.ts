/** `mementor repair`: checks everything, saves what a damaged memory holds, derives the rest again. */

import { setTimeout as sleep } from 'node:timers/promises';
import { deriveAll, refuseNothing } from '../database/derive-all.ts';
import { embedAll, warnOfMovedDatabase } from '../database/embed-all.ts';
import { acquire } from '../database/ingest-lock.ts';
import { openOptions } from '../database/open.ts';
import { finishAll } from '../forget/unfinished.ts';
import { homeOf } from '../home.ts';
import { type Memory, openForRepair, translated } from '../memory.ts';
import { style } from '../output/style.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import {
  damagedCopies,
  deleteCopy,
  isSaved,
  noteCounts,
  noteNewCopies,
  saved,
} from '../salvage/damaged-copies.ts';
import { type SavedCopy, saveCopy } from '../salvage/salvage.ts';
import { resolved } from '../settings/value.ts';
import { counted, grouped, printable } from '../text/numbers.ts';

export interface RepairOptions {
  readonly deleteDamaged: boolean;
  readonly json: boolean;
}

/** What became of one damaged copy. */
interface Copy extends SavedCopy {
  /** Whether the memory holds all that it held. */
  readonly complete: boolean;
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
  const lock = await acquire(home, context, terminalWatch(context));
  if (lock === undefined) return 130;
  try {
    const memory = openForRepair({ ...(await openOptions(context)), threads });
    warnOfMovedDatabase(memory, terminalWatch(context));
    await finishAll(memory, homeOf(context), +context.now());
    const repaired = await repair(memory, options, context);
    if (options.json) {
      context.stdout.write(`${JSON.stringify({ version: 1, ...repaired }, null, 2)}\n`);
    } else print(repaired, options, context);
    if (context.interrupted.aborted) return 130;
    return repaired.problems.length === 0 && !isLoss(repaired) ? 0 : 1;
  } finally {
    lock.release();
  }
}

async function repair(
  memory: Memory,
  { deleteDamaged }: RepairOptions,
  context: Context,
): Promise<Repaired> {
  const home = homeOf(context);
  await noteNewCopies(home);
  const copies: Copy[] = [];
  for (const path of await damagedCopies(home)) {
    const copy = await saveCopy(memory, path, context);
    if (copy === undefined) break;
    const complete = isSaved(copy.outcome);
    const deleted = deleteDamaged && complete;
    if (deleted) await deleteCopy(path);
    copies.push({ ...copy, complete, deleted });
  }
  // What a damaged log held is read from its transcripts again, where they are still there.
  for (const path of translated(() => memory.mend())) {
    while (!translated(() => memory.ingest(path)).done) await sleep(0);
  }
  await noteCounts(memory, home);
  translated(() => memory.beginRebuild(false));
  await deriveAll(memory, context, terminalWatch(context));
  const problems = translated(() => memory.integrityProblems());
  const embedded = await embedAll(memory, context, terminalWatch(context));
  const { turns } = translated(() => memory.turnsBegunUntil());
  return { turns, problems, copies, embedded };
}

function isLoss({ copies }: Repaired): boolean {
  return copies.some((copy) => !copy.complete);
}

function print(repaired: Repaired, { deleteDamaged }: RepairOptions, context: Context): void {
  const { turns, problems, copies, embedded } = repaired;
  const paint = style(context.stdout, context.env);
  const write = (line: string) => context.stdout.write(`${line}\n`);
  for (const copy of copies) for (const line of linesOf(copy, deleteDamaged)) write(line);
  if (context.interrupted.aborted) {
    write('Interrupted. Nothing is lost: run `mementor repair` again.');
    return;
  }
  if (problems.length > 0) {
    write(`${paint.red('Still damaged:')} ${problems.map(printable).join('; ')}`);
    return;
  }
  const vectors = embedded > 0 ? `, embedded ${counted(embedded, 'chunk')}` : '';
  const verdict = isLoss(repaired) ? paint.red('Not everything was saved.') : paint.green('Sound.');
  write(`${verdict} ${counted(turns, 'turn')}; derived everything again${vectors}.`);
  if (copies.some(({ complete, deleted }) => complete && !deleted)) {
    const command = paint.cyan('mementor repair --delete-damaged');
    write(`  ${command} deletes the damaged copies of which every turn was saved.`);
  }
}

function linesOf(copy: Copy, deleteDamaged: boolean): string[] {
  const { path, outcome, transcripts, unreadable, complete, deleted } = copy;
  const lines = [`${printable(path)}${deleted ? ' (deleted)' : ''}`];
  if (unreadable !== undefined) lines.push(`  nothing of it can be read: ${unreadable}`);
  const read = counted(transcripts, 'transcript');
  lines.push(
    `  saved ${saved(outcome)}: ${grouped(outcome.found)} found in it, ${read} read again`,
  );
  if (complete) return lines;
  const kept = deleteDamaged ? 'not deleted: it may hold' : 'keep it: it may hold';
  lines.push(`  ${kept} turns that were not saved. Deleting the file by hand gives them up.`);
  return lines;
}
