/** The outside world of a command. Tests replace it; only `cli.ts` builds the real one. */

/** One output stream. `isTTY` decides on colour and progress. */
export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Whether its reader is gone, as in `mementor export | head -1`: nothing arrives any more. */
  readonly isClosed?: boolean;
  /** The terminal's size; undefined if it is not known, or there is none. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** The permissions of the file that it goes to; undefined for a terminal or a pipe. */
  readonly fileMode?: number | undefined;
}

/** The keys of a terminal. */
export interface Keyboard {
  readonly stream: NodeJS.ReadStream;
  /** Calls back when the terminal's size changes; returns how to stop that. */
  readonly onResize: (callback: () => void) => () => void;
  /** Calls back before this process ends, however that comes; returns how to stop that. */
  readonly onEnd: (callback: () => void) => () => void;
}

export interface Asking {
  /** What was typed before the question is no answer to it: drop it. */
  readonly fresh?: boolean;
  /** One key answers, without Enter. */
  readonly isKey?: boolean;
  /** What is returned where the input ends without an answer; empty by default. */
  readonly unanswered?: string;
}

export interface Context {
  /** The running command, such as `ingest`; shown to other processes that wait for it. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Reads all of standard input as UTF-8; an empty string if there is none. */
  readonly readStdin: () => string;
  /** Asks the user a question and returns the answer; undefined without a terminal. */
  readonly ask: ((question: string, asking?: Asking) => Promise<string>) | undefined;
  /** Undefined unless standard input and output are a terminal. */
  readonly keyboard: Keyboard | undefined;
  /** Runs work during which Ctrl-C does not end this process: another one handles it. */
  readonly ignoringInterrupts: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now: () => Date;
  /** Milliseconds since the process started. */
  readonly uptimeMs: () => number;
  readonly platform: NodeJS.Platform;
  /** The user's home directory. */
  readonly homedir: string;
  /** Absolute path of the running Node binary. */
  readonly nodePath: string;
  /** Absolute path of the installed `cli.js`: what the hooks call. */
  readonly scriptPath: string;
  /** Aborted by Ctrl-C; long commands stop at the next commit. */
  readonly interrupted: AbortSignal;
}

/** 0 done · 1 ran, the answer is negative · 2 error or misuse · 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;
