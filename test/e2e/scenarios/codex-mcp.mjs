import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leavesNoProcess } from '../claims.mjs';
import { codexIn, startResponsesApi } from '../codex.mjs';

const namespace = 'mcp__mementor';
const use = (tool, input) => ({ tool, namespace, input });

/** Codex learns of the server; its model asks the memory, and notes something. */
export async function codexMcp(sandbox) {
  const { mementor, home, check } = sandbox;
  const api = await startResponsesApi();
  try {
    const { asked } = codexIn(sandbox, api);
    const file = join(home, '.codex', 'config.toml');
    const before = readFileSync(file, 'utf8');
    const noted = ['remember', 'The staging database listens on port 6543', '--kind', 'fact'];
    check.succeeds('a person notes something', await mementor(noted));
    const enabled = await mementor(['enable', '--mcp', '--agent', 'codex']);
    check.succeeds('enable --mcp --agent codex', enabled);

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
    const proposed = ['notes', '--state', 'proposed', '--json'];
    const { notes } = JSON.parse((await mementor(proposed)).stdout);
    const authors = notes.map(({ summary, author }) => [summary, author]);
    check.equal('as an agent’s', authors[0], ['Migrations run by hand', 'agent']);
    check.succeeds('disable', await mementor(['disable', '--mcp', '--agent', 'codex']));
    check.equal('the settings are as before', readFileSync(file, 'utf8'), before);
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
