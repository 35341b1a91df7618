/** Our hooks as a part of a settings file, and their state. */

import type { Node } from 'jsonc-parser';
import { MementorError } from '../../errors/errors.ts';
import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import { eventsOf, type HookLayout, type Hooks, hooksIn } from './hooks.ts';
import { isEditedCommand, isOwnCommand } from './own-command.ts';
import type { Known, Part } from './part.ts';
import type { Program } from './program.ts';
import { readReceipt } from './receipt.ts';
import { readSettings } from './settings.ts';
import { disableIn, enableIn, entriesIn, inspectHooks } from './settings-edit.ts';
import { parseSettings } from './settings-json.ts';

/** A settings file, and how its agent spells hooks. */
export interface HooksFile {
  /** The agent's name; the default agent's is left out. */
  readonly agent?: string;
  readonly path: string;
  readonly layout: HookLayout;
  /** The installation that the hooks should call. */
  readonly program: Program;
}

/** `partly`: some events have no hook. `stale`: hooks of another installation, or changed ones. */
export type HooksState = 'on' | 'partly' | 'stale' | 'off' | 'unreadable';

export interface FileHooks {
  readonly path: string;
  readonly state: HooksState;
  /** All our commands in the file, mixed ones too. */
  readonly commands: readonly string[];
  /** The commands among them that a person changed: neither enable nor disable touches them. */
  readonly mixed: readonly string[];
  /** The events that have no hook of ours. */
  readonly lacking: readonly string[];
  /** The commands of others. */
  readonly foreign: readonly string[];
  /** The file's content; undefined if it is missing or unreadable. */
  readonly root: Node | undefined;
  /** Why the file is unreadable. */
  readonly error: MementorError | undefined;
}

/** Returns our hooks as a part of a settings file. */
export function hooksPart({ agent, path, layout, program }: HooksFile): Part {
  const hooksFor = ({ receipt }: Known) => hooksIn(layout, program, receipt?.commands);
  return {
    ...(agent === undefined ? {} : { agent }),
    path,
    put: (text, known) => {
      const hooks = hooksFor(known);
      const put = enableIn(text, hooks, { file: path, undo: known.undo });
      return { ...put, kept: { commands: [...hooks.known] } };
    },
    takeOut: (text, known) => disableIn(text, hooksFor(known), { file: path, undo: known.undo }),
  };
}

/** Returns the state of the hooks in a file. */
export async function hooksAt(file: HooksFile, context: Context): Promise<FileHooks> {
  const { path, layout, program } = file;
  const nothing = {
    path,
    commands: [],
    mixed: [],
    lacking: eventsOf(file),
    foreign: [],
    root: undefined,
    error: undefined,
  };
  try {
    const receipt = readReceipt(homeOf(context), path);
    const { text } = await readSettings(path);
    if (text === undefined) return { ...nothing, state: 'off' };
    return { ...nothing, ...inspect(text, hooksIn(layout, program, receipt?.commands), path) };
  } catch (error) {
    if (!(error instanceof MementorError)) throw error;
    return { ...nothing, state: 'unreadable', error };
  }
}

function inspect(text: string, hooks: Hooks, path: string): Omit<FileHooks, 'path' | 'error'> {
  const { root } = parseSettings(text, path, hooks.layout);
  const all = entriesIn(root).flatMap(({ command }) => command ?? []);
  const mixed = all.filter((command) => isEditedCommand(command, hooks.known));
  const commands = all.filter(
    (command) => isOwnCommand(command, hooks.known) || mixed.includes(command),
  );
  const states = inspectHooks(text, hooks, { file: path });
  return {
    state: stateOf(text, hooks, path, commands),
    commands,
    mixed,
    lacking: eventsOf(hooks).filter((event) => states[event] === 'missing'),
    foreign: all.filter((command) => !commands.includes(command)),
    root,
  };
}

function stateOf(
  text: string,
  hooks: Hooks,
  file: string,
  commands: readonly string[],
): HooksState {
  if (commands.length === 0) return 'off';
  // Any change that enable would make means a stale state, including our hook on a wrong event.
  if (!enableIn(text, hooks, { file }).changed) return 'on';
  const states = Object.values(inspectHooks(text, hooks, { file }));
  return states.includes('missing') && !states.includes('stale') ? 'partly' : 'stale';
}
