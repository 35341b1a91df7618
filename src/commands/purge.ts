/** `mementor disable --purge`: removes all hooks, deletes all stored data, and proves it. */

import {
  callersLeft,
  isClean,
  isNothing,
  type Plan,
  type Purged,
  planPurge,
  purge,
  purgeDocument,
} from '../operations/purge.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { withShortPaths } from '../output/layout/paths.ts';
import { doneLines, placeLines, planLines } from '../output/purge.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { confirm } from '../process/confirm.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { type Style, style } from '../process/style.ts';

export interface PurgeOptions {
  /** Skips the confirmation. */
  readonly yes: boolean;
  /** Deletes the memory also while hooks may call it that cannot be taken out. */
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export async function run(options: PurgeOptions, context: Context): Promise<ExitCode> {
  const plan = await planPurge(context);
  if (options.dryRun) {
    report(plan, undefined, options, context);
    return callersLeft(plan, plan.blocked).length > 0 ? 1 : 0;
  }
  if (!(await isWanted(plan, options, context))) {
    context.stdout.write('Nothing was changed.\n');
    return 1;
  }
  const done = await purge(plan, options.force, context, terminalWatch(context));
  if (done === undefined) return 130;
  report(plan, done, options, context);
  return isClean(done) ? 0 : 1;
}

async function isWanted(plan: Plan, options: PurgeOptions, context: Context): Promise<boolean> {
  if (options.yes || isNothing(plan)) return true;
  const paint = style(context.stderr, context.env);
  const about = () => textOf(planLines(plan, options.force, paint), context);
  const keepsMemory = !options.force && callersLeft(plan, plan.blocked).length > 0;
  const question = keepsMemory
    ? 'Take the hooks out, and keep the memory?'
    : 'Delete all of this? It cannot be brought back.';
  return await confirm({ question, about, ...options }, context);
}

function report(
  plan: Plan,
  done: Purged | undefined,
  options: PurgeOptions,
  context: Context,
): void {
  const document = purgeDocument(plan, options.force, done);
  const text = ({ paint }: Page) => textOf(linesOf(plan, done, options, paint), context);
  printAnswer({ document, text }, options, context);
}

function linesOf(
  plan: Plan,
  done: Purged | undefined,
  { force }: PurgeOptions,
  paint: Style,
): string[] {
  if (done === undefined) {
    return [...planLines(plan, force, paint), 'Nothing was written (--dry-run).'];
  }
  return [...doneLines(plan, done, paint), '', ...placeLines(done, paint)];
}

function textOf(lines: readonly string[], { homedir: home }: Context): string {
  return lines.map((line) => `${withShortPaths(line, { home })}\n`).join('');
}
