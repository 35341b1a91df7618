/** Renders what disable removed, or would remove. Pure. */

import type { Removal } from '../agents/installation.ts';
import type { DisableAnswer } from '../operations/disable.ts';
import type { Style } from '../process/style.ts';
import { nameOf } from './part-names.ts';

const KEPT_SHOWN_MAX = 5;

/** Renders what was disabled, one after the other; that the memory stays is said once. */
export function renderAllDisabled(
  answers: readonly DisableAnswer[],
  others: readonly string[],
  paint: Style,
): string {
  const texts = answers.map((each) => renderDisabled(each, paint));
  const done = answers.find(({ document }) => document.changed && !document.dryRun);
  const home = done?.document.memories;
  return [
    ...texts,
    ...(others.length === 0 ? [] : [othersText(others, paint)]),
    ...(home ? [`Your memory is kept in ${paint.cyan(home)}.\n`] : []),
  ].join('\n');
}

function othersText(others: readonly string[], paint: Style): string {
  const named = others.length === 1 ? others.join() : 'all';
  const command = paint.cyan(`mementor disable --agent ${named}`);
  return `The hooks of ${others.join(', ')} stay: ${command} removes them.\n`;
}

function renderDisabled({ document, removals, part }: DisableAnswer, paint: Style): string {
  const { settings, plugin, warm, server } = removals;
  const others = [warm, server].filter((each) => each?.changed);
  const all = [settings, plugin, ...others].filter((each) => each !== undefined);
  const changed = all.filter((each) => each.changed);
  if (changed.length === 0) {
    const reasons = all.map(({ reason }) => reason).join(', and ');
    return textOf([`Nothing to do: ${reasons}.`, ...all.flatMap(mixedLines)]);
  }
  if (document.dryRun) {
    const plans = changed.map((each) => planText(each, paint));
    return `${plans.join('')}Nothing was written (--dry-run).\n`;
  }
  const { what } = nameOf(part);
  return changed.map((each) => textOf(doneLines(each, what, paint))).join('');
}

function planText(removal: Removal, paint: Style): string {
  const { path, deleted, removed, kept, form } = removal;
  const verb = deleted ? 'would delete' : 'would change';
  const title = paint.bold(`mementor disable ${verb} ${path}`);
  // A key is named by its path, an event by its name.
  const nounOf = (each: string) => (form === 'plugin' || each.includes('.') ? '' : ' hook');
  const rest = form === 'plugin' || deleted ? [] : [`  ${REST}`];
  return textOf([
    title,
    ...removed.map((each) => paint.red(`- ${each}${nounOf(each)}`)),
    ...keptLines(kept),
    ...rest,
    ...mixedLines(removal),
  ]);
}

const REST = 'everything else in it stays, byte for byte';

function doneLines(removal: Removal, what: string, paint: Style): string[] {
  const { form, path, deleted, removed, kept } = removal;
  const where = form === 'plugin' ? 'as a plugin in' : 'in';
  const because = form === 'plugin' ? '' : ': Mementor had created it';
  return [
    `${paint.green('Disabled')} ${what} ${where} ${paint.cyan(path)}${deleted ? ` (deleted${because})` : ''}`,
    `  removed  ${removed.join(', ')}`,
    ...keptLines(kept),
    ...mixedLines(removal),
  ];
}

/** Each is a command of the user's own, in which ours is only a part. */
function mixedLines({ path, mixed }: Removal): string[] {
  return mixed.map(
    (event) => `  left     ${event}: the command is not as Mementor writes it; edit it in ${path}`,
  );
}

function keptLines(kept: readonly string[]): string[] {
  if (kept.length === 0) return [];
  const more = kept.length - KEPT_SHOWN_MAX;
  const shown = [...kept.slice(0, KEPT_SHOWN_MAX), ...(more > 0 ? [`${more} more`] : [])];
  return [`  kept     ${shown.join(', ')} (changed by you, or not Mementor's)`];
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
