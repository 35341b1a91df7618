import { endsWell } from '../claims.mjs';
import { contextsOf } from '../results.mjs';
import { noted } from '../said.mjs';

const rules = [
  noted,
  { match: 'how long', steps: [['As long as was agreed.']] },
  { match: 'who approves', steps: [['Whoever was agreed on.']] },
];

/** A session that is resumed after others goes on where it was, and learns what they had. */
export async function resume(sandbox) {
  const { enable, session, settled, api } = sandbox;
  api.script(rules);
  await enable();
  const { sessionId } = await session(
    'Remember for later: delivery receipts of the parcel service are kept for eleven years, ' +
      'as the auditors demanded.',
  );
  await settled(1);
  await session(
    'Remember for later: refunds above 500 euros are approved by the controlling team in Graz.',
  );
  await settled(2);
  await goesOn(sandbox, sessionId);
  const context = await learns(sandbox, sessionId);
  await learnsOnce(sandbox, sessionId, context);
  await endsWell(sandbox);
}

async function goesOn({ session, settled, check }, sessionId) {
  const own = 'how long are delivery receipts of the parcel service kept?';
  const resumed = await session(own, { resume: sessionId });
  check.equal('it is the same session', resumed.sessionId, sessionId);
  check.equal('what it said itself does not come back', contextsOf(resumed.requests), []);
  const three = await settled(3);
  check.equal('its turn is stored in it', [three.sessions, three.turns], [2, 3]);
}

/** Returns what came back. */
async function learns({ session, check }, sessionId) {
  const foreign = await session('who approves refunds above 500 euros?', { resume: sessionId });
  const [context = '', ...more] = contextsOf(foreign.requests);
  check.contains('what another session said comes back', context, 'controlling team in Graz');
  check.contains('with its date', context, `[${new Date().toISOString().slice(0, 4)}-`);
  check.equal('once', more, []);
  return context;
}

async function learnsOnce({ session, settled, found, check }, sessionId, context) {
  const last = await session('how long do we keep those of the parcel service, receipts I mean?', {
    resume: sessionId,
  });
  // What did come back stays in the conversation, and with some versions in the transcript.
  const news = contextsOf(last.requests).filter((each) => each !== context);
  check.equal('nothing new comes back', news, []);
  const five = await settled(5);
  check.equal('each turn is stored once', [five.sessions, five.turns], [2, 5]);
  const texts = (await found('controlling team in Graz')).filter((text) => text.includes('Graz'));
  check.equal('what came back is not stored again', texts.length, 1);
}
