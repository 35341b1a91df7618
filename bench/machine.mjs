/** Where and of what a run was made. */

import { spawnSync } from 'node:child_process';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { root } from './tool.mjs';

function firstLine(command, args) {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return done.status === 0 ? done.stdout.split('\n', 1)[0].trim() : undefined;
}

/** Returns the processor, the system and the versions. */
export function machine(tool) {
  const { simd, sqlite } = tool.measure('machine', { models: undefined });
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
    rust: firstLine('rustc', ['--version'])?.split(' ')[1] ?? 'unknown',
    simd,
    sqlite,
  };
}

/** Returns the commit, with a plus sign when files differ from it. */
export function commit() {
  const head = firstLine('git', ['rev-parse', 'HEAD']);
  if (head === undefined) return 'unknown';
  return firstLine('git', ['status', '--porcelain', '--untracked-files=no']) ? `${head}+` : head;
}
