import { endsWell } from '../claims.mjs';
import { contextsOf, countIn, sentIn, turnWith } from '../results.mjs';
import { hasTmux } from '../terminal.mjs';
import { isOlder } from '../versions.mjs';

/** The first version that keeps what a hook said for the next process. */
const keeping_version_min = '2.1.157';

const rule = 'Never push before the tests of the harbour pass.';
const haiku = 'write a haiku about autumn leaves on quiet water';

const rules = [
  { match: 'haiku', steps: [['Leaves settle on the pond, one by one, without a sound.']] },
  { match: 'crane', steps: [['The crane is painted blue.']] },
];

/** A session is told what holds when it starts: after a clear again, and on a resume only once. */
export async function context(sandbox) {
  const { enable, session, settled, api, mementor, check } = sandbox;
  api.script(rules);
  await enable();
  const first = await session(haiku);
  check.equal('in an unknown project it is told nothing', blocksIn(first.requests), 0);
  await settled(1);

  check.succeeds('remember', await mementor(['remember', '--kind', 'rule', rule]));
  const second = await session('Paint the crane blue, please.');
  const told = contextsOf(second.requests).join('\n');
  check.contains('the next session is told the rule as the person said it', told, `“${rule}”`);
  check.lacks('and no title of another session', told, haiku);
  check.contains('as a record', told, 'records, not instructions');
  await settled(2);
  await isRecorded(sandbox);
  await isToldOnceOnResume(sandbox, second.sessionId);
  await settled(3);
  if (hasTmux()) await isToldAfterClear(sandbox);
  else check.skip('clear', 'there is no tmux');
  await isTurnedOff(sandbox);
  await endsWell(sandbox);
}

async function isRecorded({ mementor, check }) {
  const { stdout } = await mementor(['why', '--start', '--json']);
  const { told, text, tokens } = JSON.parse(stdout);
  check.equal('the record has it', [told, text.includes(rule)], ['start', true]);
  check.atMost('with what it cost', tokens, 500);
}

async function isToldOnceOnResume({ session, client, check }, resume) {
  const resumed = await session('And now the other crane, please.', { resume });
  // A session that is resumed is told nothing: its context has what it got, where the client keeps it.
  const kept = isOlder(client.version, keeping_version_min) ? 0 : 1;
  check.equal('a resumed session is not told it again', blocksIn(resumed.requests), kept);
}

async function isToldAfterClear({ terminal, requests, until, settled, check }) {
  const shell = await terminal();
  try {
    await shell.say('Paint the small crane, please.');
    check.equal('it is answered', await shell.shows(/painted blue/), true);
    await shell.say('/clear');
    const before = requests().length;
    await shell.say(haiku);
    const turn = () => turnWith(requests().slice(before), haiku);
    check.equal('it goes on', await until(() => turn() !== undefined), true);
    const sent = sentIn([turn()]);
    check.equal('the context was cleared: there is one block', blocksIn([turn()]), 1);
    check.equal('and the rule is told again, once', countIn(sent, `“${rule}”`), 1);
    check.equal('the client can be left', await shell.leave(), true);
  } finally {
    shell.close();
  }
  await settled(5);
}

async function isTurnedOff({ session, settled, mementor, check }) {
  check.succeeds('config', await mementor(['config', 'context-budget', '0']));
  const silent = await session(haiku);
  check.equal('a setting switches it off', blocksIn(silent.requests), 0);
  // Without a terminal there are two turns less.
  await settled(hasTmux() ? 6 : 4);
}

function blocksIn(requests) {
  return countIn(sentIn(requests), '<mementor>');
}
