/**
 * One thing of ours in a file that others write too, such as a server in a list of servers: putting
 * it in with a receipt, and taking it out.
 */

import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import type { Enabled } from '../installation.ts';
import { removeLeftovers, settingsLeftovers } from './leftovers.ts';
import { partKey, readPartReceipt, undoFor } from './receipt.ts';
import type { Insertion } from './removal.ts';
import { readSettings } from './settings.ts';
import { revert, undoOf } from './undo.ts';
import { writeWithReceipt } from './write-with-receipt.ts';

/** `theirs`: there is one of that name that a person wrote. `stale`: ours, but not as it should be. */
export type PartState = 'on' | 'stale' | 'theirs' | 'off';

/** How a part stands in the text of its file. Pure; an undefined text is a missing file. */
export interface PartText {
  readonly stateIn: (text: string | undefined) => PartState;
  /** Returns the text with the part, given one without it. */
  readonly put: (text: string | undefined) => string;
  /** Returns the text without the part; undefined if ours is not in it. */
  readonly takeOut: (text: string) => string | undefined;
}

export interface Part {
  /** The agent's name. */
  readonly agent: string;
  readonly path: string;
  /** The name under which its receipt is kept. */
  readonly name: string;
  /** What answers call it. */
  readonly title: string;
  readonly text: PartText;
}

/** Puts the part into its file, and keeps a receipt of what was written. */
export async function enablePart(
  part: Part,
  dryRun: boolean,
  context: Context,
  watch: Watch,
): Promise<Omit<Enabled, 'use' | 'shared' | 'scope'>> {
  const { agent, path, name, title, text } = part;
  const receipt = await readPartReceipt(homeOf(context), path, name);
  const file = await readSettings(path);
  const state = text.stateIn(file.text);
  const isToWrite = state === 'off' || state === 'stale';
  const earlier = undoFor(receipt, file.text);
  const before = state === 'stale' ? without(part, file.text ?? '', earlier) : file.text;
  const after = isToWrite ? text.put(before) : (file.text ?? '');
  if (!dryRun) await removeLeftovers(await settingsLeftovers(file.target, 'old', context));
  if (isToWrite && !dryRun) {
    const kept = { agent, path, part: name, undo: undoOf(before, after), earlier };
    const key = partKey(path, name);
    const writing = { file, text: after, key, before: receipt, receipt: kept };
    await writeWithReceipt(writing, context, watch);
  }
  return {
    form: 'settings',
    path,
    changed: isToWrite,
    created: isToWrite && file.text === undefined,
    added: state === 'off' ? [title] : [],
    updated: state === 'stale' ? [title] : [],
    mixed: [],
    left: state === 'theirs' ? [title] : [],
    diff: { before: file.text ?? '', after },
  };
}

/** Returns the part as something that can be taken out of its file. */
export async function partInsertion(part: Part, context: Context): Promise<Insertion> {
  const { path, name, title, text } = part;
  const receipt = await readPartReceipt(homeOf(context), path, name);
  return {
    key: partKey(path, name),
    receipt,
    out: (from) => {
      const isOurs = ['on', 'stale'].includes(text.stateIn(from));
      if (!isOurs) return { text: from, changed: false, removed: [], mixed: [] };
      const after = without(part, from, undoFor(receipt, from));
      return { text: after, changed: true, removed: [title], mixed: [] };
    },
  };
}

/** Returns the previous text if the undo matches, without the part in any case. */
function without({ text }: Part, from: string, undo: ReturnType<typeof undoFor>) {
  const reverted = undo && revert(from, undo);
  const base = reverted ? reverted.text : from;
  return base === undefined ? undefined : (text.takeOut(base) ?? base);
}
