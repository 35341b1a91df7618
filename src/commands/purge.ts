/** `mementor disable --purge`: removes all hooks, deletes all stored data, and proves it. */

import {
  isNothing,
  type Place,
  type Plan,
  planPurge,
  purge,
  purgeDocument,
} from '../answers/purge.ts';
import { printJson } from '../output/json.ts';
import { withShortPaths } from '../output/layout/paths.ts';
import { doneLines, placeLines, planLines } from '../output/purge.ts';
import { type Style, style } from '../output/style.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { confirm } from '../process/confirm.ts';
import type { Context, ExitCode } from '../process/context.ts';

export interface PurgeOptions {
  /** Skips the confirmation. */
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export async function run(options: PurgeOptions, context: Context): Promise<ExitCode> {
  const plan = await planPurge(context);
  if (options.dryRun) {
    report(plan, undefined, options, context);
    return 0;
  }
  if (!(await isWanted(plan, options, context))) {
    context.stdout.write('Nothing was changed.\n');
    return 1;
  }
  const places = await purge(plan, context, terminalWatch(context));
  if (places === undefined) return 130;
  report(plan, places, options, context);
  return places.some(({ state }) => state === 'left' || state === 'mixed') ? 1 : 0;
}

async function isWanted(plan: Plan, options: PurgeOptions, context: Context): Promise<boolean> {
  if (options.yes || isNothing(plan)) return true;
  const paint = style(context.stderr, context.env);
  const about = () => textOf(planLines(plan, paint), context);
  const question = 'Delete all of this? It cannot be brought back.';
  return await confirm({ question, about, ...options }, context);
}

function report(
  plan: Plan,
  places: readonly Place[] | undefined,
  options: PurgeOptions,
  context: Context,
): void {
  const paint = style(context.stdout, context.env);
  if (options.json) printJson(purgeDocument(plan, places), context);
  else context.stdout.write(textOf(linesOf(plan, places, paint), context));
}

function linesOf(plan: Plan, places: readonly Place[] | undefined, paint: Style): string[] {
  if (places === undefined) return [...planLines(plan, paint), 'Nothing was written (--dry-run).'];
  return [...doneLines(plan, paint), '', ...placeLines(places, paint)];
}

function textOf(lines: readonly string[], { homedir: home }: Context): string {
  return lines.map((line) => `${withShortPaths(line, { home })}\n`).join('');
}
