import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leavesNoProcess } from '../claims.mjs';
import { contextsOf, filesIn } from '../results.mjs';
import { noted } from '../said.mjs';

const flag = '--no-session-persistence';
const args = [flag];

const rules = [
  noted,
  { match: 'Between us', steps: [['My lips are sealed about the walrus.']] },
  { match: 'which shift', steps: [['The shift that was agreed on.']] },
];

/** A session that asked not to be kept is not kept here either; it may still be helped. */
export async function noPersistence(sandbox) {
  const { enable, supports, session, settled, api, check } = sandbox;
  if (!supports(flag)) return check.skip('no-persistence', `this version has no ${flag}`);
  api.script(rules);
  await enable();
  const first = await isNotKept(sandbox);
  await session('Remember for later: oven maintenance is done by the Tuesday night shift in Linz.');
  await settled(1);
  const asked = await isHelped(sandbox);
  const failed = [...first.hooks, ...asked.hooks].filter(({ exitCode }) => exitCode !== 0);
  check.equal('no hook fails', failed, []);
  await leavesNoProcess(sandbox);
}

/** Returns the turn. */
async function isNotKept({ session, settled, memory, check }) {
  const first = await session('Between us: the walrus is paid in silver coins.', { args });
  check.contains('it is answered', first.answer, 'lips are sealed');
  const status = await settled(0);
  check.equal('nothing is stored', [status.sessions, status.turns, status.pending], [0, 0, 0]);
  check.equal('nothing waits', filesIn(join(memory, 'inbox')), []);
  check.equal('no file has a trace of it', filesWith(memory, /walrus/), []);
  return first;
}

/** Returns the turn. */
async function isHelped({ session, settled, found, memory, check }) {
  const asked = await session('which shift does the oven maintenance?', { args });
  const context = contextsOf(asked.requests).join('\n');
  check.contains('it gets what others said', context, 'Tuesday night shift in Linz');
  const after = await settled(1);
  check.equal('and leaves nothing', [after.sessions, after.turns], [1, 1]);
  check.lacks('not even its words', (await found('walrus silver coins')).join('\n'), 'walrus');
  check.equal('and no file has its prompt', filesWith(memory, /which shift/), []);
  return asked;
}

function filesWith(folder, pattern) {
  return filesIn(folder).filter((path) => pattern.test(readFileSync(path, 'latin1')));
}
