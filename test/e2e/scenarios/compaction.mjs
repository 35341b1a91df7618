import { endsWell } from '../claims.mjs';
import { contextsOf, sentIn } from '../results.mjs';
import { summarized } from '../said.mjs';

const summary = 'The cherry ledger was discussed at length.';

const rules = [
  summarized('Fruit', summary),
  {
    match: 'Remember for later',
    steps: [['Noted: apples are weighed in the north hall.']],
  },
  { match: 'pears', steps: [['Pears are counted by hand on Mondays.']] },
  { match: 'plums', steps: [['Plums come by train from Villach.']] },
  { match: 'where are', steps: [['In the hall that was named.']] },
];

/** A compaction loses no turn, and its summary is none. */
export async function compaction(sandbox) {
  const { enable, session, settled, api, check } = sandbox;
  api.script(rules);
  await enable();
  await goesOn(sandbox);
  const status = await settled(3);
  // The typed command is no turn of its own, and the summary is none.
  check.equal('three turns; the command is none', [status.sessions, status.turns], [1, 3]);
  await losesNothing(sandbox);

  const asked = await session('where are the apples weighed and why not on the south scale?');
  const [context = ''] = contextsOf(asked.requests);
  check.contains('what was compacted comes back elsewhere', context, 'south scale drifts');
  await endsWell(sandbox);
}

async function goesOn({ session, settled, transcript, check }) {
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
}

async function losesNothing({ found, check }) {
  const texts = (await found('apples weighed hall pears counted plums train fruit')).join('\n');
  for (const part of ['north hall', 'counted by hand on Mondays', 'train from Villach']) {
    check.contains(`nothing is lost: ${part}`, texts, part);
  }
  const ledger = (await found('cherry ledger')).join('\n');
  check.lacks('the summary is not searchable', ledger, 'cherry');
  check.contains('its instructions are the words of the person', texts, 'keep the fruit');
}
