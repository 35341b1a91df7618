/** What a build leaves behind that running Mementor does not need: Cargo's folder of output. */

import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What a hook and a command load; without all of it, the folder is still needed. */
const BUILT = [
  ...['native/mementor.node', 'native/mementor-code.node'],
  ...['dist/cli.js', 'dist/program.js', 'dist/worker.js'],
];

/** Cargo writes it into each of its own folders. */
const TAG = 'CACHEDIR.TAG';

/**
 * Returns Cargo's folder and its size in bytes, or why it must stay.
 * Only a folder that Cargo made, below the root, is ever deleted.
 */
export function leftovers(root, target = join(root, 'target')) {
  const missing = BUILT.find((name) => !existsSync(join(root, name)));
  if (missing !== undefined) return { stays: `${missing} is missing: build it first` };
  if (!existsSync(target)) return { path: target, bytes: 0 };
  if (!target.startsWith(root + sep)) return { stays: `${target} may hold other projects too` };
  if (lstatSync(target).isSymbolicLink()) return { stays: `${target} is a link` };
  if (!existsSync(join(target, TAG))) return { stays: `${target} was not made by Cargo` };
  return { path: target, bytes: bytesIn(target) };
}

const WORTH_SAYING_BYTES = 100e6;

/** Returns the line that ends an installation; empty if there is little to free. */
export function freeableLine(root) {
  const { bytes = 0 } = leftovers(root);
  if (bytes < WORTH_SAYING_BYTES) return '';
  return `\nBuilt. ${sized(bytes)} in target are needed only to build and test: \`npm run slim\` deletes them.\n`;
}

export function remove(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Returns the bytes that the files of a folder take. A file with several names counts once. */
export function bytesIn(folder) {
  const seen = new Set();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = lstatSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    if (found === undefined || seen.has(found.ino)) continue;
    if (found.nlink > 1) seen.add(found.ino);
    bytes += found.size;
  }
  return bytes;
}

/** Returns a size for people: `1.4 GB`, `85 MB`. */
export function sized(bytes) {
  const megabytes = bytes / 1e6;
  return megabytes >= 1_000
    ? `${(megabytes / 1_000).toFixed(1)} GB`
    : `${Math.round(megabytes)} MB`;
}
