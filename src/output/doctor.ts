/** Renders the doctor's checks. Pure. */

import type { DoctorDocument } from '../answers/doctor.ts';
import type { Check } from '../process/check.ts';
import { counted, printable } from '../text/numbers.ts';
import type { Style } from './style.ts';

export function renderDoctor({ checks }: DoctorDocument, paint: Style): string {
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
