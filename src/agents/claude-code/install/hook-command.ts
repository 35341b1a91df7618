/** The hooks that Claude Code's settings should contain. */

import { doubleQuoted } from '../../../text/shell-word.ts';
import { COMMON_EVENTS } from '../../hook-events.ts';
import { type HookLayout, type Hooks, hookLine, hooksIn } from '../../settings-file/hooks.ts';
import type { Program } from '../../settings-file/program.ts';
import { STRICT_JSON } from './strict-json.ts';

export type HookEvent = keyof typeof COMMON_EVENTS;

/** Only long-standing events: old clients ignore the whole file if it has an unknown event. */
export const HOOK_EVENTS = Object.keys(COMMON_EVENTS) as readonly HookEvent[];

/** The paths of a Mementor installation, as hooks of Claude Code need them. */
export interface Installation extends Program {
  /** The folder in which a server says that it answers a client's prompts, if there is one. */
  readonly warm?: string;
}

export const CLAUDE_HOOKS: HookLayout = {
  ...STRICT_JSON,
  events: COMMON_EVENTS,
  // Seconds. The prompt hook has a shorter limit of its own; this one is for a busy machine.
  timeout: 5,
  // The client's default.
  timeoutMax: 600,
  empty: '{}\n',
  command: hookCommand,
};

/** Returns our hooks; `earlier` holds commands that the receipt says we wrote before. */
export function hooksOf(installation: Installation, earlier: readonly string[] = []): Hooks {
  return hooksIn(CLAUDE_HOOKS, installation, earlier);
}

/** Returns the shell command for an event. `variables` are set for the program alone. */
export function hookCommand(installation: Installation, event: string, variables = ''): string {
  const yields = event === 'UserPromptSubmit' ? yieldTo(installation) : '';
  return hookLine(installation, COMMON_EVENTS[event as HookEvent], variables, yields);
}

/**
 * Returns the part of a command that ends it if a server answers the prompts of this client, which
 * is the parent of the shell. It starts no process.
 */
function yieldTo({ warm, platform }: Installation): string {
  if (warm === undefined) return '';
  const mark = `${doubleQuoted(warm, platform).slice(0, -1)}/$PPID"`;
  return `{ read -r server < ${mark} && kill -0 "$server"; } 2>/dev/null || `;
}
