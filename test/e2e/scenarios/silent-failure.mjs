import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leavesNoProcess } from '../claims.mjs';
import { contextsOf } from '../results.mjs';

const answer = 'The beacon blinks every nine seconds.';
const garbage = 'This is no database, but somebody may want it back.\n'.repeat(200);

/** Whatever is broken about the memory, the client works as without it and shows nothing. */
export async function silentFailure(sandbox) {
  const { enable, settled, api } = sandbox;
  api.script([
    { match: 'beacon', steps: [[answer]] },
    { match: 'how often', steps: [['As often as was said.']] },
  ]);
  await enable();
  await brokenDatabase(sandbox);
  await remembers(sandbox);
  await settled(2);
  await isFound(sandbox);
  await homeIsAFile(sandbox);
  await leavesNoProcess(sandbox);
}

/** The memory is no database. */
async function brokenDatabase(sandbox) {
  const { session, settled, memory, check } = sandbox;
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(memory, 'memory.db'), garbage);
  const broken = await session('tell me about the beacon at the pier');
  works('with a broken database', broken, sandbox);
  const status = await settled(1);
  check.equal('capture goes on', [status.sessions, status.turns], [1, 1]);
  const aside = readdirSync(memory).filter((name) => /^memory\.db.*(damaged|corrupt)/.test(name));
  const kept = aside.filter((name) => readFileSync(join(memory, name), 'utf8') === garbage);
  check.equal('the broken file is kept aside', kept.length, 1);
}

async function remembers({ session, check }) {
  const asked = await session('how often does the beacon at the pier blink?');
  const [context = ''] = contextsOf(asked.requests);
  check.contains('and recall', context, 'every nine seconds');
}

async function isFound({ hits, check }) {
  const [hit] = await hits('beacon pier');
  check.contains('and search', hit?.passage ?? '', 'nine seconds');
}

/** The home of the memory is a file. */
async function homeIsAFile(sandbox) {
  const { session, root, check } = sandbox;
  const file = join(root, 'not a folder');
  writeFileSync(file, 'A file.\n');
  const homeless = await session('tell me about the beacon at the quay', {
    env: { MEMENTOR_HOME: file },
  });
  works('with a file for a home', homeless, sandbox);
  check.equal('the file is left alone', readFileSync(file, 'utf8'), 'A file.\n');
}

function works(name, turn, sandbox) {
  const { transcript, supports, check } = sandbox;
  check.equal(`${name} the prompt is answered`, turn.answer, answer);
  check.equal(`${name} nothing is added`, contextsOf(turn.requests), []);
  check.equal(`${name} the client says nothing`, [turn.exitCode, turn.stderr], [0, '']);
  check.lacks(`${name} no hook failed`, transcript(turn.sessionId), 'hook_non_blocking_error');
  if (!supports('--include-hook-events')) {
    return check.skip(`${name} every hook ends with 0`, 'this version does not tell');
  }
  const ended = turn.hooks.map(({ event, exitCode, stdout, stderr }) =>
    [event, exitCode, stdout, stderr].join(' ').trim(),
  );
  // What SessionEnd says comes after the stream, on stderr.
  const expected = ['SessionStart 0', 'Stop 0', 'UserPromptSubmit 0'];
  check.equal(`${name} every hook ends with 0 and says nothing`, ended.sort(), expected);
}
