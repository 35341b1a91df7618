/**
 * Obtains Claude Code at a pinned version and runs it cut off from this machine: no network but
 * loopback, and no variable, setting or credential of the user.
 *
 * The client is proprietary: it is fetched from npm at test time into a cache outside the
 * repository and never committed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const install_timeout_ms = 300_000;
const run_timeout_ms = 60_000;
const output_grace_ms = 1_000;

/** Approved in the sandbox's `.claude.json`; nothing but the fake API ever sees it. */
export const dummyKey = 'not-a-key-for-the-fake-api-only-0000000000';

// --- The package ---------------------------------------------------------------------------------

/** Returns an installed client as `{ version, command, args }`, or undefined. */
export function findClient(version) {
  const scope = join(clientFolder(version), 'node_modules', '@anthropic-ai');
  const { platform, arch } = process;
  for (const build of [`${platform}-${arch}`, `${platform}-${arch}-musl`]) {
    const command = join(scope, `claude-code-${build}`, 'claude');
    if (existsSync(command)) return { version, command, args: [] };
  }
  // The old versions are one script for node.
  const script = join(scope, 'claude-code', 'cli.js');
  if (existsSync(script)) return { version, command: process.execPath, args: [script] };
}

/** Returns whether a client knows a command line option, such as `--include-hook-events`. */
export function supports(client, option, env) {
  const { stdout } = spawnSync(client.command, [...client.args, '--help'], {
    env,
    encoding: 'utf8',
    timeout: run_timeout_ms,
  });
  return new RegExp(`${option}\\b`).test(stdout);
}

/** Installs the client when it is not there yet. Returns why that failed, or undefined. */
export function installClient(version) {
  if (findClient(version)) return undefined;
  const folder = clientFolder(version);
  mkdirSync(dirname(folder), { recursive: true });
  // Installed aside and renamed when complete: a run that is stopped half-way leaves nothing that
  // looks like a client, and two runs at once do not disturb each other.
  const aside = mkdtempSync(`${folder}.`);
  try {
    const npm = spawnSync(
      'npm',
      [
        ...['install', '--prefix', aside, '--ignore-scripts', '--no-audit', '--no-fund'],
        ...['--loglevel=error', '--fetch-retries=1', `@anthropic-ai/claude-code@${version}`],
      ],
      { encoding: 'utf8', timeout: install_timeout_ms },
    );
    if (npm.error) return npm.error.message;
    if (npm.status !== 0) return `npm install failed: ${npmCode(npm.stderr)}`;
    moveInto(folder, aside);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  if (!findClient(version)) return `no build for ${process.platform}-${process.arch}`;
}

function clientFolder(version) {
  return join(process.env.MEMENTOR_E2E_CLIENTS ?? tmpdir(), `mementor-e2e-${version}`);
}

function moveInto(folder, aside) {
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(aside, folder);
  } catch (error) {
    // Another run was faster; its client is as good as ours.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
}

function npmCode(stderr) {
  return /^npm error code (\S+)/m.exec(stderr)?.[1] ?? stderr.trim().split('\n')[0];
}

// --- The isolation -------------------------------------------------------------------------------

/** How the present process is cut off, set by `runIsolated`; undefined in the outer process. */
export const isolation = process.env.MEMENTOR_E2E_ISOLATION;

/**
 * Runs a script of ours again in a network namespace that has loopback alone, and returns its exit
 * status. Where no namespace can be made, all but loopback is sent to a dead proxy instead, which
 * only a client that honours proxies respects.
 */
export async function runIsolated(script, args) {
  // `ip` is often in a folder that only root has on its PATH.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  const up = ['sh', '-c', 'ip link set lo up && exec "$0" "$@"'];
  const wrapper = [
    ['unshare', '-n', ...up],
    ['unshare', '-rn', ...up],
  ].find(([command, ...rest]) => spawnSync(command, [...rest, 'true'], { env }).status === 0);

  if (!wrapper) {
    console.log(
      'note: no network namespace can be made here; all but loopback goes to a dead proxy',
    );
  }
  env.MEMENTOR_E2E_ISOLATION = wrapper ? 'network namespace' : 'dead proxy';
  const [command, ...rest] = [...(wrapper ?? []), process.execPath, script, ...args];
  const child = spawn(command, rest, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
}

/** Throws unless the namespace that was promised is really around us. */
export function assertIsolated() {
  if (isolation !== 'network namespace') return;
  const outward = Object.entries(networkInterfaces())
    .filter(([, addresses]) => addresses.some(({ internal }) => !internal))
    .map(([name]) => name);
  if (outward.length > 0) throw new Error(`not isolated: ${outward.join(', ')} is up`);
}

/** Returns the whole environment that the client, its hooks and the CLI under test get. */
export function cleanEnvironment({ home, temp, memory, apiUrl }) {
  return {
    // The node that runs us first: hooks and old clients need one.
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    TMPDIR: temp,
    CLAUDE_CODE_TMPDIR: temp,
    ANTHROPIC_BASE_URL: apiUrl,
    ANTHROPIC_API_KEY: dummyKey,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    ...(memory && { MEMENTOR_HOME: memory }),
    ...(isolation === 'dead proxy' && {
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1,localhost',
    }),
  };
}

// --- Running -------------------------------------------------------------------------------------

const running = new Set();

/** Runs a command to its end with exactly the environment given: `{ exitCode, stdout, stderr }`. */
export function run(command, args, options) {
  return start(command, args, options).done;
}

/** Starts a command: `kill(signal)` ends it, `done` settles when it has ended. */
export function start(command, args, { cwd, env, stdin = '', timeout_ms = run_timeout_ms }) {
  const child = spawn(command, args, { cwd, env });
  running.add(child);
  const result = { exitCode: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      result[name] += text;
    });
  }
  // A command that does not read its input closes the pipe; that is its right.
  child.stdin.on('error', () => {}).end(stdin);

  const timer = setTimeout(() => child.kill('SIGKILL'), timeout_ms);
  child.on('exit', () => {
    // A background process that inherited the pipes must not keep us waiting for their end.
    setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, output_grace_ms).unref();
  });
  const done = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ ...result, exitCode }));
  }).finally(() => {
    clearTimeout(timer);
    running.delete(child);
  });
  return { kill: (signal) => child.kill(signal), done };
}

/** Kills what `run` has not seen the end of. */
export function killRunning() {
  for (const child of running) child.kill('SIGKILL');
}
