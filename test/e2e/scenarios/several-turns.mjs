import { endsWell } from '../claims.mjs';
import { contextsOf } from '../results.mjs';
import { noted, stagingPort as port } from '../said.mjs';

const rounding =
  'Remember for later: invoice totals are rounded half to even, because the tax office rejects ' +
  'rounding half up.';
const portQuestion = 'which port should my client use to reach the staging db for billing?';
const roundingQuestion = 'how are invoice totals rounded for the tax office?';

const rules = [
  { match: 'staging database', steps: [[`Noted: ${port.split(': ')[1]}`]] },
  noted,
  { match: /which port|how are/.toString(), steps: [['As noted before.']] },
];

/** A session's own turns are in its context: they come back in other sessions only. */
export async function severalTurns(sandbox) {
  const { enable, settled, hits, api, check } = sandbox;
  api.script(rules);
  await enable();
  const resume = await nothingComesBackInIt(sandbox);
  const status = await settled(3);
  const counts = { sessions: status.sessions, turns: status.turns, pending: status.pending };
  check.equal('three turns of one session', counts, { sessions: 1, turns: 3, pending: 0 });
  await comesBackElsewhere(sandbox);
  const after = await settled(5);
  check.equal('each session has its turns', [after.sessions, after.turns], [3, 5]);
  const told = (await hits('tax office rounding')).filter(({ prompt }) => prompt === rounding);
  const sessions = told.map((hit) => hit.session);
  check.equal('a turn is found once, in its session', sessions, [resume]);
  await endsWell(sandbox);
}

/** Returns the session. */
async function nothingComesBackInIt({ session, settled, check }) {
  const first = await session(port);
  const resume = first.sessionId;
  await settled(1);
  const second = await session(rounding, { resume });
  await settled(2);
  const third = await session(portQuestion, { resume });
  check.equal('it is one session', [second.sessionId, third.sessionId], [resume, resume]);
  const contexts = contextsOf([first, second, third].flatMap((turn) => turn.requests));
  check.equal('no turn of the session comes back in it', contexts, []);
  return resume;
}

async function comesBackElsewhere({ session, check }) {
  const asked = await session(roundingQuestion);
  const [context = '', ...more] = contextsOf(asked.requests);
  check.equal('one context reaches the next session', more, []);
  check.contains('it has the right turn', context, 'half to even');
  check.lacks('and no other', context, '6543');
  const [again = ''] = contextsOf((await session(portQuestion)).requests);
  check.contains('the question that got none gets its answer in another session', again, '6543');
}
