/** What a scenario does with the CLI under test, and what that tells about the memory. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from './client.mjs';
import { poll_ms, processesOf, until } from './processes.mjs';
import { flat } from './results.mjs';

const ingest_wait_ms = 20_000;
const exit_wait_ms = 30_000;

/** The CLI under test. */
export const cli = resolve(
  process.env.MEMENTOR_E2E_CLI ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url)),
);

/** Returns the calls; see `run.mjs` for them. */
export function program({ folders, env }) {
  const { root, project } = folders;
  const mementor = (args, options) =>
    run(process.execPath, [cli, ...args], { cwd: project, env, ...options });
  const hits = async (text) => parsed(await mementor(['query', text, '--json', '-n', '20'])).hits;
  return {
    mementor,
    hits,
    found: async (text) => (await hits(text)).map(flat),
    why: async () => parsed(await mementor(['why', '--last', '--json'])),
    enable: () => enable(mementor),
    settled: (turns) => settled(mementor, root, turns),
    missed: () => missed(mementor),
    survivors: () => survivors(root),
  };
}

async function enable(mementor) {
  const { exitCode, stderr } = await mementor(['enable']);
  if (exitCode !== 0) throw new Error(`enable: ${stderr}`);
}

async function settled(mementor, root, turns) {
  const deadline = Date.now() + ingest_wait_ms;
  for (;;) {
    // What is asked is answered by a process, too: first the workers have the machine.
    const idle = await until(() => workersOf(root).length === 0, ingest_wait_ms);
    const status = parsed(await mementor(['status', '--json']));
    const done = idle && status.turns >= turns && status.pending === 0;
    if (done || Date.now() > deadline) return status;
    await sleep(poll_ms);
  }
}

async function missed(mementor) {
  const report = parsed(await mementor(['ingest', '--all', '--json']));
  const { turns, problems, failed } = report;
  return { turns, problems, failed };
}

async function survivors(root) {
  await until(() => workersOf(root).length === 0, exit_wait_ms);
  return workersOf(root).map(({ command }) => command);
}

function workersOf(root) {
  return processesOf(root).filter(({ command }) => command.includes(cli));
}

function parsed({ exitCode, stdout, stderr }) {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON but exit status ${exitCode}, ${stdout}, ${stderr}`);
  }
}
