#!/usr/bin/env node
/** The entry point: builds the context and dispatches. The only file that uses `process`. */

import { homedir } from 'node:os';
import { runHook } from './hooks/run.ts';
import type { Context, ExitCode, Output } from './process/context.ts';
import { readStdin, writeStdout } from './process/stdio.ts';

/** Node opens a stream on first access, which takes longer than most hooks' work. */
function outputOf(stream: () => NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream().write(text),
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().columns;
    },
    get rows() {
      return stream().rows;
    },
  };
}

/** The import is lazy: a hook never asks. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // End of input, or Ctrl-C, counts as no answer.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
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

function contextOf(interrupted: AbortSignal): Context {
  return {
    command: commandName(process.argv[2]),
    cwd: workingDirectory(),
    env: process.env,
    stdout: outputOf(() => process.stdout),
    stderr: outputOf(() => process.stderr),
    readStdin,
    ask: undefined,
    now: () => new Date(),
    uptimeMs: () => process.uptime() * 1_000,
    platform: process.platform,
    homedir: homedir(),
    nodePath: process.execPath,
    scriptPath: import.meta.filename,
    interrupted,
  };
}

/** A hook loads only what it needs and never fails. */
function hook(event: string | undefined): never {
  const stdout: Output = { write: writeStdout, isTTY: false };
  // Ignore signals: a client that kills a late hook or closes its terminal must not lose the
  // payload.
  if (event !== 'user-prompt-submit') {
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, () => {});
  }
  try {
    runHook(event, { ...contextOf(new AbortController().signal), stdout });
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
  await runWorker(contextOf(new AbortController().signal));
  return 0;
}

async function command(args: readonly string[]): Promise<ExitCode> {
  const interrupted = new AbortController();
  // The first Ctrl-C stops at the next commit, the second immediately.
  process.once('SIGINT', () => interrupted.abort());
  // A closed pipe, as in `mementor query x | head -1`, is not an error.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const { runProgram } = await import('./program/program.ts');
  const canAsk = process.stdin.isTTY && process.stderr.isTTY;
  const context = contextOf(interrupted.signal);
  return await runProgram(args, canAsk ? { ...context, ask } : context);
}

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === 'hook') hook(args[1]);
  else if (args[0] === 'drain') process.exitCode = await drain();
  else process.exitCode = await command(args);
}

void main(process.argv.slice(2));
