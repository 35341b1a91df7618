/**
 * `mementor statusline`: prints one short segment for an agent's status line, behind the status line
 * that a person has already. The client runs it again and again, so it must be quick: it opens no
 * database and loads no addon. It always exits with 0.
 */

import { spawnSync } from 'node:child_process';
import { sessionIn } from '../agents/hook-events.ts';
import type { Context } from '../process/context.ts';
import { segmentOf, stateOf } from './segment.ts';

/** Longer than any status line that a person would wait for. */
const BESIDE_MS_MAX = 3_000;
const BESIDE_BYTES_MAX = 256 * 1024;

/** Ends a process group at once. */
export type Kill = (group: number) => void;

export function statusline(args: readonly string[], kill: Kill, context: Context): void {
  const input = context.readStdin();
  const before = besideOf(args, input, kill, context.env);
  const segment = segmentOf(stateOf(sessionIn(input), context.now().getTime(), context));
  context.stdout.write(appended(before, segment));
}

/** Returns a status line with a segment at its end; unchanged if the segment is empty. Pure. */
export function appended(before: string, segment: string): string {
  if (segment === '') return before;
  const line = before.trimEnd();
  return line === '' ? `${segment}\n` : `${line} · ${segment}\n`;
}

/** Runs the person's own command, if there is one, with the same input. */
function besideOf(args: readonly string[], input: string, kill: Kill, env: Context['env']): string {
  const at = args.indexOf('--beside');
  const command = at === -1 ? undefined : args[at + 1];
  if (command === undefined || command === '') return '';
  // A group of its own: what the command has started ends with it.
  const { pid, stdout, error } = spawnSync(command, {
    shell: true,
    input,
    env,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: BESIDE_MS_MAX,
    killSignal: 'SIGKILL',
    maxBuffer: BESIDE_BYTES_MAX,
    ...{ detached: true },
  });
  if (error !== undefined && pid > 0) kill(pid);
  return stdout ?? '';
}
