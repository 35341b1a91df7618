#!/usr/bin/env node
/** The entry point: builds the context and dispatches. The only file that uses `process`. */

import { fstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { codeOf, shownError } from './errors/errors.ts';
import { runHook } from './hooks/run.ts';
import type { Asking, Context, ExitCode, Keyboard, Output } from './process/context.ts';
import { readStdin, writeAll } from './process/stdio.ts';
import { terminalText } from './text/terminal-text.ts';
import { isVersionAsked, VERSION } from './version.ts';

/**
 * Node's streams take longer to open than most commands work, so only a terminal gets one: it has a
 * size, and changes it.
 */
function outputOf(descriptor: 1 | 2): Output {
  const terminal = () => {
    if (!isTerminal(descriptor)) return undefined;
    return descriptor === 1 ? process.stdout : process.stderr;
  };
  let isClosed = false;
  return {
    write(text) {
      const stream = terminal();
      if (stream === undefined) isClosed = !writeIfRead(descriptor, text);
      else stream.write(terminalText(text));
    },
    get isClosed() {
      return isClosed;
    },
    get isTTY() {
      return isTerminal(descriptor);
    },
    get columns() {
      return terminal()?.columns;
    },
    get rows() {
      return terminal()?.rows;
    },
    get fileMode() {
      return fileModeOf(descriptor);
    },
  };
}

/** Asks the file system first, because the module that knows terminals loads slowly. */
function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && isatty(descriptor);
  } catch {
    return false;
  }
}

/** A closed pipe, as in `mementor query x | head -1`, is not an error. Returns whether it is open. */
function writeIfRead(descriptor: 1 | 2, text: string): boolean {
  try {
    writeAll(descriptor, text);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EPIPE') throw error;
    return false;
  }
}

function fileModeOf(descriptor: number): number | undefined {
  try {
    const found = fstatSync(descriptor);
    return found.isFile() ? found.mode & 0o777 : undefined;
  } catch {
    return undefined;
  }
}

/** The import is lazy: a hook never asks. */
async function ask(
  question: string,
  { fresh = false, isKey = false, unanswered = '' }: Asking,
  interrupted: AbortController,
): Promise<string> {
  // Where the input has ended, a new reader would wait for ever.
  if (process.stdin.readableEnded || process.stdin.destroyed) return unanswered;
  if (fresh) await dropTyped(interrupted);
  if (interrupted.signal.aborted) return unanswered;
  if (isKey) return await key(question, unanswered, interrupted);
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // End of input, or Ctrl-C, counts as no answer. What is said next gets a line of its own.
  const unsaid = () => process.stderr.write('\n');
  terminal.once('close', unsaid);
  const closed = new Promise<string>((resolve) =>
    terminal.once('close', () => resolve(unanswered)),
  );
  // While it asks, the terminal sends no signal.
  terminal.once('SIGINT', () => {
    interrupted.abort();
    terminal.close();
  });
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.off('close', unsaid);
    terminal.close();
  }
}

/** Waits for one key; Enter is none. The end of input, Escape and Ctrl-C count as no answer. */
async function key(
  question: string,
  unanswered: string,
  interrupted: AbortController,
): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  const typed = await new Promise<string>((resolve) => {
    const take = (data: Buffer) => {
      const text = data.toString('utf8').replace(/^[\r\n]+/, '');
      if (text !== '') done(text);
    };
    const ended = () => done('');
    const done = (text: string) => {
      stdin.off('data', take).off('end', ended).pause();
      resolve(text);
    };
    stdin.on('data', take).once('end', ended).resume();
  });
  stdin.setRawMode(false);
  // What was typed ahead answers the next question.
  const [first = '', ...more] = typed;
  const isKey = first > ' ' && first !== DELETE;
  if (isKey && more.length > 0) stdin.unshift(more.join(''));
  if (typed.startsWith(CTRL_C_TEXT)) interrupted.abort();
  stderr.write(isKey ? `${first}\n` : '\n');
  return isKey ? first : unanswered;
}

const DELETE = '\u007F';
const CTRL_C_TEXT = '\u0003';

