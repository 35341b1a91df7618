/** The built program in a world of its own: no file, setting or variable of this machine's. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';

export const ROOT = join(import.meta.dirname, '../..');
export const CLI = join(ROOT, 'dist', 'cli.js');

/** What nobody should have to wait for, on a loaded machine either. */
const RUN_MS_MAX = 20_000;
const POLL_MS = 50;

export interface Result {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly tookMs: number;
}

export interface RunOptions {
  /** `null` leaves standard input open and says nothing. */
  readonly stdin?: string | Buffer | null;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Another program than `dist/cli.js`. */
  readonly script?: string;
  /** A line for `sh` that runs it as `"$@"`. */
  readonly shell?: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly done: Promise<Result>;
}

export interface Status {
  readonly sessions: number;
  readonly turns: number;
  readonly actions: number;
  readonly pending: number;
  readonly inbox: number;
  readonly transcripts: number;
  readonly projects: readonly { readonly name: string; readonly turns: number }[];
}

export interface Sandbox {
  readonly root: string;
  readonly home: string;
  /** Claude Code's own folder. */
  readonly claude: string;
  /** Mementor's home. */
  readonly memory: string;
  readonly project: string;
  /** Where Claude Code keeps the project's transcripts. */
  readonly transcripts: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns an absolute path; `transcripts/`, `project/`, `memory/`, `claude/` mean those folders. */
  path(name: string): string;
  /** Writes a file; returns its path. */
  write(name: string, text: string | Buffer): string;
  /** Starts the program and waits for its end. */
  cli(args: readonly string[], options?: RunOptions): Promise<Result>;
  /** Starts the program. */
  start(args: readonly string[], options?: RunOptions): Running;
  status(): Promise<Status>;
  /** Waits until all that was handed over is taken in, and no process is left. */
  settled(): Promise<Status>;
  /** Names in the inbox. */
  inbox(): string[];
  log(): string;
  /** Our processes that still run, by `/proc`; none where there is no such folder. */
  processes(): number[];
  remove(): void;
}

const made: Sandbox[] = [];

afterAll(() => {
  for (const each of made.splice(0)) each.remove();
});

/** Makes a sandbox with these files; it is removed after the test file. */
export function sandbox(files: Readonly<Record<string, string | Buffer>> = {}): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mementor-cli-')));
  const home = join(root, 'Zoë "Z" home');
  const claude = join(home, '.claude');
  const memory = join(root, "mémoire d'ici");
  const project = join(root, 'it\'s "ö" project');
  const transcripts = join(claude, 'projects', project.replace(/[^A-Za-z0-9]/g, '-'));
  const folders = { home, claude, memory, project, transcripts };
  for (const folder of [home, claude, project, transcripts, join(root, 'tmp')]) {
    mkdirSync(folder, { recursive: true });
  }
  const env = {
    PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    HOME: home,
    TMPDIR: join(root, 'tmp'),
    TZ: 'UTC',
    CLAUDE_CONFIG_DIR: claude,
    MEMENTOR_HOME: memory,
  };

  function path(name: string): string {
    const [first = '', ...rest] = name.split('/');
    const folder = Object.entries(folders).find(([key]) => key === first)?.[1];
    return folder === undefined ? join(root, name) : join(folder, ...rest);
  }

  function write(name: string, text: string | Buffer): string {
    const file = path(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  function start(args: readonly string[], options: RunOptions = {}): Running {
    return run([options.script ?? CLI, ...args], {
      cwd: options.cwd ?? project,
      env: { ...env, ...options.env },
      stdin: options.stdin === undefined ? '' : options.stdin,
      shell: options.shell,
    });
  }

  async function cli(args: readonly string[], options?: RunOptions): Promise<Result> {
    return await start(args, options).done;
  }

  async function status(): Promise<Status> {
    const { stdout, stderr } = await cli(['status', '--json']);
    const document: unknown = JSON.parse(stdout);
    if (typeof document === 'object' && document !== null && 'turns' in document) {
      return document as unknown as Status;
    }
    throw new Error(`no status: ${stdout}${stderr}`);
  }

  function inbox(): string[] {
    const folder = join(memory, 'inbox');
    if (!existsSync(folder)) return [];
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  }

  async function settled(): Promise<Status> {
    await until('the inbox is empty', () => inbox().length === 0);
    await until('no process is left', () => processesOf(root).length === 0);
    return await status();
  }

  function remove(): void {
    for (const pid of processesOf(root)) kill(pid, 'SIGKILL');
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  for (const [name, text] of Object.entries(files)) write(name, text);
  const box: Sandbox = {
    root,
    ...folders,
    env,
    path,
    write,
    cli,
    start,
    status,
    settled,
    inbox,
    log: () => readOr(join(memory, 'mementor.log')),
    processes: () => processesOf(root),
    remove,
  };
  made.push(box);
  return box;
}

/** Runs Node with exactly this environment. */
export function run(
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly stdin: string | Buffer | null;
    readonly shell?: string | undefined;
  },
): Running {
  const began = performance.now();
  const { shell } = options;
  const command = shell === undefined ? process.execPath : 'sh';
  const before = shell === undefined ? [] : ['-c', shell, 'sh', process.execPath];
  const child = spawn(command, [...before, ...args], {
    cwd: options.cwd,
    env: options.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program may end before it has read everything.
  child.stdin.on('error', () => {});
  if (options.stdin !== null) child.stdin.end(options.stdin);
  const done = new Promise<Result>((resolve, reject) => {
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
    });
    const limit = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      clearTimeout(limit);
      resolve({ ...output, exitCode, signal, tookMs: performance.now() - began });
    });
  });
  return { child, done };
}

