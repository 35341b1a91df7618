/** Removes what enable put into a settings file. */

import { dirname } from 'node:path';
import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import type { Removal } from '../installation.ts';
import { removeLeftovers, settingsLeftovers } from './leftovers.ts';
import { mayBeOurs } from './own-command.ts';
import { deleteReceipt, type Undoable, undoFor } from './receipt.ts';
import {
  deleteSettings,
  readSettings,
  removeEmptyFolders,
  type SettingsFile,
  writeSettings,
} from './settings.ts';
import type { Disabled } from './settings-edit.ts';

/** One of the things that enable may have put into a file: the hooks, a server, a status line. */
export interface Insertion {
  /** The name under which its receipt is kept. */
  readonly key: string;
  readonly receipt: Undoable | undefined;
  /** Returns the text without it. */
  readonly out: (text: string) => Disabled;
}

/** The planned change of a settings file. */
interface Change {
  readonly file: SettingsFile;
  readonly disabled: Disabled;
  readonly insertions: readonly Insertion[];
  readonly leftovers: readonly string[];
}

const NOTHING: Disabled = { text: undefined, changed: false, removed: [], mixed: [] };

/**
 * Plans the removal of insertions from a settings file; `read` reads them with their receipts. `what` names
 * them where there are none.
 */
export async function settingsRemoval(
  path: string,
  read: () => Promise<readonly Insertion[]>,
  context: Context,
  what = 'hooks of Mementor',
): Promise<Removal> {
  const insertions = await read();
  const file = await readSettings(path);
  const leftovers = await settingsLeftovers(file.target, 'all', context);
  const disabled = file.text === undefined ? NOTHING : planned(file.text, insertions);
  const { changed, removed, mixed } = disabled;
  const isAbsent = file.text === undefined;
  const others = mixed.length > 0 ? ' that run nothing else' : '';
  return {
    form: 'settings',
    path,
    changed,
    deleted: changed && disabled.text === undefined,
    removed,
    kept: [],
    mixed,
    leftovers,
    diff: { before: file.text ?? '', after: disabled.text ?? '' },
    rest: isAbsent ? 'absent' : mixed.length > 0 ? 'mixed' : 'clean',
    reason: isAbsent ? `there is no ${path}` : `no ${what}${others} in ${path}`,
    apply: async () => await apply({ file, disabled, insertions, leftovers }, homeOf(context)),
  };
}

/** A file that its agent cannot read either has nothing of ours if no trace of it is there. */
function planned(text: string, insertions: readonly Insertion[]): Disabled {
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
function without(text: string, insertions: readonly Insertion[]): Disabled {
  const done = new Map<Insertion, Disabled>();
  let current: string | undefined = text;
  while (current !== undefined) {
    const before: string = current;
    const rest = insertions.filter((each) => !done.has(each));
    const last = rest.find(({ receipt }) => undoFor(receipt, before) !== undefined) ?? rest.at(-1);
    if (last === undefined) break;
    const disabled = last.out(before);
    done.set(last, disabled);
    current = disabled.text;
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
  const { file, disabled, insertions, leftovers } = change;
  // Whichever came first created the folder.
  const folders = insertions.map(({ receipt }) => receipt?.createdFolder ?? undefined);
  const created = folders.find((folder) => folder !== undefined);
  await removeLeftovers(leftovers);
  if (disabled.changed && disabled.text === undefined) await deleteSettings(file, created);
  else if (disabled.text !== undefined && disabled.changed) {
    await writeSettings(file, disabled.text);
  } else if (file.text === undefined && created) {
    // An interrupted enable had created the folder but not the file.
    await removeEmptyFolders(dirname(file.target), created);
  }
  for (const { key } of insertions) await deleteReceipt(home, key);
}
