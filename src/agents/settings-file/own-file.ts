/** A file that is ours alone, in a folder whose files an agent loads: put there, and deleted. */

import { MementorError } from '../../errors/errors.ts';
import type { Context } from '../../process/context.ts';
import type { FileHooks } from './file-hooks.ts';
import type { Part, PartState } from './part.ts';
import { type Program, programOf } from './program.ts';
import { readSettings } from './settings.ts';
import { undoOf } from './undo.ts';

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

function stateOf(
  found: string | undefined,
  text: OwnText,
  program: Program,
): Exclude<PartState, 'closed'> {
  if (found === undefined) return 'off';
  if (!text.isOurs(found)) return 'theirs';
  return found === text.of(program) ? 'on' : 'stale';
}

/** Returns the whole text of a file as a part: without it, the file goes. */
export function ownFilePart({ agent, path, text }: OwnFile, program: Program): Part {
  return {
    agent,
    path,
    put: (found) => {
      const state = stateOf(found, text, program);
      const changed = state === 'off' || state === 'stale';
      const after = changed ? text.of(program) : (found ?? '');
      return {
        text: after,
        changed,
        added: state === 'off' ? text.events : [],
        updated: state === 'stale' ? text.events : [],
        mixed: [],
        left: state === 'theirs' ? [path] : [],
        undo: changed ? undoOf(undefined, after) : undefined,
        kept: { commands: [...text.commandsIn(after, program.platform)] },
      };
    },
    takeOut: (from) => {
      const changed = text.isOurs(from);
      const removed = changed ? [...text.events] : [];
      return { text: changed ? undefined : from, changed, removed, mixed: [] };
    },
  };
}

/** Returns the state of the file. */
export async function ownFileAt({ path, text }: OwnFile, context: Context): Promise<FileHooks> {
  const nothing = { mixed: [], foreign: [], root: undefined, error: undefined };
  const off = { ...nothing, path, state: 'off', commands: [], lacking: text.events } as const;
  try {
    const found = (await readSettings(path)).text;
    const state = stateOf(found, text, programOf(context));
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
