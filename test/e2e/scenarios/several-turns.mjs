import { contextsOf, nothing } from '../results.mjs';

const port =
  'Remember for later: the staging database of the billing service listens on port 6543 ' +
  'because 5432 is taken by the legacy cluster.';
const rounding =
  'Remember for later: invoice totals are rounded half to even, because the tax office rejects ' +
  'rounding half up.';
const portQuestion = 'which port should my client use to reach the staging db for billing?';
const roundingQuestion = 'how are invoice totals rounded for the tax office?';

/** A session's own turns are in its context: they come back in other sessions only. */
export async function severalTurns({
  enable,
  session,
  settled,
  hits,
  survivors,
  missed,
  api,
  check,
}) {
  api.script([
    { match: 'staging database', steps: [[`Noted: ${port.split(': ')[1]}`]] },
    { match: 'Remember for later', steps: [['Noted, I will keep that in mind.']] },
    { match: /which port|how are/.toString(), steps: [['As noted before.']] },
  ]);
  await enable();

  const first = await session(port);
  const resume = first.sessionId;
  await settled(1);
  const second = await session(rounding, { resume });
  await settled(2);
  const third = await session(portQuestion, { resume });
  check.equal('it is one session', [second.sessionId, third.sessionId], [resume, resume]);
  const contexts = contextsOf([first, second, third].flatMap((turn) => turn.requests));
  check.equal('no turn of the session comes back in it', contexts, []);

  const status = await settled(3);
  const counts = { sessions: status.sessions, turns: status.turns, pending: status.pending };
  check.equal('three turns of one session', counts, { sessions: 1, turns: 3, pending: 0 });

  const asked = await session(roundingQuestion);
  const [context = '', ...more] = contextsOf(asked.requests);
  check.equal('one context reaches the next session', more, []);
  check.contains('it has the right turn', context, 'half to even');
  check.lacks('and no other', context, '6543');
  const [again = ''] = contextsOf((await session(portQuestion)).requests);
  check.contains('the question that got none gets its answer in another session', again, '6543');

  const after = await settled(5);
  check.equal('each session has its turns', [after.sessions, after.turns], [3, 5]);
  const told = (await hits('tax office rounding')).filter(({ prompt }) => prompt === rounding);
  check.equal('a turn is found once, in its session', told.map(sessionOf), [resume]);
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}

function sessionOf({ session }) {
  return session;
}
