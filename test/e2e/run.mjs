/**
 * Runs scenarios with the real Claude Code, offline: `node test/e2e/run.mjs [--only NAME] [--keep]`.
 *
 * A scenario is an async function at the end of this file. It gets a sandbox of its own (HOME,
 * project, memory, fake API) and these helpers:
 *
 *   session(prompt, { resume, args })  one `-p` run → { sessionId, answer, requests, … }
 *   mementor(args, { stdin })          the CLI under test → { exitCode, stdout, stderr }
 *   settled(turns)                     waits for the worker → the last `status --json`
 *   requests()                         all that reached the model so far
 *   survivors()                        waits → mementor's processes that still run
 *   api.script(rules), api.release()   see fake-api.mjs
 *   check                              equal, contains, lacks, atLeast, atMost, succeeds
 *
 * MEMENTOR_E2E_CLI names another CLI than `dist/cli.js`, MEMENTOR_E2E_CLIENTS the folder where the
 * clients are kept (default: the temporary folder). Exit status: 0 passed or skipped, 1 failed,
 * 2 misuse.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  assertIsolated,
  cleanEnvironment,
  dummyKey,
  findClient,
  installClient,
  isolation,
  killRunning,
  run,
  runIsolated,
} from './client.mjs';
import { startFakeApi } from './fake-api.mjs';

const default_version = '2.1.330';
const ingest_wait_ms = 20_000;
const exit_wait_ms = 5_000;
const poll_ms = 250;
const context_chars_max = 2_000;
const shown_chars_max = 400;

const script = fileURLToPath(import.meta.url);
const cli = resolve(process.env.MEMENTOR_E2E_CLI ?? join(script, '../../../dist/cli.js'));

// --- Command line --------------------------------------------------------------------------------

async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      version: { type: 'string', default: default_version },
      only: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const { version, only, keep } = values;
  const names = Object.keys(scenarios).filter((name) => only === undefined || name === only);
  if (names.length === 0) {
    throw new Error(`no scenario ${only}; there are: ${Object.keys(scenarios).join(', ')}`);
  }
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`not a pinned version: ${version}`);
  if (!existsSync(cli)) throw new Error(`${cli} is missing: build first`);

  // The outer process has a network and only installs; the inner one has none and does the rest.
  if (isolation !== undefined) return runScenarios(names, { version, keep });
  const reason = installClient(version);
  if (reason === undefined) return runIsolated(script, args);
  const report = reporter();
  for (const name of names) report.skip(name, `Claude Code ${version} is not to be had: ${reason}`);
  return report.close();
}

async function runScenarios(names, { version, keep }) {
  assertIsolated();
  const client = findClient(version);
  console.log(`Claude Code ${version}, isolation: ${isolation}`);
  const report = reporter();
  for (const name of names) await runScenario(name, client, report, keep);
  return report.close();
}

async function runScenario(name, client, report, keep) {
  console.log(`# ${name}`);
  const sandbox = makeSandbox();
  const api = await startFakeApi({ logFile: join(sandbox.root, 'requests.jsonl') });
  const clear = () => {
    killRunning();
    for (const { pid } of processesOf(sandbox)) kill(pid);
    if (!keep) rmSync(sandbox.root, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = (signal) => {
    clear();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await scenarios[name]({ ...helpers(sandbox, api, client), check: report });
  } catch (error) {
    report.fail(name, 'the scenario to run to its end', error.stack);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await api.close();
    clear();
    if (keep) console.log(`kept ${sandbox.root}`);
  }
}

// --- Report --------------------------------------------------------------------------------------

function reporter() {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const fail = (name, expected, got) => {
    count.failed++;
    console.log(`FAIL ${name}: expected ${shown(expected)} got ${shown(got)}`);
  };
  const settle = (name, holds, expected, got) => {
    if (!holds) return fail(name, expected, got);
    count.passed++;
    console.log(`ok   ${name}`);
  };
  return {
    fail,
    skip(name, reason) {
      count.skipped++;
      console.log(`skip ${name}: ${reason}`);
    },
    succeeds(name, { exitCode, stdout, stderr }) {
      settle(name, exitCode === 0, 'exit status 0', `${exitCode}: ${stdout}${stderr}`);
    },
    equal(name, got, expected) {
      settle(name, JSON.stringify(got) === JSON.stringify(expected), expected, got);
    },
    contains(name, text, part) {
      settle(name, text.includes(part), `text with ${shown(part)}`, text);
    },
    lacks(name, text, part) {
      settle(name, !text.includes(part), `text without ${shown(part)}`, around(text, part));
    },
    atLeast(name, got, min) {
      settle(name, got >= min, `at least ${min}`, got);
    },
    atMost(name, got, max) {
      settle(name, got <= max, `at most ${max}`, got);
    },
    /** Prints the closing line and returns the exit status. */
    close() {
      console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
      return count.failed > 0 ? 1 : 0;
    },
  };
}

