/** Removes what enable put into a settings file. */

import { dirname } from 'node:path';
import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import type { Removal } from '../installation.ts';
import { removeLeftovers, settingsLeftovers } from './leftovers.ts';
import { mayBeOurs } from './own-command.ts';
import { type Part, receiptOf, type Taken } from './part.ts';
import { deleteReceipt, type Receipt, undoFor } from './receipt.ts';
import {
  deleteSettings,
  readSettings,
  removeEmptyFolders,
  type SettingsFile,
  writeSettings,
} from './settings.ts';

/** A part, with its receipt. */
interface Insertion {
  readonly part: Part;
  readonly receipt: Receipt | undefined;
}

/** The planned change of a settings file. */
interface Change {
  readonly file: SettingsFile;
  readonly taken: Taken;
  readonly insertions: readonly Insertion[];
  readonly leftovers: readonly string[];
}

const NOTHING: Taken = { text: undefined, changed: false, removed: [], mixed: [] };

/** Plans the removal of parts from a settings file; `what` names them where there are none. */
export async function settingsRemoval(
  path: string,
  parts: readonly Part[],
  context: Context,
  what = 'hooks of Mementor',
): Promise<Removal> {
  const insertions = parts.map((part) => ({ part, receipt: receiptOf(part, context) }));
  const file = await readSettings(path);
  const leftovers = await settingsLeftovers(file.target, 'all', context);
  const taken = file.text === undefined ? NOTHING : planned(file.text, insertions);
  const { changed, removed, mixed } = taken;
  const isAbsent = file.text === undefined;
  const others = mixed.length > 0 ? ' that run nothing else' : '';
  return {
    form: 'settings',
    path,
    changed,
    deleted: changed && taken.text === undefined,
    removed,
    kept: [],
    mixed,
    leftovers,
    diff: { before: file.text ?? '', after: taken.text ?? '' },
    rest: isAbsent ? 'absent' : mixed.length > 0 ? 'mixed' : 'clean',
    reason: isAbsent ? `there is no ${path}` : `no ${what}${others} in ${path}`,
    apply: async () => await apply({ file, taken, insertions, leftovers }, homeOf(context)),
  };
}

/** A file that its agent cannot read either has nothing of ours if no trace of it is there. */
function planned(text: string, insertions: readonly Insertion[]): Taken {
  try {
    return without(text, insertions);
  } catch (error) {
    const wrote = insertions.some(({ receipt }) => receipt !== undefined);
    if (wrote || mayBeOurs(text)) throw error;
    return { ...NOTHING, text };
  }
}

/**
 * Takes insertions out. What came last goes first: then the undo of each matches the text that it
 * was made for.
 */
function without(text: string, insertions: readonly Insertion[]): Taken {
  const done = new Map<Insertion, Taken>();
  let current: string | undefined = text;
  while (current !== undefined) {
    const before: string = current;
    const rest = insertions.filter((each) => !done.has(each));
    const last = rest.find(({ receipt }) => undoFor(receipt, before) !== undefined) ?? rest.at(-1);
    if (last === undefined) break;
    const taken = last.part.takeOut(before, {
      receipt: last.receipt,
      undo: undoFor(last.receipt, before),
    });
    done.set(last, taken);
    current = taken.text;
  }
  const all = insertions.map((each) => done.get(each) ?? NOTHING);
  const isOurs = insertions.some(({ receipt }) => receipt?.createdFile === true);
  const isRemoved = all.some(({ changed }) => changed);
  return {
    text: isOurs && isRemoved && current !== undefined && EMPTY.test(current) ? undefined : current,
    changed: isRemoved,
    removed: all.flatMap(({ removed }) => removed),
    mixed: all.flatMap(({ mixed }) => mixed),
  };
}

/** A settings file that says nothing. */
const EMPTY = /^\uFEFF?\s*(?:\{\s*\})?\s*$/;

/** Removes what is ours, and also the file and its folders if Mementor created them. */
async function apply(change: Change, home: string): Promise<void> {
  const { file, taken, insertions, leftovers } = change;
  // Whichever came first created the folder.
  const folders = insertions.map(({ receipt }) => receipt?.createdFolder ?? undefined);
  const created = folders.find((folder) => folder !== undefined);
  await removeLeftovers(leftovers);
  if (taken.changed && taken.text === undefined) await deleteSettings(file, created);
  else if (taken.text !== undefined && taken.changed) {
    await writeSettings(file, taken.text);
  } else if (file.text === undefined && created) {
    // An interrupted enable had created the folder but not the file.
    await removeEmptyFolders(dirname(file.target), created);
  }
  for (const { part } of insertions) await deleteReceipt(home, part.path, part.name);
}
