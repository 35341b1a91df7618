/** Finds the agent that a transcript belongs to, and queries all agents. */

import type { World } from '../process/world.ts';
import { commandIn, shellWord } from '../text/shell-word.ts';
import type { Agent, Resumable, Transcript } from './agent.ts';
import { AGENTS } from './all.ts';

/** Returns the agent with this name. */
export function agentNamed(name: string): Agent | undefined {
  return AGENTS.find((agent) => agent.name === name);
}

/**
 * Returns the name of a coding agent for a text; none where all rows are of the default one, which
 * need not be said.
 */
export function agentShown(
  name: string,
  rows: readonly { readonly codingAgent: string }[],
): string | undefined {
  if (rows.every(({ codingAgent }) => codingAgent === AGENTS[0].name)) return undefined;
  return agentNamed(name)?.displayName ?? name;
}

/** Returns the names of all agents, for messages. */
export function agentNames(): string {
  return AGENTS.map(({ name }) => `\`${name}\``).join(', ');
}

/** Returns the agent of a transcript: the one that knows its path as its own, else the first. */
export function agentOf(path: string, world: World): Agent {
  const [first, ...others] = AGENTS;
  return others.find(({ transcripts }) => transcripts.owns(path, world)) ?? first;
}

/** Returns the transcripts of all agents, or of some, newest first. */
export async function allTranscripts(
  world: World,
  agents: readonly Agent[] = AGENTS,
): Promise<Transcript[]> {
  const each = agents.map(({ transcripts }) => transcripts.all(world));
  return (await Promise.all(each)).flat().sort((a, b) => b.modifiedAtMs - a.modifiedAtMs);
}

/** Returns the transcripts of sessions started in the working directory. */
export async function transcriptsStartedHere(
  world: World,
  agents: readonly Agent[] = AGENTS,
): Promise<Transcript[]> {
  const each = agents.map(({ transcripts }) => transcripts.startedHere(world));
  return (await Promise.all(each)).flat().sort((a, b) => b.modifiedAtMs - a.modifiedAtMs);
}

/** Returns the paths of the transcripts in a folder and its subfolders. */
export async function transcriptsUnder(folder: string): Promise<string[]> {
  const each = AGENTS.map(({ transcripts }) => transcripts.under(folder));
  return [...new Set((await Promise.all(each)).flat())];
}

/** Returns the files in which agents keep prompts besides the transcripts. */
export function promptHistories(world: World): readonly string[] {
  return AGENTS.flatMap(({ transcripts }) => transcripts.histories(world));
}

/** Returns the agent that would find a session; undefined if none would. */
export function resuming(session: Resumable, world: World): Agent | undefined {
  return AGENTS.find(({ sessions }) => sessions.isResumable(session, world));
}

/** Returns the shell command with which an agent resumes a session. */
export function resumeCommand({ sessions }: Pick<Agent, 'sessions'>, session: Resumable): string {
  return commandIn(session.cwd, sessions.resumeWords(session).map(shellWord).join(' '));
}

/** Returns the id of the session that this process runs in. */
export function runningSession(env: World['env']): string | undefined {
  return AGENTS.map(({ sessions }) => sessions.running(env)).find((id) => id !== undefined);
}

/** Returns the error of a tool without the markup of any agent. */
export function plainError(error: string): string {
  return AGENTS.reduce((text, { toolOutput }) => toolOutput.plainError(text), error);
}

/** Whether a file is one in which an agent keeps the output of a tool. */
export function isKeptOutput(path: string): boolean {
  return AGENTS.some(({ toolOutput }) => toolOutput.isKeptOutput(path));
}

/** Returns the directory in which the session of this process was started, if an agent tells. */
export function startDirectory(env: World['env']): string | undefined {
  return AGENTS.map(({ sessions }) => sessions.startedIn(env)).find((path) => path !== undefined);
}

/** Whether an agent generated this prompt itself. */
export function isOwnPrompt(prompt: string): boolean {
  return AGENTS.some(({ sessions }) => sessions.isOwnPrompt(prompt));
}
