/** A removal that was stopped half-way: noted before it begins, finished by the next writer. */

import { rm } from 'node:fs/promises';
import { knownBackups } from '../backups.ts';
import { writeAtomic } from '../claude/atomic-file.ts';
import { removalNoteOf } from '../home.ts';
import { isStrings, parseObject } from '../json-object.ts';
import { type Memory, native, translated } from '../memory.ts';
import { textIfReadable } from '../regular-file.ts';

const BUSY_MS = 5_000;

/** Removes turns for good, in the memory and its backups; returns the backups. */
export async function removeForGood(
  memory: Memory,
  home: string,
  turns: readonly string[],
): Promise<readonly string[]> {
  await writeAtomic({ path: removalNoteOf(home), text: JSON.stringify({ turns }), mode: 0o600 });
  translated(() => memory.forget([...turns]));
  translated(() => memory.compact());
  const backups = await knownBackups(home);
  for (const path of backups) translated(() => native().forgetInBackup(path, [...turns], BUSY_MS));
  await rm(removalNoteOf(home), { force: true });
  return backups;
}

/** Whether a removal was stopped half-way. */
export async function isUnfinished(home: string): Promise<boolean> {
  return (await turnsNoted(home)) !== undefined;
}

/** Finishes a removal that was stopped: the bytes are still there until it is. */
export async function finishRemoval(memory: Memory, home: string): Promise<void> {
  const turns = await turnsNoted(home);
  if (turns !== undefined) await removeForGood(memory, home, turns);
}

async function turnsNoted(home: string): Promise<readonly string[] | undefined> {
  const text = textIfReadable(removalNoteOf(home));
  if (text === undefined) return undefined;
  const turns = parseObject(text)?.turns;
  // A damaged note still says that the memory is to be written anew.
  return isStrings(turns) ? turns : [];
}
