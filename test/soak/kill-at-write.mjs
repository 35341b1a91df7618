/**
 * Preloaded into the program: kills it, as `kill -9` does, right before its write number KILL_AT
 * through Node's file system (the database's own writes are not counted).
 */

import fs from 'node:fs';

let left = Number(process.env.KILL_AT);

function dying(work) {
  return (...args) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return work(...args);
  };
}

for (const name of ['rename', 'rm', 'rmdir', 'mkdir', 'mkdtemp', 'writeFile', 'copyFile']) {
  fs.promises[name] = dying(fs.promises[name].bind(fs.promises));
}
for (const name of ['renameSync', 'rmSync', 'mkdirSync', 'writeFileSync', 'writeSync']) {
  fs[name] = dying(fs[name].bind(fs));
}

const open = dying(fs.promises.open.bind(fs.promises));
fs.promises.open = async (...args) => {
  const file = await open(...args);
  file.writeFile = dying(file.writeFile.bind(file));
  return file;
};
