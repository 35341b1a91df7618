/** Renders the doctor's checks. Pure. */

import type { DoctorDocument } from '../operations/doctor.ts';
import type { Check } from '../process/check.ts';
import type { Style } from '../process/style.ts';
import { counted, printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { withShortPaths } from './layout/paths.ts';
import { hanging } from './layout/wrap.ts';

export interface DoctorView {
  /** Shows the results that interest few, too. */
  readonly verbose: boolean;
  /** The working directory: paths in it are shown relative to it. */
  readonly folder: string;
}

/** What a person reads for a check whose name in `--json` is a word of the code. */
const LABELS: Readonly<Record<string, string>> = { vectors: 'meaning', inbox: 'waiting' };

/** Renders the checks that need attention or say what is there; `verbose` renders all. */
export function renderDoctor(
  { checks: all }: DoctorDocument,
  { verbose, folder }: DoctorView,
  page: Page,
): string {
  const short = (text: string) => withShortPaths(text, { folder, home: page.home });
  const checks = all.map(({ name, detail, fix, ...check }) => ({
    ...check,
    name: LABELS[name] ?? name,
    detail: short(detail),
    ...(fix === undefined ? {} : { fix: short(fix) }),
  }));
  const shown = verbose ? checks : checks.filter((check) => check.minor !== true);
  const width = Math.max(...shown.map((check) => check.name.length));
  const lines = shown.flatMap((check) => checkLines(check, width, page));
  const last = [summary(checks, page.paint), ...restLine(checks.length - shown.length, page.paint)];
  return [...lines, '', ...last].map((line) => `${line}\n`).join('');
}

function checkLines({ name, status, detail, fix }: Check, names: number, page: Page): string[] {
  const { paint, width } = page;
  const colour = { ok: paint.green, warn: paint.yellow, fail: paint.red }[status];
  const first = `${colour(status.padEnd(4))}  ${name.padEnd(names)}  `;
  const indent = ' '.repeat(names + 8);
  return [
    ...hanging(first, printable(detail), width),
    ...(fix === undefined ? [] : hanging(`${indent}${paint.cyan('fix:')} `, printable(fix), width)),
  ];
}

function summary(checks: readonly Check[], paint: Style): string {
  const fails = checks.filter((check) => check.status === 'fail').length;
  const warnings = checks.filter((check) => check.status === 'warn').length;
  if (fails + warnings === 0) return paint.green('All is well.');
  const text = `${counted(fails, 'problem')}, ${counted(warnings, 'warning')}`;
  return fails > 0 ? paint.red(text) : paint.yellow(text);
}

function restLine(count: number, paint: Style): string[] {
  if (count === 0) return [];
  const command = paint.cyan('mementor doctor --verbose');
  return [`${counted(count, 'more check')} passed: ${command} shows them.`];
}
