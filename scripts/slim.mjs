/**
 * `npm run slim`: deletes what only building and testing need, once Mementor is built. That is
 * Cargo's output and the development packages. `--dry-run` shows it. `npm install` builds again.
 */

import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bytesIn, leftovers, remove, sized } from './leftovers.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const packages = join(root, 'node_modules');
const dryRun = process.argv.includes('--dry-run');
// Cargo itself reads this variable.
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');

/** Removes the development packages. Returns whether npm did. Other clones may share a link. */
function prune() {
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  const args = ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--offline'];
  const windows = process.platform === 'win32';
  return spawnSync('npm', args, { cwd: root, stdio: 'ignore', shell: windows }).status === 0;
}

function sizeOfPackages() {
  return lstatSync(packages, { throwIfNoEntry: false })?.isDirectory() ? bytesIn(packages) : 0;
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function slim() {
  const found = leftovers(root, target);
  if (found.stays !== undefined) {
    process.stderr.write(`error: nothing was deleted: ${found.stays}\n`);
    process.exitCode = 2;
    return;
  }
  const before = sizeOfPackages();
  if (dryRun) {
    say(`Would delete ${found.path} (${sized(found.bytes)}) and the development packages in`);
    say(`${packages} (${sized(before)} with the few that stay). Nothing was deleted (--dry-run).`);
    return;
  }
  remove(found.path);
  const pruned = prune();
  const freed = found.bytes + before - sizeOfPackages();
  say(`Freed ${sized(freed)}. Mementor runs as before; \`npm install\` builds it again.`);
  if (!pruned) say('The development packages in node_modules stay.');
}

slim();
