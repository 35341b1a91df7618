/**
 * A sandbox of one scenario: a HOME, a project, a memory and a fake API of its own, the client and
 * the CLI under test in them. See `run.mjs` for what a scenario is given.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment, dummyKey, run, start, supports } from './client.mjs';
import { startFakeApi } from './fake-api.mjs';
import { filesIn, flat, jsonLines } from './results.mjs';
import { openTerminal } from './terminal.mjs';

const ingest_wait_ms = 20_000;
const exit_wait_ms = 30_000;
const request_wait_ms = 15_000;
const poll_ms = 100;

/** The CLI under test. */
export const cli = resolve(
  process.env.MEMENTOR_E2E_CLI ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url)),
);

/** Makes a sandbox; `discard({ keep })` ends all that runs in it and deletes it. */
export async function openSandbox(client) {
  const folders = makeFolders();
  const { root, home, temp, memory } = folders;
  const api = await startFakeApi({ logFile: join(root, 'requests.jsonl') });
  const env = cleanEnvironment({ home, temp, memory, apiUrl: api.url });
  return {
    ...folders,
    ...commands({ folders, api, env, client }),
    api,
    env,
    client,
    /** Ends every process of the sandbox and deletes it; at once, as a signal leaves no time. */
    discard({ keep }) {
      for (const { pid } of processesOf(root)) kill(pid);
      if (keep) console.log(`kept ${root}`);
      else rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// --- Folders -------------------------------------------------------------------------------------

function makeFolders() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mementor-e2e-run-')));
  const folders = {
    root,
    home: join(root, 'home'),
    temp: join(root, 'tmp'),
    memory: join(root, 'memory'),
    // A space and a letter outside ASCII: both have broken hooks and folder names before.
    project: join(root, 'billing sërvice'),
    settings: join(root, 'home', '.claude', 'settings.json'),
  };
  for (const folder of ['home/.claude', 'tmp']) mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(folders.project);
  writeFileSync(join(folders.project, 'README.md'), '# Billing\n');
  writeFileSync(join(folders.home, '.claude.json'), JSON.stringify(clientState(folders.project)));
  return folders;
}

/** What `~/.claude.json` holds once the first-run dialogs have been answered. */
function clientState(project) {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [dummyKey.slice(-20)], rejected: [] },
    projects: {
      [project]: {
        hasTrustDialogAccepted: true,
        hasCompletedProjectOnboarding: true,
        allowedTools: [],
        history: [],
      },
    },
  };
}

// --- What a scenario does ------------------------------------------------------------------------

function commands({ folders, api, env, client }) {
  const { root, home, project } = folders;
  const requests = () => api.requests.filter(({ prompt }) => prompt !== undefined);
  const mementor = (args, options) =>
    run(process.execPath, [cli, ...args], { cwd: project, env, ...options });
  const running = () => processesOf(root).filter(({ command }) => command.includes(cli));

  const begin = (prompt, { resume, args = [], env: extra } = {}) => {
    const options = [...(resume ? ['--resume', resume] : []), ...args];
    // The stream tells what each hook said, where the version can.
    const format = ['--output-format', 'stream-json', '--verbose'];
    if (knows(client, '--include-hook-events', env)) format.push('--include-hook-events');
    return start(client.command, [...client.args, '-p', prompt, ...format, ...options], {
      cwd: project,
      env: { ...env, ...extra },
    });
  };

  const hits = async (text) => parsed(await mementor(['query', text, '--json', '-n', '20'])).hits;

  return {
    requests,
    mementor,
    begin,
    hits,
    until,
    supports: (option) => knows(client, option, env),
    terminal: () => openTerminal({ root, cwd: project, client, env }),

    async enable() {
      const { exitCode, stderr } = await mementor(['enable']);
      if (exitCode !== 0) throw new Error(`enable: ${stderr}`);
    },

    async git(...args) {
      const as = ['-c', 'user.name=e2e', '-c', 'user.email=e2e@example.invalid'];
      const { exitCode, stderr } = await run('git', [...as, ...args], { cwd: project, env });
      if (exitCode !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
    },

    async session(prompt, options) {
      const before = requests().length;
      const ended = await begin(prompt, options).done;
      const lines = jsonLines(ended.stdout);
      const result = lines.find(({ type }) => type === 'result');
      if (!result) throw new Error(`no result, exit status ${ended.exitCode}: ${ended.stderr}`);
      return {
        ...ended,
        sessionId: result.session_id,
        answer: result.result,
        hooks: hookAnswers(lines),
        requests: requests().slice(before),
      };
    },

    async settled(turns) {
      const deadline = Date.now() + ingest_wait_ms;
      for (;;) {
        // What is asked is answered by a process, too: first the workers have the machine.
        const idle = await until(() => running().length === 0, ingest_wait_ms);
        const status = parsed(await mementor(['status', '--json']));
        const done = idle && status.turns >= turns && status.pending === 0;
        if (done || Date.now() > deadline) return status;
        await sleep(poll_ms);
      }
    },

    async found(text) {
      return (await hits(text)).map(flat);
    },

    async why() {
      return parsed(await mementor(['why', '--last', '--json']));
    },

    async missed() {
      const report = parsed(await mementor(['ingest', '--all', '--json']));
      const { turns, problems, failed } = report;
      return { turns, problems, failed };
    },

    async survivors() {
      await until(() => running().length === 0, exit_wait_ms);
      return running().map(({ command }) => command);
    },

    async reached(text) {
      const find = () => requests().find(({ prompt }) => prompt.includes(text));
      if (!(await until(find, request_wait_ms))) throw new Error(`no request with ${text}`);
      return find();
    },

    transcript(sessionId) {
      const paths = filesIn(join(home, '.claude', 'projects'));
      const path = paths.find((each) => basename(each) === `${sessionId}.jsonl`);
      return path && existsSync(path) ? readFileSync(path, 'utf8') : '';
    },
  };
}

const known = new Map();

function knows(client, option, env) {
  const key = `${client.version} ${option}`;
  if (!known.has(key)) known.set(key, supports(client, option, env));
  return known.get(key);
}

function hookAnswers(lines) {
  return lines
    .filter(({ type, subtype }) => type === 'system' && subtype === 'hook_response')
    .map(({ hook_event, hook_name, exit_code, outcome, stdout, stderr }) => ({
      event: hook_event ?? hook_name,
      exitCode: exit_code,
      outcome,
      stdout,
      stderr,
    }));
}

/** Polls until a condition holds; tells whether it did in time. */
async function until(holds, wait_ms = request_wait_ms) {
  const deadline = Date.now() + wait_ms;
  while (!holds()) {
    if (Date.now() > deadline) return false;
    await sleep(poll_ms);
  }
  return true;
}

function parsed({ exitCode, stdout, stderr }) {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON but exit status ${exitCode}, ${stdout}, ${stderr}`);
  }
}

// --- Processes -----------------------------------------------------------------------------------

/** Returns the processes, but ours, that name the sandbox on their command line or environment. */
function processesOf(root) {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: wordsOf(name, 'cmdline') }))
    .filter(({ pid, command }) => `${command} ${wordsOf(pid, 'environ')}`.includes(root));
}

function wordsOf(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // It has ended, or is another user's.
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
