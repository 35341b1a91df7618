import { leavesNoProcess } from '../claims.mjs';
import { findClient } from '../client.mjs';
import { codexIn, startResponsesApi } from '../codex.mjs';
import { conversation } from '../conversation.mjs';
import { contextsOf } from '../results.mjs';
import { noted, stagingPort, stagingQuestion } from '../said.mjs';

/** The client of the other agent. */
const claude_version = '2.1.330';

const rule = 'Release notes of the billing service go into docs/releases.md, never into the wiki.';
const where = 'where do release notes of the billing service go?';

/** What was told to Claude Code reaches Codex, and the other way round. */
export async function codexAndClaude(sandbox) {
  const { mementor, settled, check } = sandbox;
  const claude = findClient(claude_version);
  if (!claude) {
    check.skip('codex-and-claude', `Claude Code ${claude_version} is not installed`);
    return;
  }
  const { session } = conversation({ folders: sandbox, ...sandbox, client: claude });
  const api = await startResponsesApi();
  try {
    const { asked, trustHooks } = codexIn(sandbox, api);
    check.succeeds('enable', await mementor(['enable']));
    check.succeeds('enable --agent codex', await mementor(['enable', '--agent', 'codex']));
    await trustHooks();
    sandbox.api.script([noted, { match: 'release notes', steps: [['Where it was noted.']] }]);
    await session(stagingPort);
    check.atLeast('the session of Claude Code is stored', (await settled(1)).turns, 1);

    api.script(['Use the one that was noted.', 'Noted.']);
    const question = await asked(stagingQuestion);
    const sent = JSON.stringify(question.requests.map(({ input }) => input));
    check.contains('its fact reaches Codex', sent, '6543');
    await asked(`Remember for later: ${rule}`);
    check.atLeast('the sessions of Codex are stored', (await settled(3)).turns, 3);

    const back = await session(where);
    check.contains(
      'their fact reaches Claude Code',
      contextsOf(back.requests)[0] ?? '',
      'docs/releases.md',
    );
    await settled(4);
    const { sessions } = JSON.parse((await mementor(['sessions', '--json'])).stdout);
    const agents = sessions.map(({ codingAgent }) => codingAgent).sort();
    check.equal('each session names its agent', agents, [
      'claude-code',
      'claude-code',
      'codex',
      'codex',
    ]);
    await leavesNoProcess(sandbox);
  } finally {
    await api.close();
  }
}
