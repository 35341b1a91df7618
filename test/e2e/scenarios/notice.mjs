import { endsWell, recallOften } from '../claims.mjs';
import { contextsOf, countIn, sentIn } from '../results.mjs';
import { noted, stagingQuestion as question, stagingPort } from '../said.mjs';
import { hasTmux } from '../terminal.mjs';

const notice = 'Mementor: added 1 past turn (today)';
const again = 'why does the staging database of billing not use 5432?';

const rules = [
  noted,
  { match: 'on which port', steps: [['As noted before.']] },
  { match: 'thanks', steps: [['You are welcome.']] },
  { match: 'not use 5432', steps: [['Look above.']] },
];

/** The person sees in the conversation that something was added; the model never gets that line. */
export async function noticed(sandbox) {
  const { enable, session, terminal, settled, api, check } = sandbox;
  if (!hasTmux()) return check.skip('notice', 'there is no tmux');
  api.script(rules);
  await enable();
  await recallOften(sandbox);
  await session(stagingPort);
  await settled(1);

  const shell = await terminal();
  try {
    await isSeen(sandbox, shell);
    check.equal('the client can be left', await shell.leave(), true);
  } finally {
    shell.close();
  }
  await settled(3);
  await isTurnedOff(sandbox);
  await settled(4);
  await endsWell(sandbox);
}

async function isSeen({ requests, until, settled, mementor, check }, shell) {
  await shell.say(question);
  check.equal('it is answered', await shell.shows(/As noted before/), true);
  check.contains('the person sees the line', flatScreen(shell), notice);
  await settled(2);
  await shell.say('thanks, looks good');
  check.equal('that is answered too', await shell.shows(/You are welcome/), true);
  check.equal('where nothing was added, no line is shown', countIn(flatScreen(shell), notice), 1);
  const sent = sentIn(requests());
  check.contains('the model gets what was added', contextsOf(requests()).join('\n'), 'port 6543');
  check.lacks('the model does not get the line', sent, 'Mementor: added');
  check.equal('nor later', await until(() => requests().length > 2), true);
  const { stdout } = await mementor(['why', '-n', '2']);
  check.contains('`why` lists the prompt that got something', stdout, 'added 1 turn:');
  check.contains('with its text, though it is the first one', stdout, question);
  check.contains('and the one that got nothing', stdout, 'too general to search for');
}

/** A terminal may wrap the line. */
function flatScreen(shell) {
  return shell.screen().replace(/\s+/g, ' ');
}

async function isTurnedOff({ mementor, session, check }) {
  check.succeeds('config', await mementor(['config', 'notice', 'false']));
  const { hooks, requests } = await session(again);
  const output = hooks.map(({ stdout }) => stdout).join('');
  check.contains('without the line the text is added', contextsOf(requests).join('\n'), '6543');
  check.lacks('the line is off', output, 'systemMessage');
}
