import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leavesNoProcess } from '../claims.mjs';
import { codexIn, startResponsesApi } from '../codex.mjs';
import { cli } from '../program.mjs';

const namespace = 'mcp__mementor';
const use = (tool, input) => ({ tool, namespace, input });

/** Codex learns of the server by its own command; its model asks the memory, and notes something. */
export async function codexMcp(sandbox) {
  const { mementor, memory, home, check } = sandbox;
  const api = await startResponsesApi();
  try {
    const { codex, asked } = codexIn(sandbox, api);
    const noted = ['remember', 'The staging database listens on port 6543', '--kind', 'fact'];
    check.succeeds('a person notes something', await mementor(noted));
    const server = ['mementor', '--env', `MEMENTOR_HOME=${memory}`, '--', process.execPath, cli];
    check.succeeds('codex mcp add', await codex(['mcp', 'add', ...server, 'mcp']));
    const config = readFileSync(join(home, '.codex', 'config.toml'), 'utf8');
    check.contains('Codex has written it down', config, '[mcp_servers.mementor]');

    api.script([use('memory_search', { query: 'port of staging' }), 'It is 6543.']);
    const found = await asked('On which port does staging listen?');
    const sent = JSON.stringify(found.requests);
    check.contains('the model reads when to use it', sent, 'Mementor holds the earlier');
    check.contains('the note is found', outputsOf(found), 'port 6543');
    check.contains('with its author', outputsOf(found), 'the person');
    check.contains('the session goes on', found.stdout, 'It is 6543.');

    const rule = { kind: 'rule', summary: 'Migrations run by hand' };
    api.script([use('memory_remember', rule), 'Noted.']);
    check.contains('a note is written', outputsOf(await asked('Note the rule.')), 'unconfirmed');
    const { notes } = JSON.parse((await mementor(['notes', '--json'])).stdout);
    const authors = notes.map(({ summary, author }) => [summary, author]);
    check.equal('as an agent’s', authors[0], ['Migrations run by hand', 'agent']);
    await leavesNoProcess(sandbox);
  } finally {
    await api.close();
  }
}

function outputsOf({ requests }) {
  const items = requests.at(-1)?.input ?? [];
  return items
    .filter(({ type }) => type === 'function_call_output')
    .map(({ output }) => JSON.stringify(output))
    .join('\n');
}
