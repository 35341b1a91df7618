/** What the core knows of the coding agents: which there are, whose a transcript is, what they add. */

import {
  type AgentRow,
  type FoundTranscript,
  native,
  type Resumable,
  surroundingsOf,
  type TranscriptPlace,
  type TranscriptSearch,
} from '../memory.ts';
import type { World } from '../process/world.ts';

let known: readonly [AgentRow, ...AgentRow[]] | undefined;

/** Returns the agents; the first is the default. */
export function agents(): readonly [AgentRow, ...AgentRow[]] {
  known ??= native().agents() as [AgentRow, ...AgentRow[]];
  return known;
}

/** Returns the agent with this name. */
export function agentNamed(name: string): AgentRow | undefined {
  return agents().find((agent) => agent.name === name);
}

/**
 * Returns the name of a coding agent for a text; none where all rows are of the default one, which
 * need not be said.
 */
export function agentShown(
  name: string,
  rows: readonly { readonly codingAgent: string }[],
): string | undefined {
  if (rows.every(({ codingAgent }) => codingAgent === agents()[0].name)) return undefined;
  return agentNamed(name)?.displayName ?? name;
}

/** Returns the names of all agents, for messages. */
export function agentNames(): string {
  return agents()
    .map(({ name }) => `\`${name}\``)
    .join(', ');
}

/** Returns what the path of a transcript tells: its agent, session and subagent. */
export function placeOf(path: string, world: World): TranscriptPlace {
  const [place] = native().transcriptPlaces(surroundingsOf(world), [path]);
  return place as TranscriptPlace;
}

/** Returns transcripts on the disk, newest first: all, or those that are looked for. */
export function transcriptsFound(world: World, search: TranscriptSearch = {}): FoundTranscript[] {
  return native().transcripts(surroundingsOf(world), search);
}

export interface WithResume {
  /** The command that leads back into the session. */
  readonly resume: string;
}

/** Adds to each row the command that leads back into its session. */
export function withResume<Row extends Resumable>(
  rows: readonly Row[],
  world: World,
): (Row & WithResume)[] {
  const sessions = rows.map(({ session, cwd = null }) => ({ session, cwd }));
  const commands = native().resumeCommands(surroundingsOf(world), sessions);
  return rows.map((row, at) => ({ ...row, resume: commands[at] ?? '' }));
}

/** Returns the id of the session that this process runs in. */
export function runningSession(world: World): string | undefined {
  return native().runningSession(surroundingsOf(world)).session;
}

/** Whether an agent runs this process, and not the person. */
export function isRunByAgent(world: World): boolean {
  return native().runningSession(surroundingsOf(world)).isAgents;
}

/** Returns the error of a tool without the markup of any agent. */
export function plainError(error: string): string {
  return native().plainError(error);
}

/** Whether a file is one in which an agent keeps the output of a tool. */
export function isKeptOutput(path: string): boolean {
  return native().isKeptOutput(path);
}
