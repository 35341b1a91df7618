/** The input and output formats of an agent's hooks. Types only. */

import type { World } from '../process/world.ts';

/** A hook's input as its JSON stands: any field may be missing, or of any type. */
export type Fields = Readonly<Record<string, unknown>>;

export interface HookFormat {
  /** The agent's name. */
  readonly agent: string;
  /** Whether it runs what is installed for another agent, and has no installation of its own. */
  readonly isGuest?: true;
  /** Environment variables that hold paths and that the worker needs too. */
  readonly paths: readonly string[];
  /** Whether a hook's input is from this agent. */
  readonly owns: (fields: Fields) => boolean;
  /** Reads a hook's input. */
  readonly parse: (fields: Fields, world: World) => HookInput;
  /**
   * Returns the output of a prompt hook that adds text to the prompt's context. The agent shows the
   * notice to the user, and not to the model.
   */
  readonly reply: (addition: string, notice?: string) => string;
  /**
   * Returns the output of a session's start that adds text to the session's context; undefined if
   * the agent must not be told anything then.
   */
  readonly replyAtStart: ((addition: string) => string) | undefined;
}

/** A hook's input, in one form for every agent. Any field may be missing. */
export interface HookInput {
  readonly session: string | undefined;
  readonly transcriptPath: string | undefined;
  /** Where the session was started, which identifies the project. It does not follow every `cd`. */
  readonly directory: string;
  /** That directory, from an agent whose transcript may name none. */
  readonly startedIn?: string | undefined;
  readonly prompt: string | undefined;
  /** Identifies this prompt among all; newer agents send it. */
  readonly promptId: string | undefined;
  /** The last text block of the turn. */
  readonly lastAnswer: string | undefined;
  /** What happened to the previous context when the session started. */
  readonly start: 'compacted' | 'cleared' | 'forked' | undefined;
  /** Whether the agent compacts the context automatically, not on a user's request. */
  readonly compactsByItself: boolean;
  /** Set inside a subagent. */
  readonly subagent: string | undefined;
}
