/** The hooks that an agent's settings file should contain, and their command lines. Pure. */

import type { HookEvent } from '../../memory.ts';
import { callIn } from './own-command.ts';
import { guardedCall, type Program } from './program.ts';
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
      const command = hookLine(found, events[event] ?? event, variables);
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
 * a longer timeout, variables that the command sets, and another path of the same Node.
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
  // Another shell may know the same Node by another path.
  const isSame = call?.node !== undefined && program.isSameNode(call.node);
  const kept = isSame ? { ...program, nodePath: call.node, beside: call.beside } : program;
  return {
    type: 'command',
    command: layout.command(kept, event, call?.variables),
    timeout: keepsTimeout ? timeout : layout.timeout,
  };
}

/** Returns the shell command of a hook. `before` may end the command first. */
export function hookLine(program: Program, word: string, variables = '', before = ''): string {
  return guardedCall(program, `hook ${word}`, { variables, before, tellsWhatIsGone: true });
}
