/** Renders what a purge removes, and what is left. Pure. */

import type { Removal } from '../agents/installation.ts';
import type { HomeContents } from '../memory.ts';
import {
  type Blocked,
  bytesOf,
  type Checked,
  callersLeft,
  isChanged,
  isClean,
  isNothing,
  leftoversOf,
  type Plan,
  type Purged,
} from '../operations/purge.ts';
import type { Style } from '../process/style.ts';
import { counted, grouped, printable, sized } from '../text/numbers.ts';

const SHOWN_MAX = 20;

/** Renders what a purge would do. */
export function planLines(plan: Plan, force: boolean, paint: Style): string[] {
  const { removals, blocked, contents, backups } = plan;
  const keptFor = force ? [] : callersLeft(plan, blocked);
  return [
    paint.bold('mementor disable --purge would'),
    ...removals.filter(isChanged).map((each) => `  ${plannedText(each, paint)}`),
    ...blockedLines('leave  ', blocked),
    ...mixedLines('leave  ', removals),
    ...leftoversOf(removals).map((path) => `  delete ${printable(path)} (a stopped run left it)`),
    ...(keptFor.length > 0
      ? keptMemoryLines('keep   ', plan, keptFor, paint)
      : dataLines(plan, paint)),
    ...keptLines('keep   ', contents.foreign),
    ...backups.map((path) => `  keep   ${printable(path)} (a backup)`),
    ...unknownLines(plan, 'keep   '),
    ...(keptFor.length > 0 ? [] : forgottenLines(plan)),
  ];
}

function dataLines({ home, contents: { ours, ...rest } }: Plan, paint: Style): string[] {
  const shown = [...ours].sort((a, b) => b.bytes - a.bytes).slice(0, SHOWN_MAX);
  const more = ours.length - shown.length;
  return [
    `  delete ${counted(ours.length, 'file')} (${sized(bytesOf({ ours, ...rest }))}) in ${paint.cyan(printable(home))}`,
    ...shown.map(({ path, bytes }) => `    ${sized(bytes).padStart(9)}  ${printable(path)}`),
    ...(more > 0 ? [`    and ${grouped(more)} more`] : []),
    ...linkLines('delete ', rest.links, true),
    ...linkLines('keep   ', rest.links, false),
  ];
}

/** What lies behind a link of the home is deleted only if it is known to be ours by what it holds. */
function linkLines(label: string, links: HomeContents['links'], areOurs: boolean): string[] {
  const meant = links.filter(({ isOurs, isThere }) => isThere && isOurs === areOurs);
  return meant.map(({ path, target }) => {
    const rest = areOurs ? '' : ': delete it by hand if it is no more use';
    return `  ${label}${printable(target)} (${printable(path)} is a link to it${rest})`;
  });
}

/** Says why a place stays as it is, and what to do about it. */
function blockedLines(label: string, blocked: readonly Blocked[]): string[] {
  return blocked.map(({ path, error: { message, hint } }) => {
    const what = message.includes(path) ? message : `${path}: ${message}`;
    return `  ${label}${printable(hint === undefined ? what : `${what}; ${hint}`)}`;
  });
}

function mixedLines(label: string, removals: readonly Removal[]): string[] {
  const all = removals.flatMap(({ path, mixed }) => mixed.map((event) => ({ path, event })));
  return all.map(
    ({ path, event }) =>
      `  ${label}${event}: the command is not as Mementor writes it; edit it in ${printable(path)}`,
  );
}

/** A memory that is deleted while hooks call it would begin anew at the next prompt. */
function keptMemoryLines(
  label: string,
  { home, contents }: Plan,
  keptFor: readonly string[],
  paint: Style,
): string[] {
  const files = `${counted(contents.ours.length, 'file')}, ${sized(bytesOf(contents))}`;
  const places = keptFor.map(printable).join(', ');
  return [
    `  ${label}the memory, ${printable(home)} (${files}): hooks in ${places} may still call Mementor`,
    `  ${' '.repeat(label.length)}repair that first; ${paint.cyan('mementor disable --purge --force')} deletes it all the same`,
  ];
}

