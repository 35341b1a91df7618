/**
 * Loaded before the product: a counted process is many times slower, so neither a hook's deadline nor
 * the end of a worker's minute may stop it, and the worker that a hook starts must not do the work
 * that is counted next.
 */

const { Module } = require('node:module');
const os = require('node:os');

const load = Module._extensions['.node'];
Module._extensions['.node'] = (module, path) => {
  load(module, path);
  if (!path.endsWith('mementor.node')) return;
  const { hook } = module.exports;
  const counted = (word, options, process, offsetAt) =>
    hook(word, options, { ...process, isCounted: true }, offsetAt);
  // Builds before this one call the last two.
  Object.assign(module.exports, { hook: counted, exitAfter() {}, startDetached() {} });
};

process.uptime = () => 0;
// A worker gives way to all others: on a busy machine its count would take an hour.
os.setPriority = () => {};
