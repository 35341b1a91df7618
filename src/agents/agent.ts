/**
 * What Mementor must know of a coding agent. An agent is a folder beside this file that fills in
 * these types, and its lines in `all.ts`. Types only.
 */

import type { World } from '../process/world.ts';

/** Where an agent's conversations are, and how a person goes back to one. */
export interface Agent {
  /** Its name in the store and on the command line. */
  readonly name: string;
  /** Its name in what a person reads. */
  readonly displayName: string;
  /** Variables of the environment that say where its files are: name and meaning. */
  readonly variables: readonly (readonly [name: string, meaning: string])[];
  readonly transcripts: Transcripts;
  readonly sessions: Sessions;
}

/** The file of a session, or of one of its subagents. */
export interface Transcript {
  /** Free of symbolic links: a transcript is known by it. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAtMs: number;
}

/** The transcripts on the disk. Nothing here fails: what cannot be read is not listed. */
export interface Transcripts {
  /** Returns the folder that holds a folder of transcripts for each project. */
  readonly root: (world: World) => string;
  /** Returns those of all projects, newest first. */
  readonly all: (world: World) => Promise<Transcript[]>;
  /** Returns those of the sessions that were started in the working directory, newest first. */
  readonly startedHere: (world: World) => Promise<Transcript[]>;
  /** Returns the paths of those in a folder and all folders below it, newest first. */
  readonly under: (folder: string) => Promise<string[]>;
  /** Returns those of one project's folder at once and in no order: fast for thousands of files. */
  readonly nowIn: (folder: string) => Transcript[];
  /** Returns those of the subagents of a session, by the session's transcript. */
  readonly subagentsOf: (path: string) => Promise<Transcript[]>;
  /** Whether a transcript is the given session's own, or one of its subagents'. */
  readonly isOfSession: (path: string, session: string) => boolean;
  /** Returns the id of the session that a transcript is named after. */
  readonly sessionOf: (path: string) => string;
  /** Returns the subagent whose transcript it is. */
  readonly subagentOf: (path: string) => string | undefined;
}

/** A session, as far as it says where it can be resumed. */
export interface Resumable {
  readonly session: string;
  /** The directory that it was in; the agent looks for its sessions there only. */
  readonly cwd?: string | null | undefined;
}

/** A session whose transcript is to be written again. */
export interface Lost {
  readonly session: string;
  readonly directory?: string | null | undefined;
  /** Where its transcript was read last. */
  readonly transcript?: string | null | undefined;
}

export interface Sessions {
  /** Returns the shell command that goes back to a session. */
  readonly resumeCommand: (session: Resumable) => string;
  /** Returns the file in which the agent would look for a session; undefined when nobody knows. */
  readonly placeOf: (session: Lost, world: World) => string | undefined;
  /** Returns the session that this process runs in. */
  readonly running: (env: World['env']) => string | undefined;
  /** Whether the agent itself sends such a prompt, which nobody typed. */
  readonly isOwnPrompt: (prompt: string) => boolean;
}