/** Waits until a condition holds; fails after a generous time. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = RUN_MS_MAX,
): Promise<NonNullable<T>> {
  const end = performance.now() + limitMs;
  while (true) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(POLL_MS);
  }
}

/** Ends a process that may be gone already. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It was faster.
  }
}

/** Every process of a sandbox has its path in the environment. */
function processesOf(root: string): number[] {
  if (!existsSync('/proc/self/environ')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readOr(`/proc/${pid}/environ`).includes(root)).map(Number);
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export interface Conversation {
  readonly session: string;
  /** A prompt's line. */
  prompt(text: string): string;
  /** An answer's line. */
  answer(text: string): string;
  /** The lines of a tool's use and its result. */
  tool(name: string, input: object, result?: string): string;
  /** A prompt and its answer. */
  turn(prompt: string, answer: string): string;
}

/** Makes lines of a transcript of Claude Code, each with a uuid of its own. */
export function conversation(
  cwd: string,
  options: { readonly session?: string; readonly branch?: string; readonly at?: string } = {},
): Conversation {
  const session = options.session ?? randomUUID();
  let atMs = Date.parse(options.at ?? '2026-11-17T09:00:00Z');
  let parentUuid: string | null = null;
  const line = (type: 'user' | 'assistant', content: unknown, more: object = {}): string => {
    const uuid = randomUUID();
    atMs += 1_000;
    const entry = {
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: session,
      version: '2.1.330',
      gitBranch: options.branch ?? 'main',
      type,
      uuid,
      timestamp: new Date(atMs).toISOString(),
      message: { role: type, content },
      ...more,
    };
    parentUuid = uuid;
    return `${JSON.stringify(entry)}\n`;
  };
  const prompt = (text: string) =>
    line('user', text, { promptSource: 'typed', origin: { kind: 'human' } });
  const answer = (text: string) => line('assistant', [{ type: 'text', text }]);
  return {
    session,
    prompt,
    answer,
    tool(name, input, result = 'done') {
      const id = `toolu_${randomUUID().slice(0, 8)}`;
      const block = { type: 'tool_result', tool_use_id: id, content: result, is_error: false };
      return (
        line('assistant', [{ type: 'tool_use', id, name, input }]) +
        line('user', [block], { toolUseResult: {} })
      );
    },
    turn: (asked, answered) => prompt(asked) + answer(answered),
  };
}

/** Returns the parent of a process, by `/proc`. */
export function parentOf(pid: number): number | undefined {
  const after = readOr(`/proc/${pid}/stat`).split(') ').at(-1) ?? '';
  const parent = Number(after.split(' ')[1]);
  return Number.isInteger(parent) && parent > 0 ? parent : undefined;
}
