/** The hooks that an agent's settings file should contain, and their command lines. Pure. */

import type { HookEvent } from '../../memory.ts';
import { doubleQuoted } from '../../text/shell-word.ts';
import { callIn } from './own-command.ts';
import type { JsonForm } from './settings-json.ts';

/** How an agent's settings file spells hooks. The file holds `hooks: {Event: [{hooks: […]}]}`. */
export interface HookLayout extends JsonForm {
  /** The events we register, each with the word that follows `hook` on the command line. */
  readonly events: Readonly<Record<string, HookEvent>>;
  /** After how long the agent stops a hook, in the agent's own unit. */
  readonly timeout: number;
  /** A person's longer timeout does no harm up to this one: the hook ends by itself. */
  readonly timeoutMax: number;
  /** The text of a file that has nothing but what the agent wants in it. */
  readonly empty: string;
  /** Returns the shell command for an event; `variables` are set for the program alone. */
  readonly command: (program: Program, event: string, variables?: string) => string;
}

export interface Handler {
  readonly type: 'command';
  readonly command: string;
  readonly timeout: number;
}

/** The hooks that a settings file should contain, and the commands known to be ours. */
export interface Hooks {
  readonly layout: HookLayout;
  readonly wanted: Readonly<Record<string, Handler>>;
  readonly known: ReadonlySet<string>;
  readonly program: Program;
}

/** The paths of a Mementor installation. */
export interface Program {
  readonly nodePath: string;
  readonly scriptPath: string;
  readonly platform: NodeJS.Platform;
}

/** Returns the layout of an agent whose hooks need nothing of their own. */
export function plainLayout({
  client,
  events,
  timeout,
  timeoutMax,
  comments = false,
  empty = '{}\n',
  anyShell = false,
}: Pick<HookLayout, 'client' | 'events' | 'timeout' | 'timeoutMax'> & {
  readonly comments?: boolean;
  readonly empty?: string;
  /** Whether it is not known which shell runs a command on Windows. */
  readonly anyShell?: boolean;
}): HookLayout {
  return {
    ...{ client, events, timeout, timeoutMax, comments, empty },
    command: (program, event, variables) => {
      // The only form that cmd, PowerShell and Git Bash all take; Node is on the PATH there.
      const bare = anyShell && program.platform === 'win32';
      const found = bare ? { ...program, nodePath: 'node' } : program;
      const command = guardedCommand(found, events[event] ?? event, variables);
      return bare ? command.replace('"node"', 'node') : command;
    },
  };
}

/** Returns our hooks; `earlier` holds commands that the receipt says we wrote before. */
export function hooksIn(
  layout: HookLayout,
  program: Program,
  earlier: readonly string[] = [],
): Hooks {
  const handlers = Object.keys(layout.events).map((event) => {
    const command = layout.command(program, event);
    return [event, { type: 'command', command, timeout: layout.timeout }] as const;
  });
  const known = new Set([...handlers.map(([, { command }]) => command), ...earlier]);
  return { layout, wanted: Object.fromEntries(handlers), known, program };
}

/** Returns the events that we register, in the order in which they are written. */
export function eventsOf({ layout }: Pick<Hooks, 'layout'>): readonly string[] {
  return Object.keys(layout.events);
}

/**
 * Returns the handler that should replace one of ours, with what a person added and does no harm:
 * a longer timeout, and variables that the command sets.
 */
export function repaired(
  found: { readonly command: unknown; readonly timeout: unknown },
  event: string,
  { layout, program }: Hooks,
): Handler {
  const { command, timeout } = found;
  const keepsTimeout =
    typeof timeout === 'number' && timeout >= layout.timeout && timeout <= layout.timeoutMax;
  const wanted = layout.command(program, event);
  const call = typeof command === 'string' && command !== wanted ? callIn(command) : undefined;
  return {
    type: 'command',
    command: layout.command(program, event, call?.variables),
    timeout: keepsTimeout ? timeout : layout.timeout,
  };
}

/**
 * Returns the shell command of a hook: `: mementor; test ! -f "<script>" || test ! -x "<node>" ||
 * "<node>" "<script>" hook <word> || :`.
 *
 * Clients list hooks by the beginning of their commands, so the first word names us; `:` does
 * nothing and starts no process. If Mementor or Node was deleted, the command succeeds silently:
 * otherwise the client would report an error at every prompt. The program itself always exits with
 * 0. Any other status comes from a Node that cannot start (wrong architecture, or too old), which
 * `mementor doctor` reports. `before` may end the command first.
 */
export function guardedCommand(
  { nodePath, scriptPath, platform }: Program,
  word: string,
  variables = '',
  before = '',
): string {
  const script = doubleQuoted(scriptPath, platform);
  const node = doubleQuoted(nodePath, platform);
  const command = `${variables}${node} ${script} hook ${word}`;
  // On Windows, Git Bash or PowerShell runs the command, and they have no test syntax in common.
  if (platform === 'win32') return command;
  return `: mementor; ${before}test ! -f ${script} || test ! -x ${node} || ${command} || :`;
}
