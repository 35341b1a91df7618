import { endsWell } from '../claims.mjs';
import { contextsOf, countIn, sentIn } from '../results.mjs';
import { noted, stagingQuestion as question, stagingPort, summarized } from '../said.mjs';

const rules = [
  summarized('Fruit', 'Pears were counted.'),
  noted,
  {
    match: 'pears',
    steps: [[{ usage: { input_tokens: 990_000 } }, 'Pears are counted by hand on Mondays.']],
  },
  { match: 'on which port', steps: [['As noted before.']] },
];

/**
 * A prompt that sets off a compaction keeps what it brought back with new versions: the model has it
 * once. Old ones drop it, and nothing tells the hooks so: what that prompt got is then not brought
 * back until the next compaction, and the model has it at most once.
 */
export async function autoCompaction(sandbox) {
  const { enable, session, settled, transcript, api, check } = sandbox;
  api.script(rules);
  await enable();
  await session(stagingPort);
  await settled(1);
  const { sessionId: resume } = await session('How are the pears counted?');
  await settled(2);
  check.lacks('it is not compacted yet', transcript(resume), '"compact_boundary"');

  const asked = await session(question, { resume });
  if (!transcript(resume).includes('"compact_boundary"')) {
    return check.skip('auto-compaction', 'this version does not compact before that prompt');
  }
  const survives = factSurvives(sandbox, asked.requests.slice(-1));
  await settled(3);
  await hasItOnce(sandbox, resume, survives);
  await settled(4);
  await endsWell(sandbox);
}

/** Tells whether the prompt that was compacted still has what it brought back. */
function factSurvives({ check }, turn) {
  check.contains('the prompt is sent with the summary', sentIn(turn), 'Pears were counted.');
  const [context = ''] = contextsOf(turn);
  const survives = context.includes('port 6543');
  check.equal('and with one block, or none', countIn(sentIn(turn), '<mementor>'), survives ? 1 : 0);
  return survives;
}

async function hasItOnce({ session, why, check }, resume, survives) {
  const again = await session(question, { resume });
  check.equal('it is the same session', again.sessionId, resume);
  const blocks = countIn(sentIn(again.requests), '<mementor>');
  const held = contextsOf(again.requests).join('\n').includes('port 6543');
  if (survives) check.equal('the model has one block', blocks, 1);
  else check.atMost('the model has one block, or none', blocks, 1);
  check.equal('with the fact', held, blocks === 1);
  if (survives) check.equal('a turn that is there is not injected', (await why()).injected, []);
}
