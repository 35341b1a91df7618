/** Renders what enable changed, or would change. Pure. */

import type { Enabled } from '../agents/installation.ts';
import { lineDiff } from './line-diff.ts';
import { type Style, withCommands } from './style.ts';

export function renderEnabled(enabled: Enabled, dryRun: boolean, paint: Style): string {
  if (!enabled.changed) return `Mementor is already enabled in ${enabled.path}; nothing to do.\n`;
  return dryRun ? planText(enabled, paint) : doneText(enabled, paint);
}

function planText({ path, created, added, updated, diff }: Enabled, paint: Style): string {
  const title = paint.bold(`mementor enable ${created ? 'would create' : 'would change'} ${path}`);
  const files = [
    ...added.map((each) => paint.green(`+ ${each}`)),
    ...updated.map((each) => `~ ${each}`),
  ];
  const changes =
    diff === undefined
      ? files.map((line) => `${line}\n`).join('')
      : lineDiff(diff.before, diff.after, paint);
  return `${title}\n${changes}Nothing was written (--dry-run).\n`;
}

function doneText(enabled: Enabled, paint: Style): string {
  const { form, path, scope, added, updated, use, shared } = enabled;
  const where = form === 'plugin' ? 'as a plugin in' : 'in';
  const undo = scope === 'user' ? 'mementor disable' : `mementor disable --${scope}`;
  const [first = '', ...others] = shared;
  const lines = [
    `${paint.green('Enabled')} Mementor ${where} ${paint.cyan(path)}`,
    ...(added.length > 0 ? [`  added    ${added.join(', ')}`] : []),
    ...(updated.length > 0 ? [`  updated  ${updated.join(', ')}`] : []),
    `  undo     ${paint.cyan(undo)}`,
    '',
    ...use,
    ...(scope === 'project' ? [`${paint.yellow('Note:')} ${first}`, ...others] : []),
  ];
  return lines.map((line) => `${withCommands(line, paint)}\n`).join('');
}
