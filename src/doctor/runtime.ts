/** Checks of what Mementor runs on: Node, the native addon, the processor. */

import { execFile } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { promisify } from 'node:util';
import { type About, native, translated } from '../memory.ts';
import { type Check, fail, failure, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { MementorError, messageOf } from '../process/errors.ts';
import { packageVersion } from '../state/package-version.ts';
import { counted } from '../text/numbers.ts';

/** As `engines` in package.json has it. */
const NODE_MIN = { major: 20, minor: 19 } as const;
const NODE_WANTED = `${NODE_MIN.major}.${NODE_MIN.minor}`;
const NODE_TIMEOUT_MS = 5_000;

export async function runtimeChecks(context: Context): Promise<Check[]> {
  const node = await nodeCheck(context);
  try {
    const about = translated(() => native().about());
    return [node, versionCheck(about), processorCheck(about)];
  } catch (error) {
    const message = messageOf(error);
    const hint = error instanceof MementorError ? error.hint : undefined;
    return [node, fail('mementor', message, hint), failure('processor', error)];
  }
}

/** Asks the binary itself, since it is what the hooks start. */
async function nodeCheck(context: Context): Promise<Check> {
  const { nodePath } = context;
  const { version, problem } = await nodeAt(nodePath, context);
  if (problem === undefined) return ok('node', `${version} (${nodePath})`);
  const fix = `install Node ${NODE_WANTED} or newer, then run \`mementor enable\` with it`;
  return fail('node', problem, fix);
}

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

function versionCheck(about: About): Check {
  const version = packageVersion();
  const addon = `addon ${about.version}, SQLite ${about.sqlite}, schema ${about.schema}`;
  if (version === about.version) return ok('mementor', `${version} (${addon})`);
  const fix = 'reinstall Mementor, so that both are of one version';
  return warn('mementor', `${version ?? 'of unknown version'}, but ${addon}`, fix);
}

function processorCheck({ arch, simd }: About): Check {
  const model = cpus()[0]?.model.trim() || 'unknown model';
  const processor = `${arch}, ${model}, ${counted(availableParallelism(), 'core')}`;
  if (simd.includes('avx2') || simd.includes('neon')) {
    return ok('processor', `${processor}, ${simd.join(' ')}`);
  }
  return warn('processor', `${processor}, without AVX2 or NEON: embedding and search are slow`);
}
