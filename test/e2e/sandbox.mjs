/**
 * A sandbox of one scenario: a HOME, a project, a memory and a fake API of its own, the client and
 * the CLI under test in them. See `run.mjs` for what a scenario is given.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment, dummyKey, run } from './client.mjs';
import { conversation } from './conversation.mjs';
import { startFakeApi } from './fake-api.mjs';
import { kill, processesOf } from './processes.mjs';
import { program } from './program.mjs';

/**
 * Makes a sandbox; `discard({ keep })` ends all that runs in it and deletes it. Sessions are told
 * something when they start only where `told` says so: other scenarios count what recall adds.
 */
export async function openSandbox(client, { told = false } = {}) {
  const folders = makeFolders();
  const { root, home, temp, memory, project } = folders;
  const api = await startFakeApi({ logFile: join(root, 'requests.jsonl') });
  const clean = cleanEnvironment({ home, temp, memory, apiUrl: api.url });
  const env = told ? clean : { ...clean, MEMENTOR_CONTEXT_BUDGET: '0' };
  return {
    ...folders,
    ...program({ folders, env }),
    ...conversation({ folders, api, env, client }),
    git: (...args) => git(args, { cwd: project, env }),
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

async function git(args, options) {
  const as = ['-c', 'user.name=e2e', '-c', 'user.email=e2e@example.invalid'];
  const { exitCode, stderr } = await run('git', [...as, ...args], options);
  if (exitCode !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}
