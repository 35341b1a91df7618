import { nothing, sentIn } from '../results.mjs';

const fact =
  'Remember for later: to deploy, ok the release in the portal and go on with step 6543.';

/** A prompt without a subject of its own is not searched for. */
export async function trivial(sandbox) {
  const { enable, session, settled, why, mementor, survivors, missed, api, check } = sandbox;
  api.script([
    { match: 'Remember for later', steps: [['Noted, I will keep that in mind.']] },
    { match: /^(ok|yes)/.toString(), steps: [['Going on.']] },
  ]);
  await enable();
  // Has the words of the trivial prompt: only that it is trivial keeps the turn out.
  await session(fact);
  await settled(1);

  let resume;
  for (const [turns, prompt] of ['ok, go on', 'yes please'].entries()) {
    const { sessionId, requests } = await session(prompt, { resume });
    resume = sessionId;
    check.contains(`it is sent: ${prompt}`, sentIn(requests), prompt);
    check.lacks('nothing is injected', sentIn(requests), '<mementor>');
    check.lacks('by no other name', sentIn(requests), '6543');
    const { stdout } = await mementor(['why', '--last']);
    // At a session's first prompt newer clients have not written it yet: nothing says that it is
    // going to be kept.
    const unwritten = '(not kept: the session had not been written yet)';
    const shown = turns === 0 && stdout.includes(unwritten) ? unwritten : prompt;
    check.contains('the prompt is explained', stdout, shown);
    check.contains('it was dismissed', stdout, 'it has no subject of its own');
    const explained = await why();
    const { session: of, dismissed, searched, candidates } = explained;
    check.equal(
      'before anything was searched',
      { of, dismissed, searched, candidates },
      { of: sessionId, dismissed: 'trivial', searched: 0, candidates: [] },
    );
    await settled(2 + turns);
  }
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}
