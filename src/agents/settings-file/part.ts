/**
 * The one way in which anything of ours comes into a file: hooks, a server in a list of servers, a
 * status line, a record of trust, or the whole text of a file of ours. It is put in with a receipt,
 * and taken out byte for byte.
 */

import { MementorError } from '../../errors/errors.ts';
import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import type { Enabled } from '../installation.ts';
import { removeLeftovers, settingsLeftovers } from './leftovers.ts';
import { type Receipt, readReceipt, undoFor, withReceipt } from './receipt.ts';
import { readSettings, writeSettings } from './settings.ts';
import { revert, type Undo, undoOf } from './undo.ts';

/** What is known about a file besides its text. */
export interface Known {
  readonly receipt?: Receipt | undefined;
  /** The undo of our last change, if it fits the text. */
  readonly undo?: Undo | undefined;
}

/** A text with a part of ours in it. */
export interface Put {
  readonly text: string;
  readonly changed: boolean;
  readonly added: readonly string[];
  readonly updated: readonly string[];
  /** The events whose hook a person changed: it was left as it is. */
  readonly mixed: readonly string[];
  /** What a user changed, or others wrote, in the place of ours: it stays. */
  readonly left?: readonly string[];
  /** Restores the file without the part; undefined if nothing changed. */
  readonly undo: Undo | undefined;
  /** What the receipt keeps besides. */
  readonly kept?: Pick<Receipt, 'commands' | 'line'>;
}

/** A text without a part of ours. */
export interface Taken {
  /** Undefined if the file should be deleted: it has nothing else. */
  readonly text: string | undefined;
  readonly changed: boolean;
  readonly removed: readonly string[];
  /** The events whose hook a person changed: it was left as it is. */
  readonly mixed: readonly string[];
}

/** Something of ours in a place: how it comes into the text of a file, and out of it. */
export interface Part {
  /** The agent's name; the default agent's is left out. */
  readonly agent?: string;
  readonly path: string;
  /** The name under which its receipt is kept; left out for hooks. */
  readonly name?: string;
  /** Pure; an undefined text is a missing file. */
  readonly put: (text: string | undefined, known: Known) => Put;
  /** Pure. */
  readonly takeOut: (text: string, known: Known) => Taken;
}

export function receiptOf({ path, name }: Part, context: Context): Receipt | undefined {
  return readReceipt(homeOf(context), path, name);
}

/** Puts a part into its file, and keeps a receipt of what was written. */
export async function enablePart(
  part: Part,
  dryRun: boolean,
  context: Context,
  watch: Watch,
): Promise<Omit<Enabled, 'use' | 'shared' | 'scope'>> {
  const { agent, path, name } = part;
  const receipt = receiptOf(part, context);
  const file = await readSettings(path);
  const earlier = undoFor(receipt, file.text);
  const { text, undo, kept, ...done } = part.put(file.text, { receipt, undo: earlier });
  if (!dryRun) await removeLeftovers(await settingsLeftovers(file.target, 'old', context));
  if (undo && !dryRun) {
    // Whether an earlier build created the file, its receipts do not say.
    const isCreated =
      receipt?.createdFile ?? (file.text === undefined || receipt?.undo?.before === null);
    const created = isCreated ? ({ createdFile: true } as const) : {};
    const written = { agent, path, part: name, undo, earlier, ...kept, ...created };
    await withReceipt(written, file.target, () => writeSettings(file, text), context, watch);
  }
  const diff = { before: file.text ?? '', after: text };
  const created = done.changed && file.text === undefined;
  return { form: 'settings', path, created, ...done, diff };
}

/**
 * `theirs`: there is one of that name that a person wrote. `stale`: ours, but not as it should be.
 * `closed`: there is none, and the text has a form to which none can be added.
 */
export type PartState = 'on' | 'stale' | 'theirs' | 'closed' | 'off';

/** How a part with a name stands in a text. Pure; an undefined text is a missing file. */
export interface PartText {
  readonly stateIn: (text: string | undefined) => PartState;
  /** Returns the text with the part, given one without it. */
  readonly put: (text: string | undefined) => string;
  /** Returns the text without the part; undefined if ours is not in it. */
  readonly takeOut: (text: string) => string | undefined;
}

/** Returns a part that stands under a name in its file; answers call it by the title. */
export function namedPart(
  where: Required<Pick<Part, 'agent' | 'path' | 'name'>>,
  title: string,
  { stateIn, put, takeOut }: PartText,
): Part {
  const without = (from: string, undo: Undo | undefined) => {
    const reverted = undo && revert(from, undo);
    const base = reverted ? reverted.text : from;
    return base === undefined ? undefined : (takeOut(base) ?? base);
  };
  return {
    ...where,
    put: (text, { undo }) => {
      const state = stateIn(text);
      if (state === 'closed') throw closed(where.path, title);
      const before = state === 'stale' ? without(text ?? '', undo) : text;
      const changed = state === 'off' || state === 'stale';
      const after = changed ? put(before) : (text ?? '');
      const is = (one: PartState) => (state === one ? [title] : []);
      const told = { added: is('off'), updated: is('stale'), mixed: [], left: is('theirs') };
      return { text: after, changed, ...told, undo: changed ? undoOf(before, after) : undefined };
    },
    takeOut: (text, { undo }) => {
      const changed = ['on', 'stale'].includes(stateIn(text));
      const after = changed ? without(text, undo) : text;
      return { text: after, changed, removed: changed ? [title] : [], mixed: [] };
    },
  };
}

/** Saying that it is there would be wrong, and the file must not be broken. */
function closed(path: string, title: string): MementorError {
  return new MementorError(
    'SETTINGS_FORM',
    `${path} has a form to which ${title} cannot be added; nothing was changed`,
    'write its list with an entry for each server (a table of its own in TOML, an object in JSON), then run the command again',
  );
}
