/**
 * The form of hooks that Claude Code introduced and other agents took over: the fields of the input
 * and the output. Pure.
 */

import type { World } from '../process/world.ts';
import type { Fields, HookInput } from './hook-format.ts';
import type { WORDS } from './settings-file/own-command.ts';

/** The events as Claude Code and its followers name them, each with the word on the command line. */
export const COMMON_EVENTS = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'user-prompt-submit',
  Stop: 'stop',
  PreCompact: 'pre-compact',
  SessionEnd: 'session-end',
} as const satisfies Readonly<Record<string, (typeof WORDS)[number]>>;

/** Returns a field's text; undefined if it is missing, empty or of another type. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads a hook's input. */
export function commonInput(fields: Fields, world: World): HookInput {
  const field = (name: string) => textField(fields, name);
  return {
    session: field('session_id'),
    transcriptPath: field('transcript_path'),
    directory: field('cwd') ?? world.cwd,
    prompt: field('prompt'),
    // Only Claude Code has a server that could answer a prompt a second time.
    promptId: undefined,
    lastAnswer: field('last_assistant_message'),
    start: STARTS.get(field('source') ?? ''),
    compactsByItself: field('trigger') === 'auto',
    subagent: field('agent_id'),
  };
}

/**
 * Maps the `source` of a session's start; `startup`, `new` and `resume` leave the context unchanged.
 */
const STARTS: ReadonlyMap<string, HookInput['start']> = new Map([
  ['compact', 'compacted'],
  ['clear', 'cleared'],
  ['fork', 'forked'],
]);

/** Returns the output that adds text to the context. The agent shows the notice to the user. */
export function commonReply(
  hookEventName: string,
  additionalContext: string,
  systemMessage?: string,
): string {
  // JSON leaves an undefined field out.
  return JSON.stringify({
    systemMessage,
    hookSpecificOutput: { hookEventName, additionalContext },
  });
}
