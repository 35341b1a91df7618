/** Finds the agent that a transcript belongs to, and queries all agents. */

import { isWithin, realOf } from '../files/folders.ts';
import type { World } from '../process/world.ts';
import type { Agent, Resumable, Transcript } from './agent.ts';
import { AGENTS } from './all.ts';

/** Returns the agent of a transcript: the one whose folder contains it, else the first. */
export function agentOf(path: string, world: World): Agent {
  const [first, ...others] = AGENTS;
  const isIts = ({ transcripts }: Agent) => isWithin(realOf(transcripts.root(world)), path);
  return others.find(isIts) ?? first;
}

/** Returns the transcripts of all agents, newest first. */
export async function allTranscripts(world: World): Promise<Transcript[]> {
  const each = AGENTS.map(({ transcripts }) => transcripts.all(world));
  return (await Promise.all(each)).flat().sort((a, b) => b.modifiedAtMs - a.modifiedAtMs);
}

/** Returns the transcripts of sessions started in the working directory. */
export async function transcriptsStartedHere(world: World): Promise<Transcript[]> {
  const each = AGENTS.map(({ transcripts }) => transcripts.startedHere(world));
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

/** Returns the shell command that resumes a session. */
export function resumeCommand(session: Resumable): string {
  return AGENTS[0].sessions.resumeCommand(session);
}

/** Returns the agent that would find a session; undefined if none would. */
export function resuming(session: Resumable, world: World): Agent | undefined {
  return AGENTS.find(({ sessions }) => sessions.isResumable(session, world));
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
