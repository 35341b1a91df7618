import { randomUUID } from 'node:crypto';
import { contextsOf, flat, nothing } from '../results.mjs';

const begun = 'The tide gauge was replaced because salt had eaten its float.';

/** A session that is killed has no last hook: the next one to start takes in what it left. */
export async function sigkill(sandbox) {
  const { enable, begin, session, settled, hits, reached, transcript, until } = sandbox;
  const { api, survivors, missed, check } = sandbox;
  const look = { tool: 'Read', input: { file_path: `${sandbox.project}/README.md` } };
  api.script([
    {
      match: 'replaced',
      steps: [
        [{ hold: true }, begun, look],
        [{ hold: true }, 'NEVER-SAID'],
      ],
    },
    { match: 'unrelated', steps: [['Seven.']] },
    { match: 'what had', steps: [['What was said before.']] },
  ]);
  await enable();

  const id = randomUUID();
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
  check.equal('no process outlives the client', await survivors(), []);

  await session('an unrelated number, please');
  const status = await settled(2);
  check.equal('both sessions are stored', [status.sessions, status.turns], [2, 2]);
  const killed = (await hits('tide gauge')).filter(({ session }) => session === id);
  check.equal('the killed one has one turn', killed.length, 1);
  check.equal('and its action', status.actions, 1);
  check.contains('with its prompt', killed[0]?.prompt ?? '', 'tide gauge in the harbour');
  check.contains('and what was written', flat(killed), begun);
  check.lacks('and no more', flat(killed), 'NEVER-SAID');
  const asked = await session('what had eaten the float of the tide gauge?');
  check.contains('it comes back', contextsOf(asked.requests).join('\n'), 'salt had eaten');
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}