/** The terminal hands over what waits in it within this time. */
const TYPED_MS = 50;

/**
 * Drops what was typed before. A line without its end is handed over only in raw mode, in which
 * Ctrl-C is a character.
 */
async function dropTyped(interrupted: AbortController): Promise<void> {
  const { stdin } = process;
  const drop = (typed: Buffer) => {
    if (typed.includes(CTRL_C)) interrupted.abort();
  };
  stdin.setRawMode(true);
  stdin.on('data', drop);
  await new Promise((resolve) => setTimeout(resolve, TYPED_MS));
  stdin.off('data', drop);
  stdin.pause();
  stdin.setRawMode(false);
}

const CTRL_C = 3;

/** Signals that end this process; with handlers, it ends after them. */
const ENDINGS = { SIGTERM: 143, SIGHUP: 129 } as const;

const keyboard: Keyboard = {
  get stream() {
    return process.stdin;
  },
  onResize(callback) {
    process.stdout.on('resize', callback);
    return () => void process.stdout.off('resize', callback);
  },
  onEnd(callback) {
    const signals = Object.entries(ENDINGS).map(([signal, code]) => {
      const end = () => process.exit(code);
      process.once(signal, end);
      return () => void process.off(signal, end);
    });
    process.once('exit', callback);
    return () => {
      process.off('exit', callback);
      for (const stop of signals) stop();
    };
  },
};

async function ignoringInterrupts<T>(work: () => Promise<T>): Promise<T> {
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    return await work();
  } finally {
    process.off('SIGINT', ignore);
  }
}

/** The folder may have been removed, like a worktree; the shell still knows its path. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD ?? homedir();
  }
}

/** Returns only the command's name, no other arguments, because it is written to a file. */
function commandName(argument = ''): string {
  return /^[a-z]+$/.test(argument) ? argument : '';
}

/** `interrupted` is asked for when it is needed: making a signal costs a hook half a millisecond. */
function contextOf(interrupted: () => AbortSignal, stdout = outputOf(1)): Context {
  return {
    command: commandName(process.argv[2]),
    cwd: workingDirectory(),
    env: process.env,
    stdout,
    stderr: outputOf(2),
    readStdin,
    ask: undefined,
    keyboard: undefined,
    ignoringInterrupts,
    now: () => new Date(),
    uptimeMs: () => process.uptime() * 1_000,
    platform: process.platform,
    homedir: homedir(),
    nodePath: process.execPath,
    scriptPath: import.meta.filename,
    get interrupted() {
      return interrupted();
    },
  };
}

/** The signal of what nobody interrupts. */
const never = () => new AbortController().signal;

/**
 * Uses the home that the caller's command line names, if no variable names one: a client that is
 * started from a desktop lacks the variables of a shell.
 */
function useHome(args: readonly string[]): void {
  const home = optionIn('--home', args);
  if (home && !process.env.MEMENTOR_HOME) process.env.MEMENTOR_HOME = home;
}

function optionIn(option: string, args: readonly string[]): string | undefined {
  const at = args.indexOf(option);
  return at === -1 ? undefined : args[at + 1];
}

/** A hook loads only what it needs and never fails. */
function hook([event, ...options]: readonly string[]): never {
  useHome(options);
  const stdout: Output = { write: (text) => writeAll(1, text), isTTY: false };
  // Ignore signals: a client that kills a late hook or closes its terminal must not lose the
  // payload.
  if (event !== 'user-prompt-submit') {
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, () => {});
  }
  try {
    runHook(event, optionIn('--instead-of', options), contextOf(never, stdout));
  } catch {
    // The user's prompt matters more than any memory.
  }
  // All output is written: skip Node's orderly shutdown.
  process.exit(0);
}

async function drain(): Promise<ExitCode> {
  const { runWorker } = await import('./worker/worker.ts');
  const { constants, setPriority } = await import('node:os');
  setPriority(constants.priority.PRIORITY_LOW);
  runWorker(contextOf(never));
  return 0;
}

/** Completion waits at every press of a key: it loads no more than it needs. */
async function complete(args: readonly string[]): Promise<ExitCode> {
  const { complete: offer } = await import('./program/complete.ts');
  await offer(args, contextOf(never));
  return 0;
}

