/** The outside world of a command. Tests replace it; only `cli.ts` builds the real one. */

/** One output stream. `isTTY` decides on colour and progress. */
export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  /** The terminal's size; undefined if it is not known, or there is none. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
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
  readonly ask: ((question: string) => Promise<string>) | undefined;
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
