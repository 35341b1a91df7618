/** Fifty processes at once on one store: some take in, some ask, some hand over, some look. */

import { isTakenIn } from '../hand-over.mjs';
import { checkRows, isHarmless, mementor, promptHook, settled } from '../world.mjs';

const PROCESSES = 50;

export async function crowd({ world, random, report, expected }) {
  const set = expected.words;
  const home = world.newHome();
  // What asks finds a store.
  await mementor(home, ['ingest', set.paths[0]]);
  const kinds = { ingest, hook, stop, query, status };
  const started = Array.from({ length: PROCESSES }, () => {
    const name = random.oneOf(['ingest', 'hook', 'hook', 'stop', 'stop', 'query', 'status']);
    return kinds[name]({ home, set, random, report });
  });
  await Promise.all(started);
  report.did('processes at once', PROCESSES);
  await settled(home);
  await mementor(home, ['drain']);
  report.check('nothing that was handed over is left', isTakenIn({ home }));
  const done = await mementor(home, ['ingest', set.transcripts]);
  report.check('an ingest ends well afterwards', done.exitCode === 0, done.stderr);
  checkRows(home, set.rows, 'a crowd comes to the undisturbed rows', report);
  world.discard(home);
}

async function ingest({ home, set, random, report }) {
  const paths = set.paths.filter(() => random.chance(0.3));
  const done = await mementor(home, ['ingest', ...paths, set.paths[0]]);
  report.check('an ingest in a crowd ends well', done.exitCode === 0, done.stderr);
}

async function hook({ home, report }) {
  const done = await promptHook(home);
  report.check('a prompt hook in a crowd is harmless', isHarmless(done), done.stdout);
}

async function stop({ home, set, random, report }) {
  const input = { session_id: 's', transcript_path: random.oneOf(set.paths), cwd: '/' };
  const done = await mementor(home, ['hook', 'stop'], { stdin: JSON.stringify(input) });
  const isSilent = done.exitCode === 0 && done.stdout === '';
  report.check('a stop hook in a crowd is silent', isSilent, done.stdout);
}

async function query({ home, report }) {
  const done = await mementor(home, ['query', 'retry queue', '--all-projects', '--json']);
  const answers = done.exitCode <= 1 && Array.isArray(JSON.parse(done.stdout).hits);
  report.check('a query in a crowd is answered', answers, done.stdout + done.stderr);
}

async function status({ home, report }) {
  const done = await mementor(home, ['status', '--json']);
  const answers = done.exitCode <= 1 && JSON.parse(done.stdout).turns >= 0;
  report.check('a status in a crowd is answered', answers, done.stdout + done.stderr);
}
