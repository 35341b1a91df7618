import { contextsOf, countIn, nothing, sentIn } from '../results.mjs';
import { hasTmux } from '../terminal.mjs';

const question = 'on which port does the staging database of the billing service listen?';
const rephrased = 'what was the port of the staging database of the billing service again?';
const afterwards = 'why does the staging database of billing not use 5432?';

/** A person who asks again gets the past once, and once more when it has left the context. */
export async function recallInTerminal(sandbox) {
  const { enable, session, terminal, settled, why, mementor, survivors, missed, api, check } =
    sandbox;
  if (!hasTmux()) return check.skip('recall-in-terminal', 'there is no tmux');
  api.script([
    {
      match: '/Respond with TEXT ONLY|create a detailed summary/',
      steps: [['<analysis>Ports.</analysis>\n<summary>\nA client was set up.\n</summary>']],
    },
    { match: 'Remember for later', steps: [['Noted, I will keep that in mind.']] },
    { match: 'on which port', steps: [['As noted before.']] },
    { match: 'what was the port', steps: [['The same as ever.']] },
    { match: 'not use 5432', steps: [['Look above.']] },
  ]);
  // Old versions ask a small model what the prompt is about, without tools.
  const turnOf = async (prompt) => {
    const isTurn = ({ prompt: sent, body }) => sent.includes(prompt) && body.tools?.length > 0;
    await sandbox.until(() => sandbox.requests().some(isTurn));
    return sandbox.requests().find(isTurn);
  };
  await enable();
  // A question that is asked again and again deserves silence at the default rate.
  check.succeeds('config', await mementor(['config', 'set', 'rate', '20']));
  await session(
    'Remember for later: the staging database of the billing service listens on port 6543 ' +
      'because 5432 is taken by the legacy cluster.',
  );
  await settled(1);

  const shell = await terminal();
  try {
    await shell.say(question);
    const [context = ''] = contextsOf([await turnOf(question)]);
    check.contains('the fact comes back', context, 'port 6543');
    check.equal('it is answered', await shell.shows(/As noted before/), true);
    await settled(2);
    await shell.say(rephrased);
    const again = await turnOf(rephrased);
    check.equal('and once only', countIn(sentIn([again]), '<mementor>'), 1);
    check.equal('as the record tells', (await why()).injected, []);
    check.equal('the second answer comes', await shell.shows(/same as ever/), true);
    await settled(3);

    await shell.say('/compact');
    check.equal('it is compacted', await shell.shows(/compacted/i), true);
    await shell.say(afterwards);
    const later = await turnOf(afterwards);
    check.contains('with the summary', sentIn([later]), 'A client was set up.');
    check.equal('one block is in the context', countIn(sentIn([later]), '<mementor>'), 1);
    check.contains('with the fact', contextsOf([later]).join('\n'), 'port 6543');
    check.equal('the last answer comes', await shell.shows(/Look above/), true);
    check.equal('the client can be left', await shell.leave(), true);
  } finally {
    shell.close();
  }
  const status = await settled(4);
  check.equal('four turns of two sessions', [status.sessions, status.turns], [2, 4]);
  check.equal('no process outlives the session', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}