function shown(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const { length } = String(text);
  return length > shown_chars_max ? `${text.slice(0, shown_chars_max)}… (${length})` : text;
}

/** Returns the place where a part stands in a long text. */
function around(text, part) {
  const start = Math.max(0, text.indexOf(part) - 100);
  return `…${text.slice(start, start + part.length + 200)}…`;
}

// --- Sandbox -------------------------------------------------------------------------------------

function makeSandbox() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mementor-e2e-run-')));
  const sandbox = {
    root,
    home: join(root, 'home'),
    temp: join(root, 'tmp'),
    memory: join(root, 'memory'),
    // A space and a letter outside ASCII: both have broken hooks and folder names before.
    project: join(root, 'billing sërvice'),
    settings: join(root, 'home', '.claude', 'settings.json'),
  };
  for (const folder of ['home/.claude', 'tmp']) mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(sandbox.project);
  writeFileSync(join(sandbox.project, 'README.md'), '# Billing\n');
  writeFileSync(join(sandbox.home, '.claude.json'), JSON.stringify(clientState(sandbox.project)));
  return sandbox;
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

function helpers(sandbox, api, client) {
  const { home, temp, memory, project } = sandbox;
  const env = cleanEnvironment({ home, temp, memory, apiUrl: api.url });
  const requests = () => api.requests.filter(({ prompt }) => prompt !== undefined);
  const mementor = (args, options) =>
    run(process.execPath, [cli, ...args], { cwd: project, env, ...options });

  return {
    sandbox,
    api,
    requests,
    mementor,

    async git(...args) {
      const as = ['-c', 'user.name=e2e', '-c', 'user.email=e2e@example.invalid'];
      const { exitCode, stderr } = await run('git', [...as, ...args], { cwd: project, env });
      if (exitCode !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
    },

    async session(prompt, { resume, args = [] } = {}) {
      const before = requests().length;
      const options = [...(resume ? ['--resume', resume] : []), ...args];
      const result = await run(
        client.command,
        [...client.args, '-p', prompt, '--output-format', 'json', ...options],
        { cwd: project, env },
      );
      const { session_id, result: answer } = parsed(result);
      return { ...result, sessionId: session_id, answer, requests: requests().slice(before) };
    },

    async settled(turns) {
      const deadline = Date.now() + ingest_wait_ms;
      for (;;) {
        const status = parsed(await mementor(['status', '--json']));
        const done = status.turns >= turns && status.pending === 0;
        if (done || Date.now() > deadline) return status;
        await sleep(poll_ms);
      }
    },

    async survivors() {
      const deadline = Date.now() + exit_wait_ms;
      for (;;) {
        const found = processesOf(sandbox);
        if (found.length === 0 || Date.now() > deadline) return found.map(({ command }) => command);
        await sleep(poll_ms);
      }
    },
  };
}

function parsed({ exitCode, stdout, stderr }) {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON but exit status ${exitCode}, ${shown(stdout)}, ${shown(stderr)}`);
  }
}

/** Returns the processes, but ours, that name the sandbox, or that run the CLI in our namespace. */
function processesOf({ root }) {
  if (!existsSync('/proc/self/cmdline')) return [];
  const here = namespaceOf('self');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: commandOf(name), namespace: namespaceOf(name) }))
    .filter(({ command, namespace }) => {
      // A worker need not have the sandbox on its command line. In the namespace that was made for
      // this run it is ours anyway; outside of one it could be the user's own.
      const inOurs = isolation === 'network namespace' && namespace === here;
      return command.includes(root) || (inOurs && command.includes(cli));
    });
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // It has ended, or is another user's.
  }
}

function namespaceOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined;
  }
}

function kill(pid) {
  try {
    process.kill(pid);
  } catch {
    // It has ended by itself.
  }
}

// --- Looking at results --------------------------------------------------------------------------

/** Returns the texts that hooks added to the requests, in the wrapping of whatever version. */
function contextsOf(requests) {
  return textsOf(requests.map(({ body }) => body.messages)).flatMap((text) =>
    [...text.matchAll(addedByHook)].map(([, context, old]) => context ?? old),
  );
}

// New versions put all texts in one system-role message, the date after them; older ones wrap each
// in a reminder, and the oldest in a tag of its own.
const addedByHook = new RegExp(
  '\\b[A-Z]\\w+ hook additional context: (.*?)' +
    "(?=\\n</system-reminder>|\\n[A-Z]\\w+ hook additional context: |\\n\\nToday's date is |$)" +
    '|<(?:user-prompt-submit|session-start)-hook>(.*?)</',
  'gs',
);

/** Returns all strings in a JSON value. */
function textsOf(value) {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(textsOf);
}

/** Returns each hit of `query --json` as one text, white space evened out. */
function hitTexts(result) {
  return parsed(result).hits.map((hit) => textsOf(hit).join(' ').replace(/\s+/g, ' '));
}

/** Returns a digest of every file below a folder: equal when nobody touched them. */
function digestsOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);
}

// --- Scenarios -----------------------------------------------------------------------------------

const scenarios = { 'two sessions': twoSessions };

// Valid, but formatted as no serializer would: what `disable` must bring back byte for byte.
const odd_settings =
  '{ "env" : {"GREETING":"grüß dich" },\n\n\t"permissions":{\n "allow": [ "Read"  ]}\r\n' +
  '   ,"hooks": {"Notification":[{"hooks":[ {"type":"command", "command":"true"}]}]} }';

/** What one session was told comes back in the next one, when asked for, and only then. */
async function twoSessions({ session, mementor, settled, survivors, git, api, sandbox, check }) {
  const fact =
    'Noted: the staging database of the billing service listens on port 6543, ' +
    'because 5432 is taken by the legacy cluster.';
  // No answer but the first one names the port: found elsewhere, it is an echo of the recall.
  api.script([
    { match: 'Remember for later', steps: [[fact]] },
    { match: 'which port', steps: [['Use the one noted for the staging database.']] },
    { match: 'haiku', steps: [['Leaves settle on the pond, one by one, without a sound.']] },
  ]);
  writeFileSync(sandbox.settings, odd_settings);
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-qm', 'Start');

  check.succeeds('enable', await mementor(['enable']));
  check.contains('enable adds hooks', readFileSync(sandbox.settings, 'utf8'), 'UserPromptSubmit');

  const told = await session(
    'Remember for later: the staging database of the billing service listens on port 6543 ' +
      'because 5432 is taken by the legacy cluster.',
  );
  check.equal('the first session is answered', told.answer, fact);
  const first = await settled(1);
  check.atLeast('the first session is ingested', first.turns, 1);
  check.equal('nothing is pending after it', first.pending, 0);
  const answers = hitTexts(await mementor(['query', 'staging database port', '--json']));
  check.contains('the last answer is not lost', answers.join('\n'), fact);

  const question = 'which port should my client use to reach the staging db for billing?';
  const asked = await session(question);
  const contexts = contextsOf(asked.requests);
  const context = contexts[0] ?? '';
  check.equal('one context reaches the model', contexts.length, 1);
  check.contains('the context has the fact', context, 'port 6543');
  check.lacks('the context is not of the session itself', context, question);
  check.atMost('the context is short', context.length, context_chars_max);

  const second = await settled(2);
  check.atLeast('the second session is ingested', second.turns, 2);
  const opening = context.split('\n')[0].replace(/\s+/g, ' ').trim() || 'hook additional context';
  const stored = hitTexts(await mementor(['query', question, '--json']));
  const own = stored.filter((text) => text.includes(question));
  check.atLeast('the second session is found', own.length, 1);
  check.lacks('its turn is stored without the recalled fact', own.join('\n'), 'port 6543');
  const echoes = hitTexts(await mementor(['query', opening, '--json']));
  check.lacks('the context is not ingested again', [...stored, ...echoes].join('\n'), opening);

  const other = await session('write a haiku about autumn leaves falling on quiet water');
  const sent = textsOf(other.requests.map(({ body }) => body)).join('\n');
  check.contains('an unrelated prompt is sent', sent, 'write a haiku');
  check.lacks('an unrelated prompt recalls nothing', sent, 'port 6543');
  check.equal('an unrelated prompt gets no context', contextsOf(other.requests), []);
  check.equal('no process outlives the sessions', await survivors(), []);
  const third = await settled(3);
  check.atLeast('the third session is ingested', third.turns, 3);

  check.succeeds('disable', await mementor(['disable']));
  const settings = readFileSync(sandbox.settings, 'utf8');
  check.equal('disable restores the settings', settings, odd_settings);
  const before = digestsOf(sandbox.memory);
  await session('tell me what is new since yesterday');
  check.equal('no process starts after disable', await survivors(), []);
  check.equal('the memory is left alone after disable', digestsOf(sandbox.memory), before);
  check.equal('no turn is added after disable', (await settled(0)).turns, third.turns);
}

// At the end: `scenarios` is a constant of this module and has to exist by now.
process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(`error: ${error.message}`);
  return 2;
});
