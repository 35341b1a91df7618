/** Sessions that began as a fork: at the first prompt nothing else tells what is in their context. */

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HookInput } from './input.ts';

/** Notes a fork until its transcript exists. */
export async function noteFork(home: string, { session, source }: HookInput): Promise<void> {
  if (source !== 'fork' || session === undefined || !isPlainName(session)) return;
  await mkdir(folderOf(home), { recursive: true, mode: 0o700 });
  await writeFile(join(folderOf(home), session), '', { mode: 0o600 });
}

/**
 * Returns whether a session is a fork whose transcript was not written yet. Its context holds its
 * parent's turns, and which session that is is not said: only silence is sure not to repeat them.
 */
export async function isUnwrittenFork(home: string, input: HookInput): Promise<boolean> {
  const { session, transcriptPath } = input;
  if (session === undefined || !isPlainName(session)) return false;
  const note = join(folderOf(home), session);
  if (!existsSync(note)) return false;
  if (transcriptPath !== undefined && !existsSync(transcriptPath)) return true;
  await rm(note, { force: true });
  return false;
}

function folderOf(home: string): string {
  return join(home, 'forks');
}

/** The name of a file is made of it. */
function isPlainName(session: string): boolean {
  return /^[\w-]{1,100}$/.test(session);
}
