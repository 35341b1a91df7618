import { contextsOf, nothing, sentIn } from '../results.mjs';

const question = 'on which port does the staging database of the billing service listen?';

/** What is forgotten is gone from the memory, and the client's own transcript does not bring it back. */
export async function forgotten(sandbox) {
  const { enable, session, settled, mementor, found, transcript, survivors, missed, api, check } =
    sandbox;
  api.script([
    { match: 'Remember for later', steps: [['Noted, I will keep that in mind.']] },
    { match: 'on which port', steps: [['I do not know.']] },
    { match: 'One thing more', steps: [['Noted as well.']] },
  ]);
  await enable();
  const told = await session(
    'Remember for later: the staging database of the billing service listens on port 6543 ' +
      'because 5432 is taken by the legacy cluster.',
  );
  await settled(1);
  const asked = await session(question);
  check.contains('it is injected', contextsOf(asked.requests)[0] ?? '', 'port 6543');
  await settled(2);

  const shown = await mementor(['forget', '--containing', 'port 6543', '--dry-run']);
  check.contains('it is shown first', shown.stdout, '1 turn would be forgotten');
  const done = await mementor(['forget', '--containing', 'port 6543', '--yes']);
  check.succeeds('forget', done);
  check.contains('no byte of it is left', done.stdout, ': none is left');
  check.equal(
    'it is not found',
    (await found('staging port')).filter((text) => text.includes('6543')),
    [],
  );

  // Its session goes on: the client still has the turn, and hands the whole file over.
  await session('One thing more: the billing service is written in Elixir.', {
    resume: told.sessionId,
  });
  const status = await settled(2);
  check.equal('what follows in its session is stored', status.turns, 2);
  check.contains(
    'though the client has it',
    JSON.stringify(await transcript(told.sessionId)),
    '6543',
  );
  check.succeeds('ingest --all', await mementor(['ingest', '--all']));
  check.equal('it stays away', (await settled(2)).turns, 2);
  const again = await session(question);
  check.lacks('it is not injected', sentIn(again.requests), '6543');
  await settled(3);
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}
