/** Peers that are not linked in: fetched where that works, else left out with a note. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The newest release when this was written. */
const SQLITE_VECTOR = 'sqliteai-vector==1.1.2';
const PYTHONS = ['python3', 'python'];
const LIBRARIES = ['vector.so', 'vector.dylib', 'vector.dll'];

/** Finds what there is of the peers; returns where, and the engines that are left out. */
export function findPeers(tool, folder, record) {
  const { linked } = tool.measure('machine', { models: undefined });
  const missing = [];
  if (!linked.includes('sqlite-vec')) {
    record.note('left out: sqlite-vec (it does not compile here)');
    missing.push('sqlite-vec');
  }
  const extension = sqliteVector(folder, record);
  if (extension === undefined) missing.push('sqlite-vector', 'sqlite-vector-preloaded');
  return { extension, missing, library: onnxruntime(record) };
}

/** Puts the Python package into a folder and returns its shared library; Python does not run it. */
function sqliteVector(folder, record) {
  const about = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
  const args = [...about, '--target', folder, SQLITE_VECTOR];
  const installs = (python) => spawnSync(python, args, { stdio: 'ignore' }).status === 0;
  const binaries = join(folder, 'sqlite_vector', 'binaries');
  const library = PYTHONS.some(installs)
    ? LIBRARIES.map((name) => join(binaries, name)).find(existsSync)
    : undefined;
  if (library === undefined)
    record.note(`left out: sqlite-vector (pip cannot get ${SQLITE_VECTOR})`);
  return library;
}

/** Returns ONNX Runtime's library. */
function onnxruntime(record) {
  const library = process.env.MEMENTOR_TEST_ONNXRUNTIME;
  if (library && existsSync(library)) return library;
  record.note('left out: ONNX Runtime (MEMENTOR_TEST_ONNXRUNTIME names no library)');
  return undefined;
}
