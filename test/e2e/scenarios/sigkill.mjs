import { randomUUID } from 'node:crypto';
import { endsWell, leavesNoProcess } from '../claims.mjs';
import { contextsOf, flat } from '../results.mjs';

const begun = 'The tide gauge was replaced because salt had eaten its float.';

const rulesWith = (readme) => [
  {
    match: 'replaced',
    steps: [
      [{ hold: true }, begun, { tool: 'Read', input: { file_path: readme } }],
      [{ hold: true }, 'NEVER-SAID'],
    ],
  },
  { match: 'unrelated', steps: [['Seven.']] },
  { match: 'what had', steps: [['What was said before.']] },
];

/** A session that is killed has no last hook: the next one to start takes in what it left. */
export async function sigkill(sandbox) {
  const { enable, session, api, project, check } = sandbox;
  api.script(rulesWith(`${project}/README.md`));
  await enable();
  const id = randomUUID();
  await isKilled(sandbox, id);
  await leavesNoProcess(sandbox, 'the client');
  await session('an unrelated number, please');
  await isStored(sandbox, id);
  const asked = await session('what had eaten the float of the tide gauge?');
  check.contains('it comes back', contextsOf(asked.requests).join('\n'), 'salt had eaten');
  await endsWell(sandbox);
}

async function isKilled({ begin, reached, settled, until, transcript, api, check }, id) {
  const client = begin('explain why the tide gauge in the harbour was replaced', {
    args: ['--session-id', id],
  });
  // The worker of its first hook ends before there is an answer to store.
  await reached('tide gauge');
  await settled(0);
  api.release();
  // An answer is written when it is whole; so is the result of the tool that it asked for.
  const written = await until(() => /"tool_result"/.test(transcript(id)));
  check.equal('the client has written a part', written, true);
  check.equal('no hook has stored it yet', (await settled(0)).actions, 0);
  client.kill('SIGKILL');
  await client.done;
  api.release();
}

async function isStored({ settled, hits, check }, id) {
  const status = await settled(2);
  check.equal('both sessions are stored', [status.sessions, status.turns], [2, 2]);
  const killed = (await hits('tide gauge')).filter(({ session }) => session === id);
  check.equal('the killed one has one turn', killed.length, 1);
  check.equal('and its action', status.actions, 1);
  check.contains('with its prompt', killed[0]?.prompt ?? '', 'tide gauge in the harbour');
  check.contains('and what was written', flat(killed), begun);
  check.lacks('and no more', flat(killed), 'NEVER-SAID');
}
