/** Node binaries: their version, and whether Mementor supports it. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Context } from './context.ts';

/** Same as `engines` in package.json. */
const NODE_MIN = { major: 20, minor: 19 } as const;
export const NODE_WANTED = `${NODE_MIN.major}.${NODE_MIN.minor}`;
const NODE_TIMEOUT_MS = 5_000;

/** Runs a Node binary to get its version; returns why Mementor cannot run on it, if so. */
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

/** Returns whether Mementor supports this version of Node. */
export function isNewEnough(version: string): boolean {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  const newer = Number(major) > NODE_MIN.major;
  return newer || (Number(major) === NODE_MIN.major && Number(minor) >= NODE_MIN.minor);
}
