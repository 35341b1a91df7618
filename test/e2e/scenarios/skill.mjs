import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { leavesNoProcess } from '../claims.mjs';
import { cli } from '../program.mjs';
import { textsOf, toolResultsOf } from '../results.mjs';
import { isOlder } from '../versions.mjs';

/** The first version that loads plugins from the skills folder. */
const version_min = '2.1.157';

const program = `${process.execPath} ${cli}`;

/** A person types the slash commands, and the model is told of the skill. */
export async function skill(sandbox) {
  const { session, settled, mementor, api, home, check } = sandbox;
  if (isOlder(sandbox.client.version, version_min)) {
    return check.skip('skill', `${sandbox.client.version} does not load skills-directory plugins`);
  }
  api.script(rules);
  check.succeeds('enable', await mementor(['enable']));
  check.succeeds('and the skill', await mementor(['enable', '--skill']));
  const first = await session('Remember for later: the staging database listens on port 6543.');
  check.contains('the model is told of the skill', saidIn(first), 'mementor:memory');
  check.lacks('and of no command', saidIn(first), 'Note what holds');
  await settled(1);
  await recalls(sandbox);
  await notes(sandbox);
  check.succeeds('disable --skill', await mementor(['disable', '--skill']));
  check.equal('nothing is left', existsSync(join(home, '.claude', 'skills')), false);
  const without = await session('write a haiku about the sea');
  check.lacks('the model has no such skill then', saidIn(without), 'mementor:memory');
  await leavesNoProcess(sandbox);
}

const bash = (words) => ({
  tool: 'Bash',
  input: { command: `${program} ${words}`, description: 'Asks the memory' },
});

const rules = [
  { match: 'Remember for later', steps: [['Noted: it listens on port 6543.']] },
  { match: 'Search the memory', steps: [[bash('query "staging port" -n 5')], ['It is 6543.']] },
  {
    match: 'Note this in the memory',
    steps: [[bash('remember "We use tabs, not spaces" --kind rule')], ['Noted.']],
  },
  { match: 'notes list', steps: [[bash('notes list')], ['One rule.']] },
  { match: `${cli} why`, steps: [[bash('why')], ['Nothing was added.']] },
];

async function recalls({ session, check }) {
  const asked = await session('/mementor:recall the staging port');
  check.contains('the words are in the prompt', saidIn(asked), 'for: the staging port');
  check.contains('the command runs unasked', resultsOf(asked), 'port 6543');
  check.equal('the session goes on', asked.answer, 'It is 6543.');
}

async function notes({ session, mementor, check }) {
  const told = await session('/mementor:remember We use tabs, not spaces');
  check.contains('the text is in the prompt', saidIn(told), 'We use tabs, not spaces');
  // The model runs the command: the note waits for the person.
  const proposed = ['notes', 'list', '--state', 'proposed', '--json'];
  const { notes } = JSON.parse((await mementor(proposed)).stdout);
  const found = notes.map(({ kind, summary }) => [kind, summary]);
  check.equal('it is noted', found, [['rule', 'We use tabs, not spaces']]);
  for (const { id } of notes) await mementor(['notes', 'accept', id]);
  const listed = await session('/mementor:notes');
  check.contains('it is listed', resultsOf(listed), 'We use tabs, not spaces');
  const explained = await session('/mementor:why');
  check.equal('why is answered', toolResultsOf(explained.requests).at(-1)?.failed, false);
}

function saidIn({ requests }) {
  return requests.map(({ body }) => textsOf(body).join('\n')).join('\n');
}

function resultsOf({ requests }) {
  return toolResultsOf(requests)
    .map(({ text }) => text)
    .join('\n');
}
