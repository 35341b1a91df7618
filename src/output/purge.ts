/** Renders what a purge removes, and what is left. Pure. */

import type { Removal } from '../agents/installation.ts';
import {
  bytesOf,
  isChanged,
  isNothing,
  leftoversOf,
  type Place,
  type Plan,
} from '../answers/purge.ts';
import { counted, grouped, printable, sized } from '../text/numbers.ts';
import type { Style } from './style.ts';

const SHOWN_MAX = 20;

/** Renders what a purge would do. */
export function planLines(plan: Plan, paint: Style): string[] {
  const { home, removals, contents, backups } = plan;
  const { ours, foreign } = contents;
  const shown = [...ours].sort((a, b) => b.bytes - a.bytes).slice(0, SHOWN_MAX);
  const rest = ours.length - shown.length;
  return [
    paint.bold('mementor disable --purge would'),
    ...removals.filter(isChanged).map((each) => `  ${plannedText(each, paint)}`),
    ...leftoversOf(removals).map((path) => `  delete ${printable(path)} (a stopped run left it)`),
    `  delete ${counted(ours.length, 'file')} (${sized(bytesOf(contents))}) in ${paint.cyan(printable(home))}`,
    ...shown.map(({ path, bytes }) => `    ${sized(bytes).padStart(9)}  ${printable(path)}`),
    ...(rest > 0 ? [`    and ${grouped(rest)} more`] : []),
    ...keptLines('keep   ', foreign),
    ...backups.map((path) => `  keep   ${printable(path)} (a backup)`),
    ...unknownLines(plan, 'keep   '),
    ...forgottenLines(plan),
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
  if (unreadable === undefined) return [];
  return [`  ${label}backups that were written, if any: ${printable(unreadable)}`];
}

function keptLines(label: string, foreign: readonly string[]): string[] {
  if (foreign.length === 0) return [];
  const rest = foreign.length - SHOWN_MAX;
  const names = [...foreign.slice(0, SHOWN_MAX), ...(rest > 0 ? [`${grouped(rest)} more`] : [])];
  return [`  ${label}${names.map(printable).join(', ')} (not Mementor's)`];
}

/** Renders what the purge did. */
export function doneLines(plan: Plan, paint: Style): string[] {
  const { home, removals, contents, backups } = plan;
  const { ours, foreign } = contents;
  if (isNothing(plan)) return ['Nothing of Mementor was there.'];
  return [
    `${paint.green('Purged')} Mementor`,
    ...removals.filter(isChanged).map(doneText),
    ...leftoversOf(removals).map((path) => `  left    ${printable(path)} (by a stopped run)`),
    `  data    ${counted(ours.length, 'file')} (${sized(bytesOf(contents))}) in ${printable(home)}`,
    ...keptLines('kept    ', foreign),
    ...backups.map((path) => `  kept    ${printable(path)} (a backup: delete it by hand)`),
    ...unknownLines(plan, 'kept    '),
    ...forgottenLines(plan),
  ];
}

const MEANING: Readonly<Record<Place['state'], string>> = {
  clean: 'no hooks of Mementor',
  absent: 'not there',
  foreign: "nothing of Mementor's",
  mixed: 'NOT CLEAN: a command of your own calls Mementor; edit it',
  left: 'NOT EMPTY: run the command again',
};

/** Renders what was found at each place after the purge. */
export function placeLines(places: readonly Place[], paint: Style): string[] {
  const left = places.some(({ state }) => state === 'left' || state === 'mixed');
  const title = left ? paint.red('Something is left:') : 'Looked at, and nothing is left:';
  return [
    title,
    ...places.map(({ path, state }) => `  ${MEANING[state].padEnd(21)}  ${printable(path)}`),
  ];
}
