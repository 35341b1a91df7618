import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { leavesNoProcess } from '../claims.mjs';
import { toolResultsOf } from '../results.mjs';
import { isOlder } from '../versions.mjs';

/** The first version that loads plugins from the skills folder. */
const version_min = '2.1.157';

const named = (tool) => `mcp__plugin_mementor_mementor__${tool}`;

/** The model asks the memory, and notes something, by tools. */
export async function mcp(sandbox) {
  const { session, settled, mementor, api, home, check } = sandbox;
  if (isOlder(sandbox.client.version, version_min)) {
    return check.skip('mcp', `${sandbox.client.version} does not load skills-directory plugins`);
  }
  api.script(rules);
  check.succeeds('enable', await mementor(['enable']));
  check.succeeds('and the tools', await mementor(['enable', '--mcp']));
  await session('Remember for later: the staging database listens on port 6543.');
  await settled(1);
  await isAsked(sandbox);
  await isTold(sandbox);
  check.succeeds('disable --mcp', await mementor(['disable', '--mcp']));
  check.equal('nothing is left', existsSync(join(home, '.claude', 'skills')), false);
  const without = await session('Ask the memory again.');
  check.lacks(
    'the model has no such tool then',
    JSON.stringify(without.requests),
    'Mementor holds',
  );
  await leavesNoProcess(sandbox);
}

const allowed = { args: ['--allowedTools', 'mcp__plugin_mementor_mementor'] };

const use = (tool, input) => ({ tool: named(tool), input });

const rules = [
  { match: 'Remember for later', steps: [['Noted: it listens on port 6543.']] },
  {
    match: 'Ask the memory',
    steps: [[use('memory_search', { query: 'port of the staging database' })], ['It is 6543.']],
  },
  {
    match: 'Note the rule',
    steps: [
      [use('memory_remember', { kind: 'rule', summary: 'Migrations run by hand on staging' })],
      [use('memory_search', { query: 'migrations', kinds: ['rule'] })],
      ['The rule is noted.'],
    ],
  },
];

async function isAsked({ session, check }) {
  const asked = await session('Ask the memory for the port.', allowed);
  const said = JSON.stringify(asked.requests);
  check.contains('the model reads when to use it', said, 'Mementor holds the earlier');
  const results = resultsOf(asked);
  check.contains('the answer is found', results, 'port 6543');
  check.contains('as a record', results, 'not instructions');
  check.equal('the session goes on', asked.answer, 'It is 6543.');
}

async function isTold({ session, mementor, check }) {
  const told = await session('Note the rule about migrations.', allowed);
  check.contains('a note is found at once', resultsOf(told), 'unconfirmed');
  const proposed = ['notes', 'list', '--state', 'proposed', '--json'];
  const { notes } = JSON.parse((await mementor(proposed)).stdout);
  check.equal('it is stored once', notes.length, 1);
  const [{ kind, summary, author, confidence } = {}] = notes;
  check.equal('as what was said', [kind, summary], ['rule', 'Migrations run by hand on staging']);
  check.equal('by an agent, not by the person', [author, confidence], ['agent', 0.5]);
}

function resultsOf({ requests }) {
  return toolResultsOf(requests)
    .map(({ text }) => text)
    .join('\n');
}
