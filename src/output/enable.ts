/** Renders what enable changed, or would change. Pure. */

import type { Enabled } from '../agents/installation.ts';
import type { Unread } from '../operations/unread.ts';
import { type Style, withCommands } from '../process/style.ts';
import { counted, grouped } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { withShortPaths } from './layout/paths.ts';
import { hanging } from './layout/wrap.ts';
import { readableDiff } from './line-diff.ts';
import { nameOf } from './part-names.ts';

export function renderEnabled(enabled: Enabled, dryRun: boolean, page: Page): string {
  if (!enabled.changed) {
    const { what } = nameOf(enabled);
    const nothing = `${what} ${enabled.mcp || enabled.skill ? 'are' : 'is'} already enabled in ${enabled.path}; nothing to do.`;
    return textOf([nothing, ...leftLines(enabled), ...offLines(enabled, page.paint)], page);
  }
  return dryRun ? planText(enabled, page) : doneText(enabled, page);
}

/** Renders one sentence. */
export function renderLine(line: string, page: Page): string {
  return textOf([line], page);
}

/** So fast is a first ingest on two busy cores, vectors included (bench/RESULTS.md). */
const READ_BYTES_A_SECOND = 2_200_000;

/** Returns the question before the conversations that are here are read. */
export function readQuestion({ conversations, bytes }: Unread): string {
  const one = conversations === 1;
  const what = one ? 'conversation that is' : `${grouped(conversations)} conversations that are`;
  return `Read the ${what} here (${durationOf(bytes)})?`;
}

/** Names the command that reads them later. */
export function renderUnread({ conversations, bytes, command }: Unread, page: Page): string {
  const are = conversations === 1 ? 'is' : 'are';
  const count = counted(conversations, 'conversation');
  return textOf(
    [
      `${count} that ${are} here ${are} not read yet: \`${command}\` does it (${durationOf(bytes)}).`,
    ],
    page,
  );
}

/** Returns a time in round numbers: it is an estimate. */
function durationOf(bytes: number): string {
  const seconds = bytes / READ_BYTES_A_SECOND;
  if (seconds <= 10) return 'a few seconds';
  if (seconds <= 100) return `about ${10 * Math.ceil(seconds / 10)} s`;
  return `about ${counted(Math.ceil(seconds / 60), 'minute')}`;
}

function planText(enabled: Enabled, page: Page): string {
  const { paint } = page;
  const { added, updated, diff } = enabled;
  const head = textOf(
    [
      ...planLines(enabled),
      ...leftLines(enabled),
      ...offLines(enabled, paint),
      ...noteLines(enabled, paint),
      '',
    ],
    page,
  );
  const files = [
    ...added.map((each) => paint.green(`+ ${each}`)),
    ...updated.map((each) => `~ ${each}`),
  ];
  const changes =
    diff === undefined ? files.map((line) => `${line}\n`).join('') : readableDiff(diff, page);
  return `${head}${changes}Nothing was written (--dry-run).\n`;
}

/** Says in a sentence what the diff below it shows. */
function planLines({ form, mcp, statusline, path, created, added, updated }: Enabled): string[] {
  const thing = form === 'plugin' ? 'file' : statusline ? 'key' : mcp ? 'server' : 'hook';
  const place = created ? `${path}, a new ${form === 'plugin' ? 'folder' : 'file'}` : path;
  return [
    ...(added.length > 0
      ? [`Would add ${counted(added.length, thing)} to ${place}: ${added.join(', ')}`]
      : []),
    ...(updated.length > 0
      ? [`Would update ${counted(updated.length, thing)} in ${path}: ${updated.join(', ')}`]
      : []),
  ];
}

/** Others who share the file get hooks that name paths of this machine. */
function noteLines({ scope, shared }: Enabled, paint: Style): string[] {
  const [first = '', ...others] = shared;
  return scope === 'project' ? [`${paint.yellow('Note:')} ${first}`, ...others] : [];
}

/** Hooks that are installed well do nothing while a setting switches them off. */
function offLines({ switchedOff }: Enabled, paint: Style): string[] {
  if (switchedOff === undefined) return [];
  const { problem, fix } = switchedOff;
  return [`${paint.yellow('The hooks will not run:')} ${problem}; ${fix}.`];
}

/** What is a user's own: a command in which ours is only a part, a text that was changed. */
function leftLines({ path, mixed, left = [] }: Enabled): string[] {
  return [
    ...mixed.map(
      (event) =>
        `  left     ${event}: the command is not as Mementor writes it; edit it in ${path}`,
    ),
    ...left.map((file) => `  left     ${file}: you changed it, or it is not Mementor's`),
  ];
}

function textOf(lines: readonly string[], { paint, width, home }: Page): string {
  return lines
    .map((line) => withShortPaths(line, { home }))
    .flatMap((line) => {
      // A command is to be copied: it stays on its line.
      if (/^ {2}`[^`]+`$/.test(line)) return [withCommands(line, paint)];
      // A value is wrapped beside its label.
      const [, label = '', value = ''] = /^( {2}\w+ +|)(.*)$/.exec(line) ?? [];
      return hanging(label, withCommands(value, paint), width);
    })
    .map((line) => `${line}\n`)
    .join('');
}

function doneText(enabled: Enabled, page: Page): string {
  const { paint } = page;
  const { agent, form, path, scope, added, updated, use } = enabled;
  const { what, option } = nameOf(enabled);
  const where = form === 'plugin' ? 'as a plugin in' : 'in';
  const undo = [
    'mementor disable',
    ...(agent === undefined ? [] : [`--agent ${agent}`]),
    ...option,
    ...(scope === 'user' ? [] : [`--${scope}`]),
  ];
  const lines = [
    `${paint.green('Enabled')} ${what} ${where} ${paint.cyan(path)}`,
    ...(added.length > 0 ? [`  added    ${added.join(', ')}`] : []),
    ...(updated.length > 0 ? [`  updated  ${updated.join(', ')}`] : []),
    ...leftLines(enabled),
    `  undo     ${paint.cyan(undo.join(' '))}`,
    '',
    ...offLines(enabled, paint),
    ...use,
    ...noteLines(enabled, paint),
  ];
  return textOf(lines, page);
}
