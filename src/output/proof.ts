/** Renders what is left of removed data. Pure. */

import { stateOf } from '../home/paths.ts';
import type { PendingBackup, Proof } from '../memory.ts';
import { counted, grouped, printable } from '../text/numbers.ts';

/** Renders which backups still contain forgotten turns, and what will happen to them. */
export function leftLines(left: readonly PendingBackup[], home: string): string[] {
  if (left.length === 0) return [];
  const where = (path: string) =>
    path === stateOf(home) ? `any backup that ${path} names` : `the backup ${path}`;
  return [
    ...left.map(
      ({ path, reason }) => `Not done in ${printable(where(path))}: ${printable(reason)}`,
    ),
    'It is tried again by later commands; `mementor doctor` says what to do.',
  ];
}

/** Leaves out pending backups, which are already reported. */
export function withoutPending(proof: Proof, left: readonly PendingBackup[]): Proof {
  const pending = new Set(left.map(({ path }) => path));
  return { ...proof, unchecked: proof.unchecked.filter(({ path }) => !pending.has(path)) };
}

/**
 * Renders a proof. `what` names what was removed, such as "them"; `elsewhere` means that traces
 * are known to be left in a place that is reported separately.
 */
export function proofLines(proof: Proof, what: string, elsewhere: boolean): string[] {
  const { found, unchecked } = proof;
  const lines = [...resultLines(proof, what, elsewhere || unchecked.length > 0)];
  for (const { path, reason } of unchecked) {
    lines.push(`Not checked: ${printable(path)}: ${printable(reason)}`);
  }
  const named = [...found, ...unchecked.map(({ path }) => path)];
  if (named.some((path) => /memory\.db\.damaged-\d+/.test(path))) lines.push(DELETE_DAMAGED);
  return lines;
}

function resultLines(proof: Proof, what: string, isPartial: boolean): string[] {
  const { pieces, terms, without, files, databases, found } = proof;
  if (found.length > 0) {
    return [`Something of ${what} is still in:`, ...found.map((path) => `  ${printable(path)}`)];
  }
  if (pieces === 0) return [`Not checked: ${NOTHING_OWN}.`];
  const index = terms === 0 ? '' : ` and ${counted(terms, 'index term')}`;
  const where = `${counted(files, 'file')} and ${counted(databases, 'database')}`;
  const result = isPartial ? 'none was found there' : 'none is left';
  const looked = `Looked for ${counted(pieces, 'piece')} of text${index} in ${where}: ${result}.`;
  if (without === 0) return [looked];
  return [looked, `Not checked: ${grouped(without)} of ${what}, for which ${NOTHING_OWN}.`];
}

/** Text is looked for that is long enough not to occur by chance, and is in no other turn. */
const NOTHING_OWN = 'no text is long enough to look for and in no other turn';

const DELETE_DAMAGED =
  '`mementor repair --delete-damaged` saves what can be read of a damaged copy and deletes it.';
