import { existsSync, readFileSync } from 'node:fs';
import { leavesNoProcess } from '../claims.mjs';
import { findClient } from '../client.mjs';
import { conversation } from '../conversation.mjs';
import { startModelApi } from '../model-api.mjs';
import { agentIn, otherAgents } from '../other-agents.mjs';
import { contextsOf, textsOf } from '../results.mjs';
import { noted, stagingPort, stagingQuestion } from '../said.mjs';

/** The client of the other agent. */
const claude_version = '2.1.330';

const rule = 'Release notes of the billing service go into docs/releases.md, never into the wiki.';
const where = 'where do release notes of the billing service go?';
/** How the text of a session's start begins. */
const told = 'From earlier sessions in this project';
const haiku = 'write a haiku about autumn leaves falling on quiet water';
const task =
  'TASK of a subagent: on which port does the staging database of the billing service listen?';

/**
 * What was told to Claude Code reaches an agent, what was told to the agent reaches its next session
 * and Claude Code; another subject and a subagent get nothing, and what was said is stored.
 */
export async function otherAgent(sandbox) {
  const { client, mementor, settled, found, check } = sandbox;
  const agent = otherAgents[client.name];
  const api = await startModelApi();
  try {
    const { settings, servers, asked, typed } = agentIn(sandbox, api);
    const before = [settings, servers].map(textAt);
    check.succeeds('enable', await mementor(['enable', '--agent', client.name]));
    await mementor(['config', 'rate', '20']);
    const claude = await claudeIn(sandbox);
    if (claude) await claude(stagingPort);
    else {
      check.skip(`${client.name}: from Claude Code`, `Claude Code ${claude_version} is missing`);
      api.script([{ match: 'Remember', steps: ['Noted.'] }]);
      await asked(stagingPort);
    }
    check.atLeast('the first session is stored', (await settled(1)).turns, 1);

    api.script([
      { match: 'which port', steps: ['Use the one that was noted.'] },
      { match: 'Remember', steps: ['Noted: docs/releases.md.'] },
    ]);
    const question = await asked(stagingQuestion);
    check.contains('the model is answered', question.stdout, 'Use the one that was noted.');
    check.contains('the fact reaches the model', sentIn(question), '6543');
    check.succeeds(
      'remember',
      await mementor(['remember', '--kind', 'rule', 'Name each release.']),
    );
    const informed = await asked(`Remember for later: ${rule}`, { MEMENTOR_CONTEXT_BUDGET: '700' });
    if (agent.isTold) check.contains('a session begins informed', sentIn(informed), told);
    else check.lacks('a session begins as ever', sentIn(informed), told);
    await settled(3);
    const stored = (await found('release notes wiki')).join('\n');
    check.contains('what was told is stored', stored, rule);
    check.lacks('without what the session began with', stored, told);
    const echo = (await found(stagingQuestion)).filter((text) => text.includes(stagingQuestion));
    check.atLeast('what was asked is stored', echo.length, 1);
    check.contains('with its answer', echo.join('\n'), 'Use the one that was noted.');
    check.lacks('and without what was added', echo.join('\n'), '6543');

    const { sessions } = JSON.parse((await mementor(['sessions', '--json'])).stdout);
    api.script([{ match: 'haiku', steps: ['Leaves settle on the pond.'] }]);
    const other = await typed(sessions[0].resume, haiku);
    check.contains('a session is resumed by its id', sentIn(other), rule);
    const fromHaiku = agent.keepsTold ? sentIn(other).lastIndexOf(haiku) : 0;
    check.lacks('another subject gets nothing', sentIn(other).slice(fromHaiku), '6543');

    check.succeeds('enable --mcp', await mementor(['enable', '--mcp', '--agent', client.name]));
    const { tool } = agent.subagent('');
    const asking = agent.search ? [{ tool: agent.search, input: { query: 'release notes' } }] : [];
    api.script([
      { match: 'TASK of a subagent', steps: ['It is not known.'] },
      { match: where, tool, steps: [...asking, agent.subagent(task), 'Into docs/releases.md.'] },
    ]);
    const own = await asked(where);
    check.contains('the model knows the tools', sentIn(own), 'memory_search');
    if (agent.search) {
      check.contains('its tool is answered', sentIn(own), 'Records of earlier work');
    }
    check.contains('its own fact reaches its next session', sentIn(own), 'never into the wiki');
    const ofTask = own.requests.filter(({ prompt }) => prompt.includes(task));
    check.atLeast('a subagent was started', ofTask.length, 1);
    check.lacks('its task gets nothing', sentIn({ requests: ofTask }), '6543');

    if (claude) {
      const { requests } = await claude(where);
      const contexts = contextsOf(requests).join('\n');
      check.contains('the fact reaches Claude Code', contexts, 'docs/releases.md');
    }
    check.succeeds('disable', await mementor(['disable', '--agent', client.name]));
    check.equal('the settings are as before', [settings, servers].map(textAt), before);
    await leavesNoProcess(sandbox);
  } finally {
    await api.close();
  }
}

/** Returns a call that makes a session of Claude Code; undefined where there is no such client. */
async function claudeIn(sandbox) {
  const { mementor, api, check } = sandbox;
  const client = findClient(claude_version);
  if (!client) return undefined;
  check.succeeds('enable for Claude Code', await mementor(['enable']));
  api.script([noted, { match: 'release notes', steps: [['Where it was noted.']] }]);
  return conversation({ folders: sandbox, ...sandbox, client }).session;
}

function textAt(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** What the model was sent. */
function sentIn({ requests }) {
  return textsOf(requests.map(({ body }) => body)).join('\n');
}
