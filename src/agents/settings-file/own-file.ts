/** A file that is ours alone, in a folder whose files an agent loads: put there, and deleted. */

import { MementorError } from '../../errors/errors.ts';
import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import type { Enabled } from '../installation.ts';
import type { FileHooks } from './file-hooks.ts';
import type { Program } from './hooks.ts';
import { removeLeftovers, settingsLeftovers } from './leftovers.ts';
import { readReceipt, undoFor } from './receipt.ts';
import type { Insertion } from './removal.ts';
import { readSettings } from './settings.ts';
import { undoOf } from './undo.ts';
import { writeWithReceipt } from './write-with-receipt.ts';

/** What the file should hold, and how one of ours is known. Pure. */
export interface OwnText {
  /** The events that the file listens to. */
  readonly events: readonly string[];
  readonly of: (program: Program) => string;
  /** Whether a text is ours, of any version and installation. */
  readonly isOurs: (text: string) => boolean;
  /** Returns command lines that run what the file runs. */
  readonly commandsIn: (text: string, platform: NodeJS.Platform) => readonly string[];
}

export interface OwnFile {
  /** The agent's name. */
  readonly agent: string;
  readonly path: string;
  readonly text: OwnText;
}

type State = 'on' | 'stale' | 'theirs' | 'off';

function stateOf(found: string | undefined, text: OwnText, program: Program): State {
  if (found === undefined) return 'off';
  if (!text.isOurs(found)) return 'theirs';
  return found === text.of(program) ? 'on' : 'stale';
}

/** Writes the file, and keeps a receipt; a file of others in its place stays. */
export async function enableOwnFile(
  { agent, path, text }: OwnFile,
  dryRun: boolean,
  context: Context,
  watch: Watch,
): Promise<Omit<Enabled, 'use' | 'shared' | 'scope'>> {
  const receipt = await readReceipt(homeOf(context), path);
  const file = await readSettings(path);
  const state = stateOf(file.text, text, context);
  const isToWrite = state === 'off' || state === 'stale';
  const after = isToWrite ? text.of(context) : (file.text ?? '');
  if (!dryRun) await removeLeftovers(await settingsLeftovers(file.target, 'old', context));
  if (isToWrite && !dryRun) {
    const earlier = undoFor(receipt, file.text);
    const commands = [...text.commandsIn(after, context.platform)];
    const kept = { agent, path, undo: undoOf(undefined, after), earlier, commands };
    const writing = { file, text: after, key: path, before: receipt, receipt: kept };
    await writeWithReceipt(writing, context, watch);
  }
  return {
    form: 'settings',
    path,
    changed: isToWrite,
    created: state === 'off',
    added: state === 'off' ? text.events : [],
    updated: state === 'stale' ? text.events : [],
    mixed: [],
    left: state === 'theirs' ? [path] : [],
    diff: { before: file.text ?? '', after },
  };
}

/** Returns the file's whole text as something that can be taken out: then the file goes. */
export async function ownFileInsertion(
  { path, text }: OwnFile,
  context: Context,
): Promise<Insertion> {
  const receipt = await readReceipt(homeOf(context), path);
  return {
    key: path,
    receipt,
    out: (from) =>
      text.isOurs(from)
        ? { text: undefined, changed: true, removed: [...text.events], mixed: [] }
        : { text: from, changed: false, removed: [], mixed: [] },
  };
}

/** Returns the state of the file. */
export async function ownFileAt({ path, text }: OwnFile, context: Context): Promise<FileHooks> {
  const nothing = { mixed: [], foreign: [], root: undefined, error: undefined };
  const off = { ...nothing, path, state: 'off', commands: [], lacking: text.events } as const;
  try {
    const found = (await readSettings(path)).text;
    const state = stateOf(found, text, context);
    if (found === undefined || state === 'off' || state === 'theirs') return off;
    // What an edited file runs may not be told, but it is one of ours.
    const told = text.commandsIn(found, context.platform);
    const commands = told.length > 0 ? told : [path];
    return { ...nothing, path, state, commands, lacking: [] };
  } catch (error) {
    if (!(error instanceof MementorError)) throw error;
    return { ...off, state: 'unreadable', error };
  }
}
