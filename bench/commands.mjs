/**
 * Measures what commands and hooks cost, beside bare Node, another build, and a memory of many notes:
 *
 *   npm run bench:commands -- [--rounds 31] [--against DIR] [--notes N] [--engine NAME]
 *     [--only NAME,NAME]
 *
 * --against names another checkout that is built. --notes gives a third column: this build with a
 * memory of N notes, --engine one with this engine. Each round runs every column once, forwards and backwards in turn, so what else
 * the machine does touches all of them. Prints a table: the median of the processor time (user and
 * system) and of the time until the end, each as a multiple of `node -e 0`.
 */

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { summary } from './statistics.mjs';
import { root } from './tool.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '31' },
    against: { type: 'string' },
    notes: { type: 'string', default: '0' },
    engine: { type: 'string' },
    only: { type: 'string' },
  },
});

const prompt = (text) =>
  JSON.stringify({
    session_id: 'c0ffee00-0000-4000-8000-000000000001',
    hook_event_name: 'UserPromptSubmit',
    // A copy of a prompt would be left to the hook that answers it.
    prompt_id: randomUUID(),
    prompt: text,
  });

/** By name: arguments, and standard input. */
const COMMANDS = {
  '--version': { args: ['--version'] },
  help: { args: ['help'] },
  remember: { args: ['remember'], isNew: true },
  query: { args: ['query', 'larder kettle'] },
  sessions: { args: ['sessions'] },
  status: { args: ['status'] },
  'notes list': { args: ['notes', 'list'] },
  'notes list (all)': { args: ['notes', 'list', '--limit', '100000'] },
  'prompt hook (dismissed)': {
    args: ['hook', 'user-prompt-submit'],
    stdin: () => prompt('thanks, looks good'),
  },
  'prompt hook (searched)': {
    args: ['hook', 'user-prompt-submit'],
    stdin: () => prompt('which port does the checkpoint server listen on after the migration?'),
  },
  'Stop hook': { args: ['hook', 'stop'], stdin: () => JSON.stringify({ hook_event_name: 'Stop' }) },
};

const work = mkdtempSync(join(tmpdir(), 'mementor-commands-'));
const cwd = join(work, 'project');
mkdirSync(cwd);

/** Runs a program; returns its processor time and its duration, in milliseconds. */
function measured(command, env, stdin = '') {
  const began = process.hrtime.bigint();
  const timed = ['-c', 'TIMEFORMAT=\'%3U %3S\'; time "$@"', 'bash', ...command];
  const { stderr } = spawnSync('bash', timed, { cwd, env, input: stdin, encoding: 'utf8' });
  const wall = Number(process.hrtime.bigint() - began) / 1e6;
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { cpu: (user + system) * 1_000, wall };
}

/** The environment of a run: a home, and nothing of this machine's own. */
function environment(home, engine) {
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, MEMENTOR_HOME: home, CLAUDE_CONFIG_DIR: home };
  return engine ? { ...env, MEMENTOR_ENGINE: engine } : env;
}

/** A build with a memory of one turn and so many notes. */
function column(name, folder, notes, engine) {
  const env = environment(join(work, name), engine);
  const cli = join(folder, 'dist', 'cli.js');
  const run = (args) => spawnSync(process.execPath, [cli, ...args], { cwd, env, encoding: 'utf8' });
  run(['remember', 'The kettle stands in the larder']);
  run(['notes']);
  // What it writes must not be a part of what the others measure.
  const written = environment(join(work, `${name}, written`), engine);
  spawnSync(process.execPath, [cli, 'remember', 'The first'], { cwd, env: written });
  if (notes > 0) {
    for (const each of [env, written]) writeNotes(folder, each.MEMENTOR_HOME, notes);
  }
  return { name, env, written, cli };
}

const KINDS = ['rule', 'decision', 'learning', 'gotcha', 'fact', 'preference'];
const WORDS = 'kettle larder harbour ledger quorum tide lantern mortar pigeon saddle'.split(' ');

