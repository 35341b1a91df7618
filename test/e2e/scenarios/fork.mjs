import { endsWell } from '../claims.mjs';
import { contextsOf, countIn } from '../results.mjs';
import { noted } from '../said.mjs';

const question = 'which region hosts the thumbnail bucket of the gallery?';

const rules = [
  noted,
  { match: 'which region', steps: [['The one that was agreed on.']] },
  { match: 'colour', steps: [['Teal it is.']] },
  { match: 'Thank you', steps: [['You are welcome.']] },
];

/** A fork copies its parent's lines: the turns are one each, and belong to both. */
export async function fork(sandbox) {
  const { enable, session, settled, api, check } = sandbox;
  api.script(rules);
  await enable();
  const parent = await session(
    'Remember for later: the thumbnail bucket of the gallery is hosted in region eu-north-7.',
  );
  await settled(1);
  await session('Pick a colour for the gallery header.', { resume: parent.sessionId });
  const before = await settled(2);
  check.equal('the parent has two turns', [before.sessions, before.turns], [1, 2]);
  const child = await forked(sandbox, parent);
  await comesBackElsewhere(sandbox, parent, child);
  await endsWell(sandbox);
}

/** Returns the fork. */
async function forked({ session, settled, hits, transcript, check }, parent) {
  const args = ['--fork-session'];
  // Asks for nothing: while a fork is new, nobody but the client knows whose lines it has.
  const child = await session('Thank you', { resume: parent.sessionId, args });
  check.equal('the fork is another session', child.sessionId === parent.sessionId, false);
  check.contains('with the lines of its parent', transcript(child.sessionId), 'eu-north-7');
  const after = await settled(3);
  check.equal('copied turns are stored once', [after.sessions, after.turns], [2, 3]);
  const copies = (await hits('thumbnail bucket')).filter(({ prompt }) =>
    prompt.includes('eu-north-7'),
  );
  check.equal('and found once', copies.length, 1);
  return child;
}

async function comesBackElsewhere({ session, settled, check }, parent, child) {
  const inFork = await session(question, { resume: child.sessionId });
  check.equal('the fork does not get its own context again', contextsOf(inFork.requests), []);
  await settled(4);
  const inParent = await session(question, { resume: parent.sessionId });
  const own = contextsOf(inParent.requests).join('\n');
  check.lacks('nor does the parent', own, 'hosted in region eu-north-7');
  await settled(5);
  const elsewhere = contextsOf((await session(question)).requests).join('\n');
  check.equal('another session gets it once', countIn(elsewhere, 'hosted in region eu-north-7'), 1);
}
