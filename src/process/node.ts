/** Node binaries: which version one is, and whether Mementor runs on it. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Context } from './context.ts';

/** As `engines` in package.json has it. */
const NODE_MIN = { major: 20, minor: 19 } as const;
export const NODE_WANTED = `${NODE_MIN.major}.${NODE_MIN.minor}`;
const NODE_TIMEOUT_MS = 5_000;

/** Starts a Node binary for its version; says what keeps Mementor from running on it. */
export async function nodeAt(
  nodePath: string,
  context: Context,
): Promise<{ readonly version?: string; readonly problem?: string }> {
  const options = { env: { ...context.env }, timeout: NODE_TIMEOUT_MS };
  try {
    const version = (await promisify(execFile)(nodePath, ['--version'], options)).stdout.trim();
    if (isNewEnough(version)) return { version };
    return { version, problem: `${version} (${nodePath}) is older than ${NODE_WANTED}` };
  } catch {
    return { problem: `${nodePath} does not start` };
  }
}

/** Tells whether this is a version of Node that Mementor runs on. */
export function isNewEnough(version: string): boolean {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  const newer = Number(major) > NODE_MIN.major;
  return newer || (Number(major) === NODE_MIN.major && Number(minor) >= NODE_MIN.minor);
}
