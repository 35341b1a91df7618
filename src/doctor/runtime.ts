/** Checks what Mementor runs on: Node, the native addon, the processor. */

import { availableParallelism, cpus } from 'node:os';
import { MementorError, messageOf } from '../errors/errors.ts';
import { type About, native } from '../memory.ts';
import { type Check, fail, failure, minor, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { NODE_WANTED, nodeAt } from '../process/node.ts';
import { packageVersion } from '../reports/package-version.ts';
import { counted } from '../text/numbers.ts';

export async function runtimeChecks(context: Context): Promise<Check[]> {
  const node = await nodeCheck(context);
  try {
    const about = native().about();
    return [node, versionCheck(about), processorCheck(about)];
  } catch (error) {
    const message = messageOf(error);
    const hint = error instanceof MementorError ? error.hint : undefined;
    return [node, fail('mementor', message, hint), failure('processor', error)];
  }
}

/** Runs the binary itself, because the hooks start it. */
async function nodeCheck(context: Context): Promise<Check> {
  const { nodePath } = context;
  const { version, problem } = await nodeAt(nodePath, context);
  if (problem === undefined) return ok('node', `${version} (${nodePath})`);
  const fix = `install Node ${NODE_WANTED} or newer, then run \`mementor enable\` with it`;
  return fail('node', problem, fix);
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
    return minor('processor', `${processor}, ${simd.join(' ')}`);
  }
  // Nobody can repair that, so it is no warning.
  return ok('processor', `${processor}, without AVX2 or NEON: search by meaning is slow`);
}
