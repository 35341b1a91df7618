import { contextsOf, nothing, sentIn } from '../results.mjs';

const summary = 'The cherry ledger was discussed at length.';

/** A compaction loses no turn and makes none. */
export async function compaction(sandbox) {
  const { enable, session, settled, found, survivors, missed, transcript, api, check } = sandbox;
  api.script([
    {
      match: '/Respond with TEXT ONLY|create a detailed summary/',
      steps: [[`<analysis>Fruit.</analysis>\n<summary>\n${summary}\n</summary>`]],
    },
    { match: 'Remember for later', steps: [['Noted: apples are weighed in the north hall.']] },
    { match: 'pears', steps: [['Pears are counted by hand on Mondays.']] },
    { match: 'plums', steps: [['Plums come by train from Villach.']] },
    { match: 'where are', steps: [['In the hall that was named.']] },
  ]);
  await enable();

  const first = await session(
    'Remember for later: apples are weighed in the north hall, because the south scale drifts.',
  );
  const resume = first.sessionId;
  await session('And how are the pears counted?', { resume });
  await settled(2);
  const compacted = await session('/compact keep the fruit', { resume });
  check.contains('the fruit is to be kept', sentIn(compacted.requests), 'keep the fruit');
  check.contains('it is compacted', transcript(resume), '"compact_boundary"');
  check.contains('to the summary', transcript(resume), summary);
  const later = await session('How do the plums arrive?', { resume });
  check.equal('it is the same session', later.sessionId, resume);
  check.contains('with the summary', sentIn(later.requests), summary);

  const status = await settled(3);
  check.equal('three turns, none of the compaction', [status.sessions, status.turns], [1, 3]);
  const texts = (await found('apples weighed hall pears counted plums train fruit')).join('\n');
  for (const part of ['north hall', 'counted by hand on Mondays', 'train from Villach']) {
    check.contains(`nothing is lost: ${part}`, texts, part);
  }
  const ledger = (await found('cherry ledger')).join('\n');
  check.lacks('the summary is not searchable', ledger, 'cherry');
  check.lacks('nor are its instructions', `${texts}${ledger}`, 'keep the fruit');

  const asked = await session('where are the apples weighed and why not on the south scale?');
  const [context = ''] = contextsOf(asked.requests);
  check.contains('what was compacted comes back elsewhere', context, 'south scale drifts');
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}
