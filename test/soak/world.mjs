/** Homes, the built program and the store's rows. Nothing of this machine's own is read or written. */

import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findRust } from '../../scripts/toolchain.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

export const root = path('../..');
export const cli = join(root, 'dist', 'cli.js');
export const models = join(root, 'models');
const rowsProgram = join(root, 'target', 'release', 'examples', 'rows');

/** The addon, for what no command does. */
export const native = createRequire(import.meta.url)(join(root, 'native', 'mementor.node'));

/** No run of these small stores takes as long on any machine; one that does hangs. */
const RUN_MS_MAX = 120_000;

/** A folder with everything of one run; `remove` ends what still runs there. */
export function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'mementor-soak-'));
  let made = 0;
  const world = {
    folder,
    /** An empty folder of its own. */
    newFolder(name) {
      made += 1;
      const created = join(folder, `${made}-${name}`);
      mkdirSync(created, { recursive: true });
      return created;
    },
    /** A home, empty or like another one. */
    newHome(like) {
      const home = world.newFolder('home');
      if (like !== undefined) cpSync(like, home, { recursive: true });
      return home;
    },
    discard: (home) => discard(home),
    remove: () => discard(folder),
  };
  return world;
}

function discard(folder) {
  for (const pid of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Every process of a home has its path in the environment. */
function processesOf(folder) {
  if (!existsSync('/proc/self/environ')) return [];
  const isOurs = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${folder}`);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number);
}

/** Waits until no worker of a home runs. */
export async function settled(home) {
  const end = performance.now() + RUN_MS_MAX;
  while (processesOf(home).length > 0) {
    if (performance.now() > end) throw new Error('a worker does not end');
    await sleep(50);
  }
}

/** The environment of a run: `vectors` with the bundled model, else words alone. */
function environment(home, { vectors = false, env = {} }) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: tmpdir(),
    TZ: 'UTC',
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    MEMENTOR_HOME: home,
    ...(vectors ? {} : { MEMENTOR_MODELS: join(home, 'no-models') }),
    ...env,
  };
}

/** Starts `mementor …args`; `done` resolves to what became of it. */
export function start(home, args, options = {}) {
  const { cwd = tmpdir(), stdin = '', shell, preload } = options;
  const before = preload === undefined ? [] : ['--import', preload];
  const command = [process.execPath, ...before, cli, ...args];
  // A line for `sh` that runs the program as "$@".
  const [program, ...rest] = shell === undefined ? command : ['sh', '-c', shell, 'sh', ...command];
  const env = environment(home, options);
  const child = spawn(program, rest, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return { child, done: ended(child) };
}

/** Resolves to a child's output and how it ended; one that hangs is killed. */
function ended(child) {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  const limit = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      clearTimeout(limit);
      resolve({ ...output, exitCode, signal });
    });
  });
}

export async function mementor(home, args, options) {
  return await start(home, args, options).done;
}

/** A prompt hook's input; it names no transcript, as there is none of its session. */
export const PROMPT = {
  session_id: 'c0ffee00-0000-4000-8000-000000000001',
  hook_event_name: 'UserPromptSubmit',
  cwd: '/home/dev/tideglass',
  prompt: 'what did we decide about the retry-after header of the agency server, and why?',
};

export async function promptHook(home, options = {}) {
  const stdin = JSON.stringify({ prompt_id: randomUUID(), ...PROMPT });
  return await mementor(home, ['hook', 'user-prompt-submit'], { stdin, ...options });
}

/** Whether a hook did what a hook must do whatever happens: 0, and valid output or none. */
export function isHarmless({ exitCode, stdout }) {
  if (exitCode !== 0) return false;
  if (stdout === '') return true;
  try {
    return typeof JSON.parse(stdout).hookSpecificOutput.additionalContext === 'string';
  } catch {
    return false;
  }
}

/** Builds what prints a store's rows. */
export function buildRows() {
  const args = ['build', '--release', '-q', '--locked', '-p', 'mementor-core', '--example', 'rows'];
  findRust();
  const built = spawnSync('cargo', args, { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the example `rows` cannot be built');
}

/** Returns a store's integrity and rows, or why they cannot be read. */
export function rowsOf(home) {
  const database = join(home, 'memory.db');
  if (!existsSync(database)) return { integrity: 'missing', rows: [] };
  const read = spawnSync(rowsProgram, [database], { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (read.status !== 0) return { integrity: read.stderr.trim() || 'unreadable', rows: [] };
  const [first = '', ...rows] = read.stdout.trimEnd().split('\n');
  return { integrity: first.replace(/^integrity /, ''), rows };
}

/** The turns among rows, by their uuid. */
export function turnsIn(rows) {
  return rows.flatMap((row) => /^turn Text\("(.*?)"\)/.exec(row)?.[1] ?? []);
}

/** Whether two lists have the same members, however ordered. */
export function isSame(a, b) {
  return a.length === b.length && a.toSorted().join('\n') === b.toSorted().join('\n');
}

/** Checks that a store is sound and holds these rows; `claim` says why it must. */
export function checkRows(home, wanted, claim, report, part = (rows) => rows) {
  const { integrity, rows: all } = rowsOf(home);
  const rows = part(all);
  report.check('the store is sound', integrity === 'ok', integrity);
  report.check(claim, isSame(rows, wanted), () => difference(rows, wanted));
}

/** Says where two lists of rows differ, in a line. */
export function difference(got, expected) {
  const [a, b] = [new Set(got), new Set(expected)];
  const missing = expected.filter((row) => !a.has(row));
  const extra = got.filter((row) => !b.has(row));
  const shown = (rows) => (rows[0] === undefined ? '' : `, first: ${rows[0].slice(0, 200)}`);
  return `${missing.length} rows missing${shown(missing)}; ${extra.length} too many${shown(extra)}`;
}
