/**
 * Measures what the hook of a session's start costs, beside bare Node, on copies of a memory:
 *
 *   node bench/start.mjs HOME DIRECTORY [--rounds 31] [--against DIR] [--json]
 *
 * DIRECTORY is one of a project that the memory has. The rows are this build, the same with the
 * block switched off, and with --against another checkout that is built, each with a copy of the
 * memory as its worker leaves it. Each round runs every row once, forwards and
 * backwards in turn. Prints medians of the processor time (user and system) and of the time until
 * the end, each as a multiple of `node -e 0`. No worker runs meanwhile: the locks are held.
 */

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { summary } from './statistics.mjs';
import { fail, root } from './tool.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '31' },
    against: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [memory, directory] = positionals;
if (directory === undefined) fail('no memory is named', 'node bench/start.mjs HOME DIRECTORY');

/** In this time a worker has found that another one runs. */
const WORKER_MS = 2_000;

const work = mkdtempSync(join(tmpdir(), 'mementor-start-'));
const locks = [];

function environment(home, settings = {}) {
  const { PATH } = process.env;
  return { PATH, HOME: home, MEMENTOR_HOME: home, CLAUDE_CONFIG_DIR: home, ...settings };
}

/** A copy of the memory with a build, whose worker has run, and does not run from now on. */
function copy(name, folder, settings) {
  const home = join(work, name.replaceAll(' ', '-'));
  cpSync(memory, home, { recursive: true });
  const env = environment(home, settings);
  const cli = join(folder, 'dist', 'cli.js');
  spawnSync(process.execPath, [cli, 'drain'], { cwd: home, env });
  const { IngestLock } = createRequire(import.meta.url)(join(folder, 'native', 'mementor.node'));
  locks.push(IngestLock.tryAcquire(home, 'bench', Date.now()) ?? fail(`${home} is in use`, ''));
  return { name, env, line: [process.execPath, cli, 'hook', 'session-start'] };
}

function measured({ line, env }) {
  const ids = { session_id: randomUUID(), transcript_path: join(work, 'none.jsonl') };
  const event = { ...ids, hook_event_name: 'SessionStart', source: 'startup', cwd: directory };
  const began = process.hrtime.bigint();
  const timed = ['-c', 'TIMEFORMAT=\'%3U %3S\'; time "$@"', 'bash', ...line];
  const spawned = { cwd: directory, env, input: JSON.stringify(event), encoding: 'utf8' };
  const { stdout, stderr } = spawnSync('bash', timed, spawned);
  const wall = Number(process.hrtime.bigint() - began) / 1e6;
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { cpu: (user + system) * 1_000, wall, letters: stdout.length };
}

function main() {
  const off = { MEMENTOR_CONTEXT_BUDGET: '0' };
  const builds = [
    { name: 'node -e 0', env: environment(work), line: [process.execPath, '-e', '0'] },
    copy('this build', root),
    copy('block switched off', root, off),
    ...(options.against ? [copy('other build', resolve(options.against))] : []),
  ];
  const samples = new Map(builds.map((each) => [each, []]));
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const each of round % 2 ? builds.toReversed() : builds) {
      samples.get(each).push(measured(each));
    }
  }
  const median = (each, kind) => summary(samples.get(each).map((taken) => taken[kind])).median;
  const [bare] = builds;
  const rows = builds.map((each) => ({
    name: each.name,
    letters: median(each, 'letters'),
    ...Object.fromEntries(
      ['cpu', 'wall'].flatMap((kind) => [
        [`${kind}Ms`, median(each, kind)],
        [`${kind}Ratio`, median(each, kind) / median(bare, kind)],
      ]),
    ),
  }));
  if (options.json) return rows.map((row) => JSON.stringify(row)).join('\n');
  const cells = ({ name, cpuMs, cpuRatio, wallMs, wallRatio, letters }) =>
    `| ${name} | ${cpuMs.toFixed(0)} ms (${cpuRatio.toFixed(2)}×) | ${wallMs.toFixed(0)} ms (${wallRatio.toFixed(2)}×) | ${letters} |`;
  return [
    '| | processor | until the end | letters printed |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map(cells),
  ].join('\n');
}

try {
  process.stdout.write(`${main()}\n`);
} finally {
  // The last hooks have started workers, which find the locks taken.
  await setTimeout(WORKER_MS);
  for (const lock of locks) lock.release();
  rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
