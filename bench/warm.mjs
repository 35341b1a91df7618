/**
 * Measures what a prompt costs by warm recall, beside the prompt hook as a process, on a memory or
 * on a copy of one:
 *
 *   node bench/warm.mjs HOME DIRECTORY [--json]
 *
 * Processor time of all threads, in milliseconds, medians. DIRECTORY is one of a project that the
 * memory has. Linux only, as it reads `/proc`. The records of these prompts are written into HOME.
 */

import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { cli, fail } from './tool.mjs';

const ROUNDS = 30;
const DISMISSED = 'yes, please go on and commit it';
const SEARCHED = [
  'why is the login slow on the staging server?',
  'which option did we rename in the build script?',
  'what did we decide about the cache of images?',
  'how do we release a new version of the package?',
  'why does memory grow while the index is built?',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const [home, directory] = positionals;
if (directory === undefined) fail('no memory is named', 'node bench/warm.mjs HOME DIRECTORY');
const env = { PATH: process.env.PATH, HOME: home, MEMENTOR_HOME: home };

/** A prompt of a session of its own, as the client describes it. */
function event(prompt) {
  const ids = { session_id: randomUUID(), prompt_id: randomUUID() };
  return { ...ids, prompt, cwd: directory };
}

async function server() {
  const child = spawn(process.execPath, [cli, 'warm'], { cwd: home, env });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method, params) => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return JSON.parse((await lines.next()).value).result;
  };
  const clientInfo = { name: 'bench', version: '1' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  return {
    cost: async (prompt) => {
      const before = cpuMs(child.pid);
      await ask('tools/call', { name: 'prompt', arguments: event(prompt) });
      return cpuMs(child.pid) - before;
    },
    /** What a call costs that does nothing: the protocol's part of a prompt. */
    protocolCost: async () => {
      const before = cpuMs(child.pid);
      await ask('tools/list', {});
      return cpuMs(child.pid) - before;
    },
    cpuMs: () => cpuMs(child.pid),
    keptBytes: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)[1]) * 1_024;
    },
    end: () => child.stdin.end(),
  };
}

function cpuMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ns = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return ns.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** What a process costs, start and all. */
function processMs(args, input) {
  const words = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
  const timed = ['-c', `TIMEFORMAT='%U %S'; time ${words} > /dev/null`];
  const { stderr } = spawnSync('bash', timed, { cwd: home, env, input, encoding: 'utf8' });
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return (user + system) * 1_000;
}

const hookMs = (prompt) =>
  processMs([cli, 'hook', 'user-prompt-submit'], JSON.stringify(event(prompt)));

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

const one = await server();
const start = one.cpuMs();
const first = await one.cost(SEARCHED[0]);
const runs = [];
for (let at = 0; at < ROUNDS; at += 1) {
  const searched = SEARCHED[at % SEARCHED.length];
  runs.push({
    bareNode: processMs(['-e', '0'], ''),
    hookDismissed: hookMs(DISMISSED),
    hookSearched: hookMs(searched),
    warmDismissed: await one.cost(DISMISSED),
    warmSearched: await one.cost(searched),
    warmProtocol: await one.protocolCost(),
  });
}
const names = Object.keys(runs[0]);
const medians = names.map((name) => [name, median(runs.map((run) => run[name]))]);
const found = {
  ...Object.fromEntries(medians),
  warmFirstSearch: first,
  serverStart: start,
  residentMegabytes: one.keptBytes() / 1e6,
};
one.end();
if (values.json) console.log(JSON.stringify(found));
else {
  for (const [name, value] of Object.entries(found)) console.log(name.padEnd(18), value.toFixed(2));
}
