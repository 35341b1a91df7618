import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextsOf } from '../results.mjs';

/** Whatever is broken about the memory, the client works as without it and shows nothing. */
export async function silentFailure(sandbox) {
  const { enable, session, settled, hits, survivors, api, root, memory, check } = sandbox;
  api.script([
    { match: 'beacon', steps: [['The beacon blinks every nine seconds.']] },
    { match: 'how often', steps: [['As often as was said.']] },
  ]);
  await enable();

  // The memory is no database.
  mkdirSync(memory, { recursive: true });
  const garbage = 'This is no database, but somebody may want it back.\n'.repeat(200);
  writeFileSync(join(memory, 'memory.db'), garbage);
  const broken = await session('tell me about the beacon at the pier');
  works('with a broken database', broken, sandbox);
  const status = await settled(1);
  check.equal('capture goes on', [status.sessions, status.turns], [1, 1]);
  const aside = readdirSync(memory).filter((name) => /^memory\.db.*(damaged|corrupt)/.test(name));
  const kept = aside.filter((name) => readFileSync(join(memory, name), 'utf8') === garbage);
  check.equal('the broken file is kept aside', kept.length, 1);
  const [context = ''] = contextsOf(
    (await session('how often does the beacon at the pier blink?')).requests,
  );
  check.contains('and recall', context, 'every nine seconds');
  await settled(2);
  check.contains('and search', (await hits('beacon pier'))[0]?.passage ?? '', 'nine seconds');

  // The home of the memory is a file.
  const file = join(root, 'not a folder');
  writeFileSync(file, 'A file.\n');
  const homeless = await session('tell me about the beacon at the quay', {
    env: { MEMENTOR_HOME: file },
  });
  works('with a file for a home', homeless, sandbox);
  check.equal('the file is left alone', readFileSync(file, 'utf8'), 'A file.\n');
  check.equal('no process outlives the sessions', await survivors(), []);
}

function works(name, turn, { transcript, supports, check }) {
  check.equal(
    `${name} the prompt is answered`,
    turn.answer,
    'The beacon blinks every nine seconds.',
  );
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
  check.equal(`${name} every hook ends with 0 and says nothing`, ended.sort(), [
    'SessionStart 0',
    'Stop 0',
    'UserPromptSubmit 0',
  ]);
}
