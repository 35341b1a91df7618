import { endsWell } from '../claims.mjs';
import { flat } from '../results.mjs';
import { hasTmux } from '../terminal.mjs';

const rules = [
  {
    match: 'retry queue',
    steps: [
      ['The retry queue was dropped for its double deliveries.', { hold: true }, 'NEVER-SAID'],
    ],
  },
  { match: 'lighthouse', steps: [['The lighthouse stands on a rock.']] },
];

/** A turn that is stopped has no Stop hook: what it said is stored with the next one. */
export async function interrupted(sandbox) {
  const { enable, terminal, api, check } = sandbox;
  if (!hasTmux()) return check.skip('interrupted', 'there is no tmux');
  api.script(rules);
  await enable();

  const shell = await terminal();
  try {
    await isInterrupted(sandbox, shell);
    await bothAreStored(sandbox);
    check.equal('the client can be left', await shell.leave(), true);
  } finally {
    shell.close();
  }
  await endsWell(sandbox, 'the session');
}

async function isInterrupted({ reached, api, check }, shell) {
  await shell.say('explain why the retry queue was dropped');
  await reached('retry queue');
  check.equal('the answer begins', await shell.shows(/double deliveries/), true);
  await shell.press('Escape');
  check.equal('the turn is interrupted', await shell.shows(/Interrupted/i), true);
  api.release();
  await shell.say('tell me about the lighthouse');
  check.equal('the next turn is answered', await shell.shows(/stands on a rock/), true);
}

async function bothAreStored({ settled, hits, check }) {
  const status = await settled(2);
  check.equal('both turns are stored', [status.sessions, status.turns], [1, 2]);
  const stopped = (await hits('retry queue')).filter(({ prompt }) => prompt.includes('retry'));
  check.equal('the interrupted one once', stopped.length, 1);
  check.contains('with what was said', flat(stopped), 'double deliveries');
  check.lacks('and no more', flat(stopped), 'NEVER-SAID');
  check.lacks('the mark of the client is no text', flat(stopped), 'Request interrupted');
  if ('interrupted' in (stopped[0] ?? {})) {
    check.equal('it is marked', stopped[0].interrupted, true);
  } else {
    check.skip('it is marked', '`query --json` does not tell');
  }
}
