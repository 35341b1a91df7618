import { endsWell } from '../claims.mjs';
import { contextsOf, sentIn } from '../results.mjs';
import { noted, stagingQuestion as question, stagingPort } from '../said.mjs';

const rules = [
  noted,
  { match: 'on which port', steps: [['I do not know.']] },
  { match: 'One thing more', steps: [['Noted as well.']] },
];

/** What is forgotten is gone from the memory, and the client's own transcript does not bring it back. */
export async function forgotten(sandbox) {
  const { enable, session, settled, api, check } = sandbox;
  api.script(rules);
  await enable();
  const told = await session(stagingPort);
  await settled(1);
  const asked = await session(question);
  check.contains('it is injected', contextsOf(asked.requests)[0] ?? '', 'port 6543');
  await settled(2);
  await isForgotten(sandbox);
  await staysAway(sandbox, told.sessionId);
  const again = await session(question);
  check.lacks('it is not injected', sentIn(again.requests), '6543');
  await settled(3);
  await endsWell(sandbox);
}

async function isForgotten({ mementor, found, check }) {
  const shown = await mementor(['forget', '--containing', 'port 6543', '--dry-run']);
  check.contains('it is shown first', shown.stdout, '1 turn of billing sërvice would be forgotten');
  const done = await mementor(['forget', '--containing', 'port 6543', '--yes']);
  check.succeeds('forget', done);
  check.contains('no byte of it is left', done.stdout, ': none is left');
  const left = (await found('staging port')).filter((text) => text.includes('6543'));
  check.equal('it is not found', left, []);
}

/** Its session goes on: the client still has the turn, and hands the whole file over. */
async function staysAway({ session, settled, mementor, transcript, check }, resume) {
  await session('One thing more: the billing service is written in Elixir.', { resume });
  const status = await settled(2);
  check.equal('what follows in its session is stored', status.turns, 2);
  check.contains('though the client has it', JSON.stringify(transcript(resume)), '6543');
  check.succeeds('ingest --all', await mementor(['ingest', '--all']));
  check.equal('it stays away', (await settled(2)).turns, 2);
}
