/** Runs a program in place of this one: with this terminal, until it ends. */

import { spawn } from 'node:child_process';
import { codeOf, MementorError, reasonOf } from '../errors/errors.ts';
import type { Context, ExitCode } from './context.ts';

export interface Program {
  readonly words: readonly [program: string, ...args: string[]];
  readonly directory: string;
}

/** Returns how it ended; throws if it could not be started. The directory must be there. */
export async function inForeground(
  { words, directory: cwd }: Program,
  context: Context,
): Promise<ExitCode> {
  const [program, ...args] = words;
  const failed = (why: string) =>
    new MementorError('AGENT_FAILED', `${program} cannot be started: ${why}`, HINT);
  // On Windows a shell finds the program, and it must not read more than words.
  const shell = context.platform === 'win32';
  if (shell && !words.every((word) => /^[\w=.-]+$/.test(word))) throw failed('its id is no word');
  return await context.ignoringInterrupts(
    () =>
      new Promise<ExitCode>((resolve, reject) => {
        const child = spawn(program, args, { cwd, stdio: 'inherit', env: context.env, shell });
        child.once('error', (error) => {
          reject(failed(codeOf(error) === 'ENOENT' ? 'it is not in PATH' : reasonOf(error)));
        });
        child.once('close', (code) => resolve(code === 0 || code === 130 ? code : 1));
      }),
  );
}

const HINT = 'the command above does it, once the program is there';
