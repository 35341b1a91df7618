import { endsWell } from '../claims.mjs';
import { sentIn } from '../results.mjs';
import { noted } from '../said.mjs';

/** Has the words of the trivial prompt: only that it is trivial keeps the turn out. */
const fact =
  'Remember for later: to deploy, ok the release in the portal and go on with step 6543.';

/**
 * At a session's first prompt newer clients have not written it yet: nothing says that it is going
 * to be kept.
 */
const unwritten = '(not recorded: its turn is not stored, or not yet)';

/** A prompt without a subject of its own is not searched for. */
export async function trivial(sandbox) {
  const { enable, session, settled, api } = sandbox;
  api.script([noted, { match: /^(ok|yes)/.toString(), steps: [['Going on.']] }]);
  await enable();
  await session(fact);
  await settled(1);

  const resume = await isDismissed(sandbox, 'ok, go on', [unwritten, 'ok, go on']);
  await settled(2);
  await isDismissed(sandbox, 'yes please', ['yes please'], resume);
  await settled(3);
  await endsWell(sandbox);
}

/** `shown` is how the prompt may be explained, the first that is there. Returns the session. */
async function isDismissed(sandbox, prompt, shown, resume) {
  const { session, mementor, check } = sandbox;
  const { sessionId, requests } = await session(prompt, { resume });
  check.contains(`it is sent: ${prompt}`, sentIn(requests), prompt);
  check.lacks('nothing is injected', sentIn(requests), '<mementor>');
  check.lacks('by no other name', sentIn(requests), '6543');
  const { stdout } = await mementor(['why', '--last']);
  const part = shown.find((text) => stdout.includes(text)) ?? prompt;
  check.contains('the prompt is explained', stdout, part);
  check.contains('it was dismissed', stdout, 'the prompt is too general to search for');
  await wasNotSearched(sandbox, sessionId);
  return sessionId;
}

async function wasNotSearched({ why, check }, sessionId) {
  const { session: of, dismissed, searched, candidates } = await why();
  check.equal(
    'before anything was searched',
    { of, dismissed, searched, candidates },
    { of: sessionId, dismissed: 'trivial', searched: 0, candidates: [] },
  );
}
