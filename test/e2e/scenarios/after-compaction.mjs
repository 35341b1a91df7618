import { contextsOf, countIn, nothing, sentIn } from '../results.mjs';

const question = 'on which port does the staging database of the billing service listen?';
const ownQuestion = 'in which hall are the apples weighed, and why not on the south scale?';

/** A compaction takes out of the context what was brought back: it may come back again, once. */
export async function afterCompaction(sandbox) {
  const { enable, mementor, session, settled, why, survivors, missed, transcript, api, check } =
    sandbox;
  api.script([
    {
      match: '/Respond with TEXT ONLY|create a detailed summary/',
      steps: [['<analysis>Ports.</analysis>\n<summary>\nA client was set up.\n</summary>']],
    },
    { match: 'Remember for later', steps: [['Noted, I will keep that in mind.']] },
    { match: /on which port|in which hall/.toString(), steps: [['As noted before.']] },
    { match: 'haiku', steps: [['Leaves settle on the pond, one by one, without a sound.']] },
  ]);
  await enable();
  // A question that is asked again and again deserves silence at the default rate.
  check.succeeds('config', await mementor(['config', 'set', 'rate', '20']));
  const told = await session(
    'Remember for later: the staging database of the billing service listens on port 6543 ' +
      'because 5432 is taken by the legacy cluster.',
  );
  await settled(1);

  const own = await session(
    'Remember for later: apples are weighed in the north hall, because the south scale drifts.',
  );
  const resume = own.sessionId;
  await settled(2);
  const first = await session(question, { resume });
  check.contains('the fact comes back', contextsOf(first.requests).join('\n'), 'port 6543');
  const second = await session(question, { resume });
  check.atMost('once', blocksIn(second.requests), 1);
  check.equal('as the record tells', (await why()).injected, []);
  const mine = await session(ownQuestion, { resume });
  check.atMost('nor does what the session said itself', blocksIn(mine.requests), 1);
  check.equal('as that tells, too', (await why()).injected, []);
  await settled(5);

  await session('/compact', { resume });
  check.contains('it is compacted', transcript(resume), '"compact_boundary"');
  const other = await session('write a haiku about autumn leaves on quiet water', { resume });
  check.equal('it is the same session', other.sessionId, resume);
  check.contains('with the summary', sentIn(other.requests), 'A client was set up.');
  check.equal('the block has left the context', blocksIn(other.requests), 0);
  check.lacks('with the fact', sentIn(other.requests), 'port 6543');
  await settled(6);

  const again = await session(question, { resume });
  const [context = '', ...more] = contextsOf(again.requests);
  check.contains('the same question brings it back again', context, 'port 6543');
  check.equal('in one block', [blocksIn(again.requests), more], [1, []]);
  const brought = await why();
  check.equal('as the record tells', verdictOn(told, brought), 'injected');
  await settled(7);

  const once = await session(question, { resume });
  check.equal('but only once', newOf(once.requests, context), []);
  const explained = await why();
  check.equal('no turn is injected', explained.injected, []);
  check.equal('it was recalled already', verdictOn(told, explained), 'recalled');
  await settled(8);

  const forgotten = await session(ownQuestion, { resume });
  const last = newOf(forgotten.requests, context).join('\n');
  check.contains('what the session had said itself comes back, too', last, 'north hall');
  check.contains('with its date', last, `[${new Date().toISOString().slice(0, 4)}-`);
  const status = await settled(9);
  check.equal('each turn is stored once', [status.sessions, status.turns], [2, 9]);
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}

function blocksIn(requests) {
  return countIn(sentIn(requests), '<mementor>');
}

function newOf(requests, context) {
  return contextsOf(requests).filter((each) => each !== context);
}

/** Returns what became of the turn of a session of one turn. */
function verdictOn({ sessionId }, { candidates }) {
  return candidates.find(({ session }) => session === sessionId)?.verdict;
}
