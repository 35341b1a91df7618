/**
 * Runs scenarios with the real Claude Code, and some with other agents, offline:
 * `node test/e2e/run.mjs [--version V] [--only NAME] [--keep]`.
 *
 * All scenarios run with every version of `versions`, or with the one that is given. A scenario is
 * an async function in a file of its own; it gets a sandbox (see `sandbox.mjs`) with these helpers
 * and `check`:
 *
 *   enable()                           puts the hooks in
 *   session(prompt, { resume, args, env })
 *                                      one `-p` run → { sessionId, answer, hooks, requests, … }
 *   begin(prompt, …)                   starts one → { kill(signal), done }
 *   terminal()                         an interactive one in tmux, see terminal.mjs
 *   mementor(args, { stdin })          the CLI under test → { exitCode, stdout, stderr }
 *   settled(turns)                     waits for the workers → the last `status --json`
 *   hits(text), found(text)            what `query --json` finds, as objects and as texts
 *   why()                              what `why --last --json` tells of the newest session's prompt
 *   requests(), reached(text)          all that reached the model; waits for one prompt
 *   transcript(sessionId)              what the client has written
 *   missed()                           what `ingest --all` still finds to take in
 *   survivors()                        waits → mementor's processes that still run
 *   api.script(rules), api.release()   see fake-api.mjs
 *   check                              equal, contains, lacks, atLeast, atMost, succeeds, skip
 *
 * What several scenarios say is in `said.mjs`, what they claim at their ends in `claims.mjs`.
 *
 * MEMENTOR_E2E_CLI names another CLI than `dist/cli.js`, MEMENTOR_E2E_CLIENTS the folder where the
 * clients are kept (default: the temporary folder). Exit status: 0 passed or skipped, 1 failed,
 * 2 misuse.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  assertIsolated,
  findClient,
  installClient,
  isolation,
  killRunning,
  runIsolated,
} from './client.mjs';
import { codexClient } from './codex.mjs';
import { otherAgents } from './other-agents.mjs';
import { cli } from './program.mjs';
import { reporter } from './report.mjs';
import { openSandbox } from './sandbox.mjs';
import { afterCompaction } from './scenarios/after-compaction.mjs';
import { autoCompaction } from './scenarios/auto-compaction.mjs';
import { codexAndClaude } from './scenarios/codex-and-claude.mjs';
import { codexHooks } from './scenarios/codex-hooks.mjs';
import { codexMcp } from './scenarios/codex-mcp.mjs';
import { compaction } from './scenarios/compaction.mjs';
import { context } from './scenarios/context.mjs';
import { contextCompaction } from './scenarios/context-compaction.mjs';
import { forgotten } from './scenarios/forgotten.mjs';
import { fork } from './scenarios/fork.mjs';
import { hooksMenu } from './scenarios/hooks-menu.mjs';
import { interrupted } from './scenarios/interrupted.mjs';
import { mcp } from './scenarios/mcp.mjs';
import { muted } from './scenarios/muted.mjs';
import { neverRepeated } from './scenarios/never-repeated.mjs';
import { noPersistence } from './scenarios/no-persistence.mjs';
import { notes } from './scenarios/notes.mjs';
import { noticed } from './scenarios/notice.mjs';
import { otherAgent } from './scenarios/other-agent.mjs';
import { plugin } from './scenarios/plugin.mjs';
import { recallInTerminal } from './scenarios/recall-in-terminal.mjs';
import { restore } from './scenarios/restore.mjs';
import { resume } from './scenarios/resume.mjs';
import { severalTurns } from './scenarios/several-turns.mjs';
import { sigkill } from './scenarios/sigkill.mjs';
import { silentFailure } from './scenarios/silent-failure.mjs';
import { skill } from './scenarios/skill.mjs';
import { statusline } from './scenarios/statusline.mjs';
import { steered } from './scenarios/steered.mjs';
import { subagent } from './scenarios/subagent.mjs';
import { tools } from './scenarios/tools.mjs';
import { trivial } from './scenarios/trivial.mjs';
import { twoSessions } from './scenarios/two-sessions.mjs';
import { warm } from './scenarios/warm.mjs';

/** The newest that was tried, and the oldest that hands its last answer to the Stop hook. */
const versions = ['2.1.330', '2.1.47'];

