/** `mementor export`: writes all turns as JSON lines to standard output. */

import { setTimeout as sleep } from 'node:timers/promises';
import { openToRead } from '../database/open.ts';
import { translated } from '../memory.ts';
import { style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { counted, grouped } from '../text/numbers.ts';

export interface ExportOptions {
  /** Defaults to all projects. */
  readonly project: string | undefined;
}

export async function run({ project }: ExportOptions, context: Context): Promise<ExitCode> {
  const memory = await openToRead(context);
  const sum = { damaged: 0, damagedNotes: 0, unread: 0 };
  let after: number | undefined;
  do {
    const step = translated(() =>
      memory.export(context.cwd, project ?? null, project === undefined, after ?? null),
    );
    context.stdout.write(step.lines.map((line) => `${line}\n`).join(''));
    // The first step has the notes.
    if (after === undefined) sum.damagedNotes += step.damaged;
    else sum.damaged += step.damaged;
    sum.unread += step.unread;
    after = step.next ?? undefined;
    // Lets a slow reader catch up, and Ctrl-C take effect, between two steps.
    await sleep(0);
  } while (after !== undefined && !context.interrupted.aborted);
  if (context.interrupted.aborted) return 130;
  return report(sum, context);
}

/** Warnings go to standard error, because standard output is only for the export. */
function report(
  { damaged, damagedNotes, unread }: { damaged: number; damagedNotes: number; unread: number },
  context: Context,
): ExitCode {
  const paint = style(context.stderr, context.env);
  const warn = (text: string) => context.stderr.write(`${paint.yellow('warning:')} ${text}\n`);
  if (unread > 0)
    warn(`records of a newer version, exported as they are stored: ${grouped(unread)}`);
  const leftOut = [
    ...(damaged > 0 ? [counted(damaged, 'turn')] : []),
    ...(damagedNotes > 0 ? [counted(damagedNotes, 'note')] : []),
  ];
  if (leftOut.length === 0) return 0;
  warn(`${leftOut.join(' and ')} left out: damaged`);
  context.stderr.write(`\n${paint.cyan('hint:')} mementor repair\n`);
  return 1;
}
