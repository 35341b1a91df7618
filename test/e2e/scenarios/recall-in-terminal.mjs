import { endsWell, recallOften } from '../claims.mjs';
import { contextsOf, countIn, sentIn, turnWith } from '../results.mjs';
import { noted, stagingQuestion as question, stagingPort, summarized } from '../said.mjs';
import { hasTmux } from '../terminal.mjs';

const rephrased = 'what was the port of the staging database of the billing service again?';
const afterwards = 'why does the staging database of billing not use 5432?';

const rules = [
  summarized('Ports', 'A client was set up.'),
  noted,
  { match: 'on which port', steps: [['As noted before.']] },
  { match: 'what was the port', steps: [['The same as ever.']] },
  { match: 'not use 5432', steps: [['Look above.']] },
];

/** A person who asks again gets the past once, and once more when it has left the context. */
export async function recallInTerminal(sandbox) {
  const { enable, session, terminal, settled, api, check } = sandbox;
  if (!hasTmux()) return check.skip('recall-in-terminal', 'there is no tmux');
  api.script(rules);
  await enable();
  await recallOften(sandbox);
  await session(stagingPort);
  await settled(1);

  const shell = await terminal();
  try {
    await comesBackOnce(sandbox, shell);
    await comesBackAfterCompaction(sandbox, shell);
    check.equal('the client can be left', await shell.leave(), true);
  } finally {
    shell.close();
  }
  const status = await settled(4);
  check.equal('four turns; the command is none', [status.sessions, status.turns], [2, 4]);
  await endsWell(sandbox, 'the session');
}

async function comesBackOnce(sandbox, shell) {
  const { settled, why, check } = sandbox;
  await shell.say(question);
  const [context = ''] = contextsOf([await turnOf(sandbox, question)]);
  check.contains('the fact comes back', context, 'port 6543');
  check.equal('it is answered', await shell.shows(/As noted before/), true);
  await settled(2);
  await shell.say(rephrased);
  const again = await turnOf(sandbox, rephrased);
  check.equal('and once only', countIn(sentIn([again]), '<mementor>'), 1);
  check.equal('as the record tells', (await why()).injected, []);
  check.equal('the second answer comes', await shell.shows(/same as ever/), true);
  await settled(3);
}

async function comesBackAfterCompaction(sandbox, shell) {
  const { check } = sandbox;
  await shell.say('/compact');
  check.equal('it is compacted', await shell.shows(/compacted/i), true);
  await shell.say(afterwards);
  const later = await turnOf(sandbox, afterwards);
  check.contains('with the summary', sentIn([later]), 'A client was set up.');
  check.equal('one block is in the context', countIn(sentIn([later]), '<mementor>'), 1);
  check.contains('with the fact', contextsOf([later]).join('\n'), 'port 6543');
  check.equal('the last answer comes', await shell.shows(/Look above/), true);
}

async function turnOf({ requests, until }, prompt) {
  await until(() => turnWith(requests(), prompt) !== undefined);
  return turnWith(requests(), prompt);
}
