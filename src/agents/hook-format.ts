/** How an agent speaks with its hooks: what it hands them, and what it wants to hear. Types only. */

import type { World } from '../process/world.ts';

export interface HookFormat {
  /** The agent's name. */
  readonly agent: string;
  /** Variables of the environment that are paths, and that the worker needs as well. */
  readonly paths: readonly string[];
  /** Returns what is usable of a hook's input; undefined when it is not of this agent. */
  readonly parse: (text: string, world: World) => HookInput | undefined;
  /** Returns what a prompt hook prints to add a text to the prompt's context. */
  readonly reply: (addition: string) => string;
}

/** What a hook is told, in one form for every agent. Any part may be missing. */
export interface HookInput {
  readonly session: string | undefined;
  readonly transcriptPath: string | undefined;
  /** Where the session was started: what projects are known by. It does not follow every `cd`. */
  readonly directory: string;
  readonly prompt: string | undefined;
  /** The last text block of the turn. */
  readonly lastAnswer: string | undefined;
  /** What the start of a session means for a context that was there before. */
  readonly start: 'compacted' | 'cleared' | 'forked' | undefined;
  /** Whether the agent compacts the context by itself, and no person asked for it. */
  readonly compactsByItself: boolean;
  /** Set inside a subagent. */
  readonly subagent: string | undefined;
}
