import { contextsOf, nothing } from '../results.mjs';

/** A session that is resumed after others goes on where it was, and learns what they had. */
export async function resume({ enable, session, settled, found, survivors, missed, api, check }) {
  api.script([
    { match: 'Remember for later', steps: [['Noted, I will keep that in mind.']] },
    { match: 'how long', steps: [['As long as was agreed.']] },
    { match: 'who approves', steps: [['Whoever was agreed on.']] },
  ]);
  await enable();

  const first = await session(
    'Remember for later: delivery receipts of the parcel service are kept for eleven years, ' +
      'as the auditors demanded.',
  );
  await settled(1);
  await session(
    'Remember for later: refunds above 500 euros are approved by the controlling team in Graz.',
  );
  await settled(2);

  const own = 'how long are delivery receipts of the parcel service kept?';
  const resumed = await session(own, { resume: first.sessionId });
  check.equal('it is the same session', resumed.sessionId, first.sessionId);
  check.equal('what it said itself does not come back', contextsOf(resumed.requests), []);
  const three = await settled(3);
  check.equal('its turn is stored in it', [three.sessions, three.turns], [2, 3]);

  const foreign = await session('who approves refunds above 500 euros?', {
    resume: first.sessionId,
  });
  const [context = '', ...more] = contextsOf(foreign.requests);
  check.contains('what another session said comes back', context, 'controlling team in Graz');
  check.contains('with its date', context, `[${new Date().toISOString().slice(0, 4)}-`);
  check.equal('once', more, []);

  const last = await session('how long do we keep those of the parcel service, receipts I mean?', {
    resume: first.sessionId,
  });
  // What did come back stays in the conversation, and with some versions in the transcript.
  const news = contextsOf(last.requests).filter((each) => each !== context);
  check.equal('nothing new comes back', news, []);
  const five = await settled(5);
  check.equal('each turn is stored once', [five.sessions, five.turns], [2, 5]);
  const texts = (await found('controlling team in Graz')).filter((text) => text.includes('Graz'));
  check.equal('what came back is not stored again', texts.length, 1);
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}
