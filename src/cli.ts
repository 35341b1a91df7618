#!/usr/bin/env node
/** The program: builds the context and picks what to run. The only file that touches `process`. */

import { homedir } from 'node:os';
import { runHook } from './hooks/run.ts';
import type { Context, ExitCode, Output } from './process/context.ts';
import { readStdin, writeStdout } from './process/stdio.ts';

/** Node opens a stream when it is first touched, which takes longer than most hooks have work. */
function outputOf(stream: () => NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream().write(text),
    get isTTY() {
      return stream().isTTY === true;
    },
  };
}

/** Loaded when something is asked: a hook never does. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // The end of the input, or Ctrl-C, is no answer.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
}

/** The folder may be gone, as a removed worktree is; the shell still knows its name. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD ?? homedir();
  }
}

/** A command's name and nothing else that was typed: it is written into a file. */
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

/** A hook loads what it needs and no more; it never fails. */
function hook(event: string | undefined): never {
  const stdout: Output = { write: writeStdout, isTTY: false };
  // A client that ends a late hook, or closes its terminal, must not cost what it hands over.
  if (event !== 'user-prompt-submit') {
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, () => {});
  }
  try {
    runHook(event, { ...contextOf(new AbortController().signal), stdout });
  } catch {
    // The person's prompt is worth more than any memory.
  }
  // All is written: Node need not be taken down piece by piece.
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
  // The first Ctrl-C stops at the next commit, the second at once.
  process.once('SIGINT', () => interrupted.abort());
  // A closed pipe, as in `mementor query x | head -1`, is no error.
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
