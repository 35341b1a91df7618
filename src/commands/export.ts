/** `mementor export`: all turns as JSON lines on standard output. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, ExitCode } from '../context.ts';
import { openForReading, translated } from '../memory.ts';
import { openOptions } from '../open.ts';

export interface ExportOptions {
  /** All projects when left out. */
  readonly project: string | undefined;
}

export async function run({ project }: ExportOptions, context: Context): Promise<ExitCode> {
  const memory = openForReading(await openOptions(context));
  let after: number | undefined;
  do {
    const step = translated(() =>
      memory.export(context.cwd, project ?? null, project === undefined, after ?? null),
    );
    context.stdout.write(step.lines.map((line) => `${line}\n`).join(''));
    after = step.next ?? undefined;
    // A slow reader and Ctrl-C are heard between two steps.
    await sleep(0);
  } while (after !== undefined && !context.interrupted.aborted);
  return context.interrupted.aborted ? 130 : 0;
}