const BATCH = 1_000;

/** Writes notes as `remember` hands them over. They have no vectors: embedding takes minutes. */
function writeNotes(folder, home, count) {
  const native = createRequire(import.meta.url)(join(folder, 'native', 'mementor.node'));
  const nowMs = Date.now();
  const opened = { home, nowMs, models: join(folder, 'models'), busyMs: 5_000, threads: 1 };
  const lock = native.IngestLock.tryAcquire(opened.home);
  const memory = lock.open(opened, false, true);
  const { project } = memory.belonging(cwd);
  const words = (at) => [1, 3, 7].map((step) => WORDS[Math.floor(at / step) % WORDS.length]);
  const lines = Array.from({ length: count }, (_, at) => {
    const summary = `Note ${at}: ${words(at).join(' before ')}`;
    const fields = { kind: KINDS[at % KINDS.length], summary, tags: [WORDS[at % 10]], cwd };
    const says = { id: `s${at}`, at: nowMs - at, by: 'person', says: 'written', ...fields };
    const note = `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`;
    return JSON.stringify({ type: 'note', note, project, statements: [says] });
  });
  for (let at = 0; at < lines.length; at += BATCH) memory.import(lines.slice(at, at + BATCH));
  lock.release();
}

/** Renders a line for bare Node, and a table with a row for each command. */
function table(samples) {
  const medianOf = (taken, kind) => summary(taken.map((each) => each[kind])).median;
  const [[, bare], ...others] = samples;
  const cells = (taken) =>
    ['cpu', 'wall'].map((kind) => {
      const median = medianOf(taken, kind);
      return `${median.toFixed(0)} ms (${(median / medianOf(bare, kind)).toFixed(2)}×)`;
    });
  const names = [...new Set(others.map(([{ name }]) => name))];
  const commands = [...new Set(others.map(([{ command }]) => command))];
  const rows = commands.map((wanted) => {
    const taken = others.filter(([{ command }]) => command === wanted);
    return `| ${[wanted, ...taken.flatMap(([, each]) => cells(each))].join(' | ')} |`;
  });
  const head = names.flatMap((name) => [`${name}: processor`, 'until the end']);
  return [
    `node -e 0: ${medianOf(bare, 'cpu').toFixed(0)} ms processor, ${medianOf(bare, 'wall').toFixed(0)} ms until the end`,
    '',
    `| command | ${head.join(' | ')} |`,
    `|---|${head.map(() => '---:').join('|')}|`,
    ...rows,
  ].join('\n');
}

function main() {
  const only = options.only?.split(',');
  const commands = Object.entries(COMMANDS).filter(([name]) => only?.includes(name) ?? true);
  const notes = Number(options.notes);
  const columns = [
    column('this build', root, 0),
    ...(options.against ? [column('other build', resolve(options.against), 0)] : []),
    ...(options.engine ? [column(options.engine, root, 0, options.engine)] : []),
    ...(notes > 0 ? [column(`${notes} notes`, root, notes)] : []),
  ];
  const bare = { name: 'bare Node', env: environment(join(work, 'bare')) };
  const jobs = [
    { name: bare.name, command: 'node -e 0', line: [process.execPath, '-e', '0'], env: bare.env },
    ...columns.flatMap(({ name, env, written, cli }) =>
      commands.map(([command, { args, stdin, isNew }]) => ({
        name,
        command,
        line: [process.execPath, cli, ...args],
        stdin,
        isNew,
        env: isNew ? written : env,
      })),
    ),
  ];
  const samples = new Map(jobs.map((job) => [job, []]));
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const job of round % 2 ? jobs.toReversed() : jobs) {
      const words = job.isNew ? [`a thing to know, number ${round}`] : [];
      samples.get(job).push(measured([...job.line, ...words], job.env, job.stdin?.()));
    }
  }
  process.stdout.write(`${table([...samples])}\n`);
}

try {
  main();
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
