import { endsWell, recallOften } from '../claims.mjs';
import { contextsOf, countIn, sentIn } from '../results.mjs';
import { noted, stagingQuestion as question, stagingPort } from '../said.mjs';

const news =
  'Remember for later: the staging database of the billing service has moved to port 7711, ' +
  'as the legacy cluster was shut down.';
const moved = 'why has the staging database of billing moved, and where to?';
const rephrased = 'what was the port of the staging database of the billing service again?';

/** No answer names a port: found in a request, it was brought back. */
const rules = [
  noted,
  { match: /on which port|what was the port|where to/.toString(), steps: [['As noted before.']] },
];

/** What came back once is in the session's context: it does not come back there again. */
export async function neverRepeated(sandbox) {
  const { enable, session, settled, api, check } = sandbox;
  api.script(rules);
  await enable();
  await recallOften(sandbox);
  const told = await session(stagingPort);
  await session('Remember for later: invoice totals are rounded half to even for the tax office.');
  await settled(2);
  const { resume, context } = await comesBack(sandbox);
  await settled(3);
  for (const prompt of [question, rephrased]) {
    await isNotRepeated(sandbox, prompt, { told, resume, context });
  }
  await settled(5);
  const elsewhere = contextsOf((await session(question)).requests).join('\n');
  check.equal('another session gets the fact, once', countIn(elsewhere, 'port 6543'), 1);
  await settled(6);
  await newsComesBack(sandbox, resume, context);
  await settled(8);
  await endsWell(sandbox);
}

/** Returns the session to go on with, and what came into it. */
async function comesBack({ session, why, check }) {
  const first = await session(question);
  const resume = first.sessionId;
  const contexts = contextsOf(first.requests);
  const [context = ''] = contexts;
  check.equal('one block reaches the model', contexts.length, 1);
  check.contains('it is marked as ours', context, '<mementor>');
  check.contains('to its end', context, '</mementor>');
  check.contains('it has the fact', context, 'port 6543');
  check.contains('and its date', context, `[${new Date().toISOString().slice(0, 4)}-`);
  const brought = await why();
  check.equal('it is recorded', [brought.session, brought.injected.length], [resume, 1]);
  return { resume, context };
}

async function isNotRepeated(sandbox, prompt, { told, resume, context }) {
  const { session, check } = sandbox;
  const { requests, sessionId } = await session(prompt, { resume });
  check.equal(`it is the same session: ${prompt}`, sessionId, resume);
  // The client may send the first one again, as a part of the conversation.
  check.atMost('no second block is added', countIn(sentIn(requests), '<mementor>'), 1);
  check.equal('nor another', newOf(requests, context), []);
  await isExplained(sandbox, prompt, told);
}

async function isExplained({ why, mementor, check }, prompt, told) {
  const explained = await why();
  check.equal('the prompt is the one explained', explained.prompt, prompt);
  check.equal('nothing is injected', [explained.injected, explained.chars], [[], 0]);
  const known = explained.candidates.find(({ session }) => session === told.sessionId);
  check.equal('the turn was recalled already', known?.verdict, 'recalled');
  const { stdout } = await mementor(['why', '--last', '--explain']);
  check.contains(
    'which is told in words',
    stdout,
    'Claude still has it in context, it was added earlier',
  );
  check.contains('as the result, too', stdout, 'Claude still has what matches in context');
}

async function newsComesBack({ session, settled, check }, resume, context) {
  await session(news);
  await settled(7);
  const later = await session(moved, { resume });
  const added = newOf(later.requests, context);
  check.equal('what is new comes back', added.length, 1);
  check.contains('with what was said', added.join('\n'), 'port 7711');
  check.lacks('without the old', added.join('\n'), 'port 6543');
}

function newOf(requests, context) {
  return contextsOf(requests).filter((each) => each !== context);
}
