import { contextsOf, countIn, nothing, sentIn } from '../results.mjs';

const question = 'on which port does the staging database of the billing service listen?';

/**
 * A prompt that sets off a compaction keeps what it brought back with new versions: the model has it
 * once. Old ones drop it, and nothing tells the hooks so: what that prompt got is then not brought
 * back until the next compaction, and the model has it at most once.
 */
export async function autoCompaction(sandbox) {
  const { enable, session, settled, why, survivors, missed, transcript, api, check } = sandbox;
  api.script([
    {
      match: '/Respond with TEXT ONLY|create a detailed summary/',
      steps: [['<analysis>Fruit.</analysis>\n<summary>\nPears were counted.\n</summary>']],
    },
    { match: 'Remember for later', steps: [['Noted, I will keep that in mind.']] },
    {
      match: 'pears',
      steps: [[{ usage: { input_tokens: 990_000 } }, 'Pears are counted by hand on Mondays.']],
    },
    { match: 'on which port', steps: [['As noted before.']] },
  ]);
  await enable();
  await session(
    'Remember for later: the staging database of the billing service listens on port 6543 ' +
      'because 5432 is taken by the legacy cluster.',
  );
  await settled(1);
  const { sessionId: resume } = await session('How are the pears counted?');
  await settled(2);
  check.lacks('it is not compacted yet', transcript(resume), '"compact_boundary"');

  const asked = await session(question, { resume });
  if (!transcript(resume).includes('"compact_boundary"')) {
    return check.skip('auto-compaction', 'this version does not compact before that prompt');
  }
  const turn = asked.requests.slice(-1);
  check.contains('the prompt is sent with the summary', sentIn(turn), 'Pears were counted.');
  const [context = ''] = contextsOf(turn);
  const survives = context.includes('port 6543');
  check.equal('and with one block, or none', countIn(sentIn(turn), '<mementor>'), survives ? 1 : 0);
  await settled(3);

  const again = await session(question, { resume });
  check.equal('it is the same session', again.sessionId, resume);
  const blocks = countIn(sentIn(again.requests), '<mementor>');
  const held = contextsOf(again.requests).join('\n').includes('port 6543');
  if (survives) check.equal('the model has one block', blocks, 1);
  else check.atMost('the model has one block, or none', blocks, 1);
  check.equal('with the fact', held, blocks === 1);
  if (survives) check.equal('a turn that is there is not injected', (await why()).injected, []);
  await settled(4);
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}
