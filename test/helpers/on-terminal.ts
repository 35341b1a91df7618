/** The built program on a terminal of 80 columns and 24 rows: what is typed, and what is shown. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CLI, type Sandbox } from './sandbox.ts';

const TERMINAL = join(import.meta.dirname, 'pseudo-terminal.py');

export const hasTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;

/** `wait` until the screen has shown a text, `type` keys, `resize` to columns and rows. */
export type Step = readonly [string, ...(string | number)[]];

export interface Ended {
  readonly output: string;
  readonly status: number;
  /** Whether the terminal is as it was. */
  readonly restored: boolean;
}

export function onTerminal(
  box: Sandbox,
  args: readonly string[],
  steps: readonly Step[],
  env: Readonly<Record<string, string>> = {},
): Ended {
  const command = [TERMINAL, JSON.stringify(steps), process.execPath, CLI, ...args];
  const { stdout, stderr } = spawnSync('python3', command, {
    cwd: box.project,
    env: { ...box.env, TERM: 'xterm', NO_COLOR: '1', ...env },
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
