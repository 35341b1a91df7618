/** Renders the doctor's checks. Pure. */

import type { DoctorDocument } from '../operations/doctor.ts';
import type { Check } from '../process/check.ts';
import { counted, grouped, printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { withShortPaths } from './layout/paths.ts';
import { visibleWidth } from './layout/width.ts';
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
  const shown = verbose
    ? checks
    : checks.filter((check) => check.minor !== true || check.status !== 'ok');
  const width = Math.max(...shown.map((check) => check.name.length));
  const lines = shown.flatMap((check) => checkLines(check, width, page));
  const last = summary(checks, checks.length - shown.length, page);
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

/** Says the same of all checks, however many of them are shown. */
function summary(checks: readonly Check[], hidden: number, { paint, width }: Page): string[] {
  const fails = checks.filter((check) => check.status === 'fail').length;
  const warnings = checks.filter((check) => check.status === 'warn').length;
  const bad = fails + warnings;
  const state =
    bad === 0
      ? paint.green('All is well')
      : (fails > 0 ? paint.red : paint.yellow)(
          `${counted(fails, 'problem')}, ${counted(warnings, 'warning')}`,
        );
  const passed = `${counted(checks.length - bad, 'check')} passed`;
  const rest = hidden === 0 ? '.' : `, ${grouped(hidden)} of them not shown:`;
  const told = `${state}: ${passed}${rest}`;
  if (hidden === 0) return hanging('', told, width);
  // A command is not wrapped, so that it can be copied.
  const command = paint.cyan('mementor doctor --verbose');
  const line = `${told} ${command}`;
  return visibleWidth(line) <= width ? [line] : [...hanging('', told, width), command];
}
