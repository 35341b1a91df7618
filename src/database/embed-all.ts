/** What commands that write have in common after the writing: chunks get their vectors. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Memory, translated } from '../memory.ts';
import { progress } from '../output/progress.ts';
import { style } from '../output/style.ts';
import type { Context } from '../process/context.ts';
import { isSaved, saved } from '../salvage/damaged-copies.ts';
import type { SavedCopy } from '../salvage/salvage.ts';
import { counted, grouped } from '../text/numbers.ts';

/** What is read is searchable by its words already; this adds the meaning. Returns how many. */
export async function embedAll(memory: Memory, context: Context): Promise<number> {
  const line = progress(context);
  let embedded = 0;
  while (!context.interrupted.aborted) {
    const step = translated(() => memory.embedWaiting());
    embedded += step.embedded;
    if (step.degraded !== undefined && step.degraded !== null) {
      const paint = style(context.stderr, context.env);
      context.stderr.write(
        `${paint.yellow('warning:')} not searchable by meaning: ${step.degraded.message}\n`,
      );
      break;
    }
    if (step.waiting === 0 || step.embedded === 0) break;
    const total = embedded + step.waiting;
    line.show(`Embedding ${grouped(embedded)}/${counted(total, 'chunk')}`, {
      unit: 'chunks',
      done: embedded,
      total,
      worked: embedded,
    });
    await sleep(0);
  }
  line.clear();
  return embedded;
}

/** A damaged database was moved aside by opening it. */
export function warnOfMovedDatabase(memory: Memory, context: Context): void {
  if (memory.movedAside === null) return;
  const paint = style(context.stderr, context.env);
  context.stderr.write(
    `${paint.yellow('warning:')} the database was damaged and is now ${memory.movedAside}; a new one was begun\n`,
  );
}

/** Not all turns of a damaged database could be saved. */
export function warnOfLosses(copies: readonly SavedCopy[], context: Context): void {
  const paint = style(context.stderr, context.env);
  for (const { path, outcome } of copies) {
    if (isSaved(outcome)) continue;
    const text = `saved ${saved(outcome)} of ${path}; keep that file`;
    context.stderr.write(`${paint.yellow('warning:')} ${text}\n`);
  }
}
