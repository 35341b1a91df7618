import { endsWell, recallOften } from '../claims.mjs';
import { contextsOf, countIn, sentIn } from '../results.mjs';
import { noted, stagingQuestion as question, stagingPort, summarized } from '../said.mjs';

const ownQuestion = 'in which hall are the apples weighed, and why not on the south scale?';

const rules = [
  summarized('Ports', 'A client was set up.'),
  noted,
  { match: /on which port|in which hall/.toString(), steps: [['As noted before.']] },
  { match: 'haiku', steps: [['Leaves settle on the pond, one by one, without a sound.']] },
];

/** A compaction takes out of the context what was brought back: it may come back again, once. */
export async function afterCompaction(sandbox) {
  const { enable, session, settled, api, check } = sandbox;
  api.script(rules);
  await enable();
  await recallOften(sandbox);
  const told = await session(stagingPort);
  await settled(1);
  const { sessionId: resume } = await session(
    'Remember for later: apples are weighed in the north hall, because the south scale drifts.',
  );
  await settled(2);
  await comesBackOnce(sandbox, resume);
  await isCompacted(sandbox, resume);
  const context = await comesBackAgain(sandbox, resume, told);
  await stays(sandbox, resume, told, context);
  await ownTurnComesBack(sandbox, resume, context);
  const status = await settled(9);
  // The command that compacts is no turn.
  check.equal('each turn is stored once', [status.sessions, status.turns], [2, 9]);
  await endsWell(sandbox);
}

async function comesBackOnce({ session, settled, why, check }, resume) {
  const first = await session(question, { resume });
  check.contains('the fact comes back', contextsOf(first.requests).join('\n'), 'port 6543');
  const second = await session(question, { resume });
  check.atMost('once', blocksIn(second.requests), 1);
  check.equal('as the record tells', (await why()).injected, []);
  const mine = await session(ownQuestion, { resume });
  check.atMost('nor does what the session said itself', blocksIn(mine.requests), 1);
  check.equal('as that tells, too', (await why()).injected, []);
  await settled(5);
}

async function isCompacted({ session, settled, transcript, check }, resume) {
  await session('/compact', { resume });
  check.contains('it is compacted', transcript(resume), '"compact_boundary"');
  const other = await session('write a haiku about autumn leaves on quiet water', { resume });
  check.equal('it is the same session', other.sessionId, resume);
  check.contains('with the summary', sentIn(other.requests), 'A client was set up.');
  check.equal('the block has left the context', blocksIn(other.requests), 0);
  check.lacks('with the fact', sentIn(other.requests), 'port 6543');
  await settled(6);
}

/** Returns the context that came. */
async function comesBackAgain({ session, settled, why, check }, resume, told) {
  const again = await session(question, { resume });
  const [context = '', ...more] = contextsOf(again.requests);
  check.contains('the same question brings it back again', context, 'port 6543');
  check.equal('in one block', [blocksIn(again.requests), more], [1, []]);
  check.equal('as the record tells', verdictOn(told, await why()), 'injected');
  await settled(7);
  return context;
}

async function stays({ session, settled, why, check }, resume, told, context) {
  const once = await session(question, { resume });
  check.equal('but only once', newOf(once.requests, context), []);
  const explained = await why();
  check.equal('no turn is injected', explained.injected, []);
  check.equal('it was recalled already', verdictOn(told, explained), 'recalled');
  await settled(8);
}

async function ownTurnComesBack({ session, check }, resume, context) {
  const forgotten = await session(ownQuestion, { resume });
  const last = newOf(forgotten.requests, context).join('\n');
  check.contains('what the session had said itself comes back, too', last, 'north hall');
  check.contains('with its date', last, `[${new Date().toISOString().slice(0, 4)}-`);
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