const scenarios = {
  'two-sessions': twoSessions,
  'several-turns': severalTurns,
  tools,
  resume,
  restore,
  fork,
  compaction,
  subagent,
  interrupted,
  steered,
  'no-persistence': noPersistence,
  sigkill,
  'silent-failure': silentFailure,
  plugin,
  mcp,
  skill,
  forgotten,
  notes,
  'never-repeated': neverRepeated,
  'after-compaction': afterCompaction,
  'auto-compaction': autoCompaction,
  'recall-in-terminal': recallInTerminal,
  statusline,
  warm,
  notice: noticed,
  'hooks-menu': hooksMenu,
  muted,
  trivial,
  context,
  'context-compaction': contextCompaction,
};

/** Their sessions begin informed; that would disturb the others. */
const informed = new Set(['context', 'context-compaction', 'notes']);

/** These run other agents, each at one version: the client, and its scenarios. */
const others = [
  {
    client: codexClient,
    scenarios: {
      'codex-and-claude': codexAndClaude,
      'codex-hooks': codexHooks,
      'codex-mcp': codexMcp,
    },
  },
  ...Object.entries(otherAgents).map(([name, { client }]) => ({
    client,
    scenarios: { [name]: otherAgent },
  })),
];

// --- Command line --------------------------------------------------------------------------------

async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      version: { type: 'string' },
      only: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const { version, only, keep } = values;
  const all = Object.assign({}, scenarios, ...others.map((each) => each.scenarios));
  const chosen = (from) => Object.keys(from).filter((name) => only === undefined || name === only);
  const names = chosen(scenarios);
  // A version is one of Claude Code.
  const ofOthers = others
    .map(({ client, scenarios }) => ({ client, names: version ? [] : chosen(scenarios) }))
    .filter((each) => each.names.length > 0);
  if (names.length + ofOthers.length === 0) {
    throw new Error(`no scenario ${only}; there are: ${Object.keys(all).join(', ')}`);
  }
  if (version !== undefined && !/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`not a pinned version: ${version}`);
  }
  if (!existsSync(cli)) throw new Error(`${cli} is missing: build first`);

  const wanted = version === undefined ? versions : [version];
  // The outer process has a network and only installs; the inner one has none and does the rest.
  if (isolation !== undefined) return runAll({ wanted, names, ofOthers, all, keep });
  for (const { client } of ofOthers) {
    const reason = client.install();
    if (reason) console.log(`note: ${client.title} is not to be had: ${reason}`);
  }
  for (const each of names.length > 0 ? wanted : []) {
    const reason = installClient(each);
    if (reason) console.log(`note: Claude Code ${each} is not to be had: ${reason}`);
  }
  return runIsolated(fileURLToPath(import.meta.url), args);
}

async function runAll({ wanted, names, ofOthers, all, keep }) {
  assertIsolated();
  const report = reporter();
  const runScenarios = async (title, client, chosen) => {
    for (const name of chosen) {
      if (client) await runScenario(name, all[name], client, report, keep);
      else report.skip(name, `${title} is not installed`);
    }
  };
  for (const version of names.length > 0 ? wanted : []) {
    console.log(`Claude Code ${version}, isolation: ${isolation}`);
    await runScenarios(`Claude Code ${version}`, findClient(version), names);
  }
  for (const { client, names: chosen } of ofOthers) {
    await runScenarios(client.title, client.find(), chosen);
  }
  return report.close();
}

async function runScenario(name, scenario, client, report, keep) {
  console.log(`# ${name} (${client.version})`);
  const began = Date.now();
  const sandbox = await openSandbox(client, { told: informed.has(name) });
  const stop = (signal) => {
    killRunning();
    sandbox.discard({ keep });
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await scenario({ ...sandbox, check: report });
  } catch (error) {
    report.fail(name, 'the scenario to run to its end', error.stack);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await sandbox.api.close();
    killRunning();
    sandbox.discard({ keep });
    console.log(`     ${((Date.now() - began) / 1_000).toFixed(1)} s`);
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(`error: ${error.message}`);
  return 2;
});
