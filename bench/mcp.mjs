/**
 * Measures `mementor mcp` on a memory, or on a copy of one:
 *
 *   node bench/mcp.mjs HOME [--json]
 *
 * Says what the start, the first search, later calls and a minute's rest cost: processor time of all
 * threads of the server, in milliseconds, and what it keeps in memory. Linux only, as it reads
 * `/proc`. HOME is only read; every search is over all projects.
 */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cli, fail } from './tool.mjs';

const REST_MS = 10_000;
const ROUNDS = 5;

const QUERIES = [
  'why is the login slow',
  'docker compose port conflict',
  'typescript error in the build',
  'how do we release a version',
  'the test that fails now and then',
  'cache of the images',
  'what did we decide about the database',
  'permission denied when writing the file',
  'rename the option and keep the old one',
  'memory grows while indexing',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const [home] = positionals;
if (home === undefined) fail('no memory is named', 'node bench/mcp.mjs HOME');

/** Starts a server; `cpuMs()` is what it has cost so far. */
async function server() {
  const env = { PATH: process.env.PATH, HOME: home, MEMENTOR_HOME: home };
  const child = spawn(process.execPath, [cli, 'mcp'], { cwd: home, env });
  const waiting = new Map();
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
    }
  });
  const ask = (method, params) =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  const clientInfo = { name: 'bench', version: '1' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  await ask('tools/list');
  return {
    call: async (name, given) => (await ask('tools/call', { name, arguments: given })).result,
    cpuMs: () => cpuMs(child.pid),
    bytes: (field) => bytes(child.pid, field),
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

function bytes(pid, field) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)[1]) * 1_024;
}

async function measured({ call, cpuMs }, name, given) {
  const before = cpuMs();
  const began = performance.now();
  const result = await call(name, given);
  // Ids of invented turns begin alike; what it costs to look for one is seen all the same.
  const { code } = result.structuredContent.error ?? {};
  if (result.isError && code !== 'ID_AMBIGUOUS') throw new Error(result.content[0].text);
  return { cpuMs: cpuMs() - before, wallMs: performance.now() - began, result };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

const search = (query) => ['memory_search', { query, all_projects: true }];

async function round(at) {
  const one = await server();
  const start = one.cpuMs();
  const first = await measured(one, ...search(QUERIES[at % QUERIES.length]));
  const later = [];
  const read = [];
  for (const query of QUERIES) {
    const found = await measured(one, ...search(query));
    later.push(found);
    const [hit] = found.result.structuredContent.hits;
    if (hit === undefined) continue;
    read.push(await measured(one, 'memory_get', { ids: [hit.id], all_projects: true }));
  }
  const context = await measured(one, 'memory_context', {});
  const before = one.cpuMs();
  if (at === 0) await sleep(REST_MS);
  const idle = at === 0 ? one.cpuMs() - before : undefined;
  const kept = one.bytes('VmRSS');
  const peak = one.bytes('VmHWM');
  one.end();
  const of = (all) => median(all.map(({ cpuMs }) => cpuMs));
  return {
    start,
    first: first.cpuMs,
    firstWall: first.wallMs,
    search: of(later),
    read: of(read),
    context: context.cpuMs,
    idle,
    kept,
    peak,
    chars: median(later.map(({ result }) => JSON.stringify(result.structuredContent).length)),
  };
}

async function bareNode() {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1000)']);
  await sleep(600);
  const cost = cpuMs(child.pid);
  child.kill();
  return cost;
}

const rounds = [];
const bare = [];
for (let at = 0; at < ROUNDS; at += 1) {
  bare.push(await bareNode());
  rounds.push(await round(at));
}
const of = (field) => median(rounds.map((each) => each[field]));
const found = {
  bareNode: median(bare),
  start: of('start'),
  firstSearch: of('first'),
  firstSearchWall: of('firstWall'),
  laterSearch: of('search'),
  read: of('read'),
  context: of('context'),
  idle10s: rounds[0].idle,
  residentBytes: of('kept'),
  peakBytes: of('peak'),
  answerChars: of('chars'),
};
if (values.json) console.log(JSON.stringify(found));
else {
  for (const [name, value] of Object.entries(found)) console.log(name.padEnd(18), value.toFixed(1));
}
