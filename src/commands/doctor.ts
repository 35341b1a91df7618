/** `mementor doctor`: checks the installation and suggests fixes. Changes nothing. */

import { hookChecks } from '../agents/claude-code/checks/hooks.ts';
import { leftoverChecks } from '../agents/claude-code/checks/leftovers.ts';
import { managedFiles, managedPaths } from '../agents/claude-code/install/managed.ts';
import { configChecks } from '../doctor/config.ts';
import { damagedCopiesChecks } from '../doctor/damaged-copies.ts';
import { homeChecks } from '../doctor/home.ts';
import { inboxChecks } from '../doctor/inbox.ts';
import { lockChecks } from '../doctor/lock.ts';
import { memoryChecks } from '../doctor/memory.ts';
import { modelChecks } from '../doctor/model.ts';
import { mutedChecks } from '../doctor/muted.ts';
import { removalChecks } from '../doctor/removals.ts';
import { runtimeChecks } from '../doctor/runtime.ts';
import { type Style, style } from '../output/style.ts';
import { type Check, failure } from '../process/check.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { counted, printable } from '../text/numbers.ts';

export interface DoctorOptions {
  readonly json: boolean;
}

const GROUPS = [
  runtimeChecks,
  configChecks,
  mutedChecks,
  modelChecks,
  homeChecks,
  memoryChecks,
  removalChecks,
  damagedCopiesChecks,
  inboxChecks,
  lockChecks,
  hookChecks,
  leftoverChecks,
];

/** Fails when something does not work; warnings are allowed. */
export async function run(
  options: DoctorOptions,
  context: Context,
  managedSettings = managedPaths(context.platform),
): Promise<ExitCode> {
  const managed = await managedFiles(managedSettings);
  const checks: Check[] = [];
  for (const group of GROUPS) {
    checks.push(...(await group(context, managed).catch((error) => [failure('doctor', error)])));
  }
  const ok = checks.every((check) => check.status !== 'fail');
  if (options.json) {
    context.stdout.write(`${JSON.stringify({ version: 1, ok, checks }, null, 2)}\n`);
  } else {
    context.stdout.write(render(checks, style(context.stdout, context.env)));
  }
  return ok ? 0 : 1;
}

function render(checks: readonly Check[], paint: Style): string {
  const width = Math.max(...checks.map((check) => check.name.length));
  const lines = checks.map((check) => renderCheck(check, width, paint));
  return `${lines.join('')}\n${summary(checks, paint)}\n`;
}

function renderCheck({ name, status, detail, fix }: Check, width: number, paint: Style): string {
  const colour = { ok: paint.green, warn: paint.yellow, fail: paint.red }[status];
  const line = `${colour(status.padEnd(4))}  ${name.padEnd(width)}  ${printable(detail)}\n`;
  if (fix === undefined) return line;
  return `${line}${' '.repeat(width + 8)}${paint.cyan('fix:')} ${printable(fix)}\n`;
}

function summary(checks: readonly Check[], paint: Style): string {
  const fails = checks.filter((check) => check.status === 'fail').length;
  const warnings = checks.filter((check) => check.status === 'warn').length;
  if (fails + warnings === 0) return paint.green('All is well.');
  const text = `${counted(fails, 'problem')}, ${counted(warnings, 'warning')}`;
  return fails > 0 ? paint.red(text) : paint.yellow(text);
}
