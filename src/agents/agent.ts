/**
 * The interface that a coding agent implements. Each agent has a folder beside this file that
 * implements these types, and entries in `all.ts`. Types only.
 */

import type { World } from '../process/world.ts';

/** Where an agent keeps its transcripts, and how a user resumes a session. */
export interface Agent {
  /** The agent's name in the store and on the command line. */
  readonly name: string;
  /** The agent's name in user-facing texts. */
  readonly displayName: string;
  /** Environment variables that locate the agent's files: name and meaning. */
  readonly variables: readonly (readonly [name: string, meaning: string])[];
  /** Whether its files are only taken in by name: nothing looks for them. */
  readonly isImport?: true;
  /** Whether it runs what is installed for another agent, and has no installation of its own. */
  readonly isGuest?: true;
  /**
   * For how long after the hook of a turn's end the agent may still write that turn, in
   * milliseconds. Without it, the transcript or the hook itself has the answer by then.
   */
  readonly writesLateMs?: number;
  readonly transcripts: Transcripts;
  readonly sessions: Sessions;
  readonly toolOutput: ToolOutput;
}

/** What an agent leaves in the output of tools that a user need not see. */
export interface ToolOutput {
  /** Returns an error without the agent's own markup. */
  readonly plainError: (error: string) => string;
  /** Whether a file is one in which the agent keeps the output of a tool. */
  readonly isKeptOutput: (path: string) => boolean;
}

/** The transcript file of a session or of one of its subagents. */
export interface Transcript {
  /** The real path, without symbolic links: it identifies the transcript. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAtMs: number;
}

/** A prompt that a user typed. */
export interface TypedPrompt {
  readonly atMs: number;
  readonly text: string;
}

/** The transcripts on disk. No function here throws: unreadable files are left out. */
export interface Transcripts {
  /** Returns the folder that contains the transcripts, in folders. */
  readonly root: (world: World) => string;
  /** Whether each folder below the root holds the transcripts of one project. */
  readonly isByProject: boolean;
  /** Whether a path is one of this agent's files, or of one of its folders. */
  readonly owns: (path: string, world: World) => boolean;
  /** Returns the transcripts of all projects, newest first. */
  readonly all: (world: World) => Promise<Transcript[]>;
  /** Returns the transcripts of sessions started in the working directory, newest first. */
  readonly startedHere: (world: World) => Promise<Transcript[]>;
  /** Returns the paths of the transcripts in a folder and all its subfolders, newest first. */
  readonly under: (folder: string) => Promise<string[]>;
  /**
   * Returns the transcripts of a folder below the root, synchronously and unsorted: fast for
   * thousands of files.
   */
  readonly nowIn: (folder: string) => Transcript[];
  /**
   * Returns the transcripts of a session's subagents, given the path of the session's transcript.
   */
  readonly subagentsOf: (path: string) => Promise<Transcript[]>;
  /** Whether a transcript belongs to the given session or to one of its subagents. */
  readonly isOfSession: (path: string, session: string) => boolean;
  /** Returns the files in which the agent keeps prompts besides the transcripts. */
  readonly histories: (world: World) => readonly string[];
  /** Whether a line can be one of a transcript: the beginning of a file tells what it is. */
  readonly isEntry: (line: string) => boolean;
  /** Returns the prompt in a line of a transcript; undefined if the line is something else. */
  readonly promptOf: (line: string) => TypedPrompt | undefined;
  /** Returns the session id in a transcript's file name; empty for one that holds many sessions. */
  readonly sessionOf: (path: string) => string;
  /** Returns the id of the subagent that wrote the transcript; undefined for a session's own. */
  readonly subagentOf: (path: string) => string | undefined;
}

/** A session to resume. */
export interface Resumable {
  readonly session: string;
  /** The session's working directory; the agent looks up its sessions by directory only. */
  readonly cwd?: string | null | undefined;
}

/** A session whose transcript is to be restored. */
export interface Lost {
  readonly session: string;
  readonly directory?: string | null | undefined;
  /** The path its transcript was last read from. */
  readonly transcript?: string | null | undefined;
}

export interface Sessions {
  /** Returns the program that resumes a session, started in its directory, and its arguments. */
  readonly resumeWords: (session: Resumable) => readonly [program: string, ...args: string[]];
  /** Whether that command would find the session. A single look at the disk; never throws. */
  readonly isResumable: (session: Resumable, world: World) => boolean;
  /** Returns the transcript file where the agent would look for a session; undefined if unknown. */
  readonly placeOf: (session: Lost, world: World) => string | undefined;
  /** Returns the id of the session that this process runs in. */
  readonly running: (env: World['env']) => string | undefined;
  /** Returns the directory in which the session of this process was started, if it is told. */
  readonly startedIn: (env: World['env']) => string | undefined;
  /** Whether the agent generated this prompt itself; no user typed it. */
  readonly isOwnPrompt: (prompt: string) => boolean;
}
