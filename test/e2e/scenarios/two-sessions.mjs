import { readFileSync, writeFileSync } from 'node:fs';
import { leavesNoProcess } from '../claims.mjs';
import { contextsOf, digestsOf, sentIn } from '../results.mjs';
import { stagingPort } from '../said.mjs';

const context_chars_max = 2_000;

const odd_settings =
  '{ "env" : {"GREETING":"grüß dich" },\n\n\t"permissions":{\n "allow": [ "Read"  ]}\r\n' +
  '   ,"hooks": {"Notification":[{"hooks":[ {"type":"command", "command":"true"}]}]} }';

const fact =
  'Noted: the staging database of the billing service listens on port 6543, ' +
  'because 5432 is taken by the legacy cluster.';
const question = 'which port should my client use to reach the staging db for billing?';

/** No answer but the first one names the port: found elsewhere, it is an echo of the recall. */
const rules = [
  { match: 'Remember for later', steps: [[fact]] },
  { match: 'which port', steps: [['Use the one noted for the staging database.']] },
  { match: 'haiku', steps: [['Leaves settle on the pond, one by one, without a sound.']] },
];

/** What one session was told comes back in the next one, when asked for, and only then. */
export async function twoSessions(sandbox) {
  const { settled, api, settings, check } = sandbox;
  api.script(rules);
  writeFileSync(settings, odd_settings);
  await commitAll(sandbox);
  await isEnabled(sandbox);
  await isTold(sandbox);
  const context = await comesBack(sandbox);
  await isNoEcho(sandbox, context);
  await staysAway(sandbox);
  await leavesNoProcess(sandbox);
  const third = await settled(3);
  check.atLeast('the third session is ingested', third.turns, 3);
  await isDisabled(sandbox, third.turns);
}

async function commitAll({ git }) {
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-qm', 'Start');
}

async function isEnabled({ mementor, settings, check }) {
  check.succeeds('enable', await mementor(['enable']));
  check.contains('enable adds hooks', readFileSync(settings, 'utf8'), 'UserPromptSubmit');
}

async function isTold({ session, settled, found, check }) {
  const told = await session(stagingPort);
  check.equal('the first session is answered', told.answer, fact);
  const first = await settled(1);
  check.atLeast('the first session is ingested', first.turns, 1);
  check.equal('nothing is pending after it', first.pending, 0);
  const answers = await found('staging database port');
  check.contains('the last answer is not lost', answers.join('\n'), fact);
}

/** Returns the context. */
async function comesBack({ session, check }) {
  const asked = await session(question);
  const contexts = contextsOf(asked.requests);
  const context = contexts[0] ?? '';
  check.equal('one context reaches the model', contexts.length, 1);
  check.contains('the context has the fact', context, 'port 6543');
  check.lacks('the context is not of the session itself', context, question);
  check.atMost('the context is short', context.length, context_chars_max);
  return context;
}

async function isNoEcho({ settled, found, check }, context) {
  const second = await settled(2);
  check.atLeast('the second session is ingested', second.turns, 2);
  const opening = context.split('\n')[0].replace(/\s+/g, ' ').trim() || 'hook additional context';
  const stored = await found(question);
  const own = stored.filter((text) => text.includes(question));
  check.atLeast('the second session is found', own.length, 1);
  check.lacks('its turn is stored without the recalled fact', own.join('\n'), 'port 6543');
  const echoes = await found(opening);
  check.lacks('the context is not ingested again', [...stored, ...echoes].join('\n'), opening);
}

async function staysAway({ session, check }) {
  const other = await session('write a haiku about autumn leaves falling on quiet water');
  const sent = sentIn(other.requests);
  check.contains('an unrelated prompt is sent', sent, 'write a haiku');
  check.lacks('an unrelated prompt recalls nothing', sent, 'port 6543');
  check.equal('an unrelated prompt gets no context', contextsOf(other.requests), []);
}

async function isDisabled(
  { session, mementor, survivors, settled, settings, memory, check },
  turns,
) {
  check.succeeds('disable', await mementor(['disable']));
  check.equal('disable restores the settings', readFileSync(settings, 'utf8'), odd_settings);
  const before = digestsOf(memory);
  await session('tell me what is new since yesterday');
  check.equal('no process starts after disable', await survivors(), []);
  check.equal('the memory is left alone after disable', digestsOf(memory), before);
  check.equal('no turn is added after disable', (await settled(0)).turns, turns);
}
