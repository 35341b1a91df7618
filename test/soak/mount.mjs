/** File systems of a size of their own, where this process may mount any. */

import { spawnSync } from 'node:child_process';

/** Mounts one over a folder; returns whether that could be done. */
export function mountSmall(folder, kilobytes) {
  const options = `size=${kilobytes}k`;
  return run('mount', ['-t', 'tmpfs', '-o', options, 'mementor-soak', folder]);
}

/** Changes it: `size=…`, `ro`, `rw`. */
export function remount(folder, option) {
  if (!run('mount', ['-o', `remount,${option}`, folder])) {
    throw new Error(`${folder} cannot be mounted again with ${option}`);
  }
}

export function unmount(folder) {
  if (!run('umount', [folder])) throw new Error(`${folder} cannot be unmounted`);
}

function run(command, args) {
  return process.platform === 'linux' && spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
