import { contextsOf, countIn, nothing, sentIn } from '../results.mjs';

const fact =
  'Remember for later: the staging database of the billing service listens on port 6543 ' +
  'because 5432 is taken by the legacy cluster.';
const news =
  'Remember for later: the staging database of the billing service has moved to port 7711, ' +
  'as the legacy cluster was shut down.';
const question = 'on which port does the staging database of the billing service listen?';
const moved = 'why has the staging database of billing moved, and where to?';
const rephrased = 'what was the port of the staging database of the billing service again?';

/** What came back once is in the session's context: it does not come back there again. */
export async function neverRepeated(sandbox) {
  const { enable, session, settled, why, mementor, survivors, missed, api, check } = sandbox;
  // No answer names a port: found in a request, it was brought back.
  api.script([
    { match: 'Remember for later', steps: [['Noted, I will keep that in mind.']] },
    { match: /on which port|what was the port|where to/.toString(), steps: [['As noted before.']] },
  ]);
  await enable();
  // A question that is asked again and again deserves silence at the default rate.
  check.succeeds('config', await mementor(['config', 'set', 'rate', '20']));
  const told = await session(fact);
  await session('Remember for later: invoice totals are rounded half to even for the tax office.');
  await settled(2);

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
  await settled(3);

  for (const prompt of [question, rephrased]) {
    const { requests, sessionId } = await session(prompt, { resume });
    check.equal(`it is the same session: ${prompt}`, sessionId, resume);
    // The client may send the first one again, as a part of the conversation.
    check.atMost('no second block is added', countIn(sentIn(requests), '<mementor>'), 1);
    check.equal('nor another', newOf(requests, context), []);
    const explained = await why();
    check.equal('the prompt is the one explained', explained.prompt, prompt);
    check.equal('nothing is injected', [explained.injected, explained.chars], [[], 0]);
    const known = explained.candidates.find(({ session }) => session === told.sessionId);
    check.equal('the turn was recalled already', known?.verdict, 'recalled');
    const { stdout } = await mementor(['why', '--last']);
    check.contains('which is told in words', stdout, 'brought back before in this session');
    check.contains('as the result, too', stdout, 'what matches is in the context already');
  }
  await settled(5);

  const elsewhere = contextsOf((await session(question)).requests).join('\n');
  check.equal('another session gets the fact, once', countIn(elsewhere, 'port 6543'), 1);
  await settled(6);

  await session(news);
  await settled(7);
  const later = await session(moved, { resume });
  const added = newOf(later.requests, context);
  check.equal('what is new comes back', added.length, 1);
  check.contains('with what was said', added.join('\n'), 'port 7711');
  check.lacks('without the old', added.join('\n'), 'port 6543');
  await settled(8);
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}

function newOf(requests, context) {
  return contextsOf(requests).filter((each) => each !== context);
}
