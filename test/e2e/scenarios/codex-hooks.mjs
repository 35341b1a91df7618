import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leavesNoProcess } from '../claims.mjs';
import { codexIn, startResponsesApi } from '../codex.mjs';

const fact =
  'Noted: the staging database of the billing service listens on port 6543, ' +
  'because 5432 is taken by the legacy cluster.';
const task =
  'TASK of a subagent: which port should my client use to reach the staging db for billing?';
const question = 'which port should my client use to reach the staging db for billing?';

/** What was told in one session of Codex reaches the next one, and only when it is asked for. */
export async function codexHooks(sandbox) {
  const { mementor, home, settled, found, check } = sandbox;
  const api = await startResponsesApi();
  const file = join(home, '.codex', 'hooks.json');
  try {
    const { asked, env, config } = codexIn(sandbox, api);
    const before = readFileSync(config, 'utf8');
    check.succeeds('enable --agent codex', await mementor(['enable', '--agent', 'codex']));
    api.script(['Hello.']);
    await asked('say hello before the hooks are trusted');
    check.equal('hooks that are not trusted do not run', (await settled(0)).turns, 0);
    const doctor = await mementor(['doctor']);
    check.contains('the doctor says so', doctor.stdout, 'no record that you trust them');
    const trusted = await mementor(['enable', '--agent', 'codex', '--trust'], { env });
    check.contains('Codex is told to trust them', trusted.stdout, 'Codex trusts 5 hooks');
    const asks = await mementor(['doctor'], { env });
    check.contains('and does', asks.stdout, 'Codex trusts them');

    api.script([fact]);
    await asked('Remember for later on which port the staging database of billing listens');
    const first = await settled(1);
    check.atLeast('the first session is stored', first.turns, 1);
    check.contains('with its answer', (await found('staging database port')).join('\n'), fact);

    api.script(['Use the one noted for the staging database.']);
    const next = await asked(question);
    check.contains('the fact reaches the model', textOf(next), 'port 6543');
    await settled(2);
    const echo = (await found(question)).filter((text) => text.includes(question));
    check.atLeast('the second session is stored', echo.length, 1);
    check.lacks('without what was added', echo.join('\n'), 'port 6543');

    api.script(['Leaves settle on the pond.']);
    const other = await asked('write a haiku about autumn leaves falling on quiet water');
    check.lacks('another subject gets nothing', textOf(other), 'port 6543');

    api.script(Array(6).fill(asParentOrChild));
    const parent = await asked('ask a subagent, please');
    const ofTask = parent.requests.filter(isOfTask);
    check.atLeast('a subagent was started', ofTask.length, 1);
    check.lacks('its task gets nothing', textOf({ requests: ofTask }), 'port 6543');

    const { sessions } = JSON.parse((await mementor(['sessions', '--json'])).stdout);
    const agents = new Set(sessions.map(({ codingAgent }) => codingAgent));
    check.equal('the sessions are those of Codex', [...agents], ['codex']);
    check.contains('and lead back to it', sessions[0].resume, 'codex resume');
    check.succeeds('disable', await mementor(['disable', '--agent', 'codex']));
    check.equal('the file is gone', existsSync(file) && readFileSync(file, 'utf8'), false);
    check.equal('and the record of trust', readFileSync(config, 'utf8'), before);
    await leavesNoProcess(sandbox);
  } finally {
    await api.close();
  }
}

/** Answers the parent with a subagent, whose end it waits for, and the subagent with a text. */
function asParentOrChild(body) {
  if (isOfTask(body)) return 'It is not known.';
  const said = JSON.stringify(body.input);
  const [, id] = /agent_id[\\":\s]+([0-9a-f-]{36})/.exec(said) ?? [];
  const namespace = 'multi_agent_v1';
  if (id === undefined) {
    return { tool: 'spawn_agent', namespace, input: { message: task, agent_type: 'default' } };
  }
  if (said.includes('wait_agent')) return 'It does not know.';
  return { tool: 'wait_agent', namespace, input: { targets: [id], timeout_ms: 20_000 } };
}

function isOfTask({ input }) {
  const prompts = input.filter(({ type, role }) => type === 'message' && role === 'user');
  return JSON.stringify(prompts.at(-1) ?? '').includes(task);
}

/** What the model was sent. */
function textOf({ requests }) {
  return JSON.stringify(requests.map(({ input }) => input));
}