/** Forgotten turns stay away by a list, and a purge deletes that list too. */
function forgottenLines({ forgotten: { turns, onDisk, everyTranscript } }: Plan): string[] {
  if (turns === 0) return [];
  const what = turns === 1 ? 'turn or note' : 'turns and notes';
  const list = `  The list of ${grouped(turns)} forgotten ${what} goes too.`;
  const where = everyTranscript
    ? 'the transcripts that the agents keep and those that the memory has read'
    : 'the transcripts that the agents keep; the memory cannot be read, so others may hold some';
  if (onDisk === 0) return [list, `  None of them was found in ${where}.`];
  const those = onDisk === 1 ? 'it' : 'them';
  return [
    list,
    `  ${grouped(onDisk)} of them still ${onDisk === 1 ? 'stands' : 'stand'} in transcripts on the disk: a later \`mementor ingest\` would store ${those} again.`,
    `  Looked in ${where}.`,
  ];
}

function plannedText({ form, path }: Removal, paint: Style): string {
  const where = paint.cyan(printable(path));
  return form === 'plugin' ? `remove the plugin ${where}` : `take the hooks out of ${where}`;
}

function doneText({ form, path }: Removal): string {
  return form === 'plugin' ? `  plugin  ${printable(path)}` : `  hooks   out of ${printable(path)}`;
}

function unknownLines({ unreadable }: Plan, label: string): string[] {
  if (unreadable === null) return [];
  return [`  ${label}backups that were written, if any: ${printable(unreadable)}`];
}

function keptLines(label: string, foreign: readonly string[]): string[] {
  if (foreign.length === 0) return [];
  const rest = foreign.length - SHOWN_MAX;
  const names = [...foreign.slice(0, SHOWN_MAX), ...(rest > 0 ? [`${grouped(rest)} more`] : [])];
  return [`  ${label}${names.map(printable).join(', ')} (not Mementor's)`];
}

/** Renders what the purge did. */
export function doneLines(plan: Plan, { blocked, keptFor }: Purged, paint: Style): string[] {
  const { home, removals, contents, backups } = plan;
  const { ours, foreign } = contents;
  if (isNothing(plan)) return ['Nothing of Mementor was there.'];
  const failed = new Set(blocked.map(({ path }) => path));
  const done = removals.filter((each) => isChanged(each) && !failed.has(each.path));
  const keepsMemory = keptFor.length > 0;
  return [
    keepsMemory
      ? paint.yellow(`${done.length > 0 ? 'Took the hooks out; the' : 'The'} memory stays`)
      : `${paint.green('Purged')} Mementor`,
    ...done.map(doneText),
    ...blockedLines('left    ', blocked),
    ...mixedLines('left    ', removals),
    ...leftoversOf(removals).map((path) => `  left    ${printable(path)} (by a stopped run)`),
    ...(keepsMemory
      ? keptMemoryLines('kept    ', plan, keptFor, paint)
      : [
          `  data    ${counted(ours.length, 'file')} (${sized(bytesOf(contents))}) in ${printable(home)}`,
          ...linkLines('data    ', contents.links, true),
          ...linkLines('left    ', contents.links, false),
        ]),
    ...keptLines('kept    ', foreign),
    ...backups.map((path) => `  kept    ${printable(path)} (a backup: delete it by hand)`),
    ...unknownLines(plan, 'kept    '),
    ...(keepsMemory ? [] : forgottenLines(plan)),
  ];
}

const MEANING: Readonly<Record<Checked['state'], string>> = {
  clean: 'no hooks of Mementor',
  absent: 'not there',
  foreign: "nothing of Mementor's",
  mixed: 'NOT CLEAN: a command of your own calls Mementor; edit it',
  left: 'NOT EMPTY: run the command again',
  blocked: 'NOT CLEAN: it cannot be changed',
  kept: 'KEPT',
  linked: 'NOT LOOKED INTO: a link led there; look at it by hand',
};

/** Renders what was found at each place after the purge. */
export function placeLines(done: Purged, paint: Style): string[] {
  const title = isClean(done) ? 'Looked at, and nothing is left:' : paint.red('Something is left:');
  return [
    title,
    ...done.checked.map(({ path, state }) => `  ${MEANING[state].padEnd(21)}  ${printable(path)}`),
  ];
}