/** The client runs this at every change of its screen: it loads no more than it needs. */
async function statusLine(args: readonly string[]): Promise<ExitCode> {
  useHome(args);
  const { statusline } = await import('./statusline/statusline.ts');
  const kill = (group: number) => {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  statusline(args, kill, contextOf(never));
  return 0;
}

/** Returns undefined if the program has to do it. */
async function rememberAtOnce(args: readonly string[]): Promise<ExitCode | undefined> {
  const { rememberAtOnce: tried } = await import('./program/remember-at-once.ts');
  const context = contextOf(never);
  if (!tried(args, context)) return undefined;
  if (context.stderr.isTTY) {
    const { tellOfDeadHooks } = await import('./program/program.ts');
    await tellOfDeadHooks('remember', context);
  }
  return 0;
}

/** Serves a client over standard input and output until it is gone. */
async function mcp(): Promise<never> {
  const { serve } = await import('./mcp/serve.ts');
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interrupted.abort());
  }
  if (process.stdin.isTTY) process.stderr.write(MCP_AT_TERMINAL);
  await serve(
    { input: process.stdin, output: process.stdout },
    contextOf(() => interrupted.signal),
  );
  // Whatever a call still does is for nobody.
  process.exit(0);
}

/** Answers the prompts of the client that has started this process. */
async function warm(): Promise<never> {
  const { serveWarm } = await import('./warm/serve.ts');
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interrupted.abort());
  }
  const streams = { input: process.stdin, output: process.stdout };
  const processes = { client: process.ppid, server: process.pid };
  await serveWarm(
    streams,
    processes,
    contextOf(() => interrupted.signal),
  );
  process.exit(0);
}

const MCP_AT_TERMINAL =
  'This is a server for coding agents, which start it themselves: `mementor enable --mcp` tells\nClaude Code of it. It waits for messages in JSON; Ctrl-C ends it.\n';

async function command(args: readonly string[]): Promise<ExitCode> {
  const interrupted = new AbortController();
  // The first Ctrl-C stops at the next commit, the second immediately.
  process.once('SIGINT', () => interrupted.abort());
  const { runProgram } = await import('./program/program.ts');
  const context = contextOf(() => interrupted.signal);
  // A terminal that was closed is no error either.
  if (context.stdout.isTTY) process.stdout.on('error', () => {});
  if (context.stderr.isTTY) process.stderr.on('error', () => {});
  const isTyped = isTerminal(0);
  const canAsk = isTyped && context.stderr.isTTY;
  const canPick = isTyped && context.stdout.isTTY;
  return await runProgram(args, {
    ...context,
    ask: canAsk ? (question, how = {}) => ask(question, how, interrupted) : undefined,
    keyboard: canPick ? keyboard : undefined,
  });
}

async function main(args: readonly string[]): Promise<void> {
  const [first, second] = args;
  if (first === 'hook' && second !== '--help' && second !== '-h') hook(args.slice(1));
  else if (first === 'drain') process.exitCode = await drain();
  else if (first === 'mcp' && second === undefined) await mcp();
  else if (first === 'warm' && second === undefined) await warm();
  else if (first === 'statusline' && second !== '--help' && second !== '-h') {
    process.exitCode = await statusLine(args.slice(1));
  } else if (first === 'complete') process.exitCode = await complete(args.slice(1));
  else if (first === 'remember') {
    process.exitCode = (await rememberAtOnce(args.slice(1))) ?? (await command(args));
  } else if (isVersionAsked(args)) writeIfRead(1, `${VERSION}\n`);
  else process.exitCode = await command(args);
}

/** Nothing that can fail before the program reports its own errors ends in a stack trace. */
async function guarded(args: readonly string[]): Promise<void> {
  try {
    await main(args);
  } catch (error) {
    const { message, hint } = shownError(error);
    writeIfRead(2, `error: ${message}\n${hint === undefined ? '' : `\nhint: ${hint}\n`}`);
    process.exitCode = 2;
  }
}

void guarded(process.argv.slice(2));
