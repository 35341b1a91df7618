/**
 * kill -9 in the middle of each command about notes. What a command has said is done stays done,
 * what it has not is done or not, and nothing is there twice.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { mementor, native, start } from '../world.mjs';

const ROUNDS = 3;
const PRELOAD = new URL('../kill-at-write.mjs', import.meta.url).href;
/** Most commands here have ended after this many writes through Node's file system. */
const WRITES_MAX = 4;

/**
 * Each makes the arguments of a command about a note, and says what the note is afterwards:
 * `undefined` when it is gone.
 */
const COMMANDS = {
  edit: ({ id, next }) => ({ args: ['notes', 'edit', id, next], after: { summary: next } }),
  pin: ({ id }) => ({ args: ['notes', 'set', id, 'pinned'], after: { pinned: true } }),
  reject: ({ id }) => ({ args: ['notes', 'reject', id], after: { state: 'rejected' } }),
  archive: ({ id }) => ({ args: ['notes', 'set', id, 'archived'], after: { state: 'archived' } }),
  resolve: ({ id }) => ({ args: ['notes', 'set', id, 'resolved'], after: { state: 'resolved' } }),
  delete: ({ id }) => ({ args: ['notes', 'delete', id, '--yes'], after: undefined }),
};

const WRITING = {
  remember: (text) => ['remember', text, '--kind', 'rule'],
  detail: (text) => ['remember', text, '--detail', '{"why":"it rained"}'],
};

/** How long each command took of late: an instant after its end kills nothing. */
const lasted = new Map();
const LASTED_MS = 400;

export async function notes({ world, random, report }) {
  const home = world.newHome();
  const job = { home, cwd: world.newFolder('project'), random, report };
  const first = await run(job, WRITING.remember('the first of all notes'));
  report.check('the first note is written', first.exitCode === 0, first.stderr);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of Object.keys(WRITING)) await writes(job, kind, `${kind} number ${round}`);
    for (const name of Object.keys(COMMANDS)) await changes(job, name, `${name} ${round}`);
    await whileLocked(job, `a note of round ${round} while another writes`);
  }
  const { checks } = JSON.parse((await run(job, ['doctor', '--json'])).stdout);
  const failed = checks.filter(({ name, status }) => name === 'database' && status !== 'ok');
  report.check('a doctor finds the database sound', failed.length === 0, JSON.stringify(failed));
  const { problems } = JSON.parse((await run(job, ['repair', '--json'])).stdout);
  report.check('a repair finds no problem', problems?.length === 0, `${problems}`);
  world.discard(home);
}

/** A note that is written: once if that was said, else once or not; and once when it is repeated. */
async function writes(job, kind, text) {
  const { report } = job;
  const isSaid = await killed(job, kind, WRITING[kind](text));
  const found = await named(job, text);
  const isRight = found.length === 1 || (!isSaid && found.length === 0);
  report.check(`${kind} is whole after a kill`, isRight, `${found.length}, said: ${isSaid}`);
  const again = await run(job, WRITING[kind](text));
  report.check(`${kind} ends well afterwards`, again.exitCode === 0, again.stderr);
  const now = await named(job, text);
  report.check(`${kind} is there once`, now.length === 1, `${now.length}`);
}

/** A change of a note: made if that was said, else made or not; the others stay. */
async function changes(job, name, text) {
  const { report } = job;
  await run(job, WRITING.remember(text));
  const [note] = await named(job, text);
  report.check('a note to change is there', note !== undefined, text);
  if (note === undefined) return;
  const next = `${text}, changed`;
  const { args, after } = COMMANDS[name]({ id: note.id, next });
  const others = (await all(job)).filter(({ id }) => id !== note.id);
  const isSaid = await killed(job, name, args);
  const now = await all(job);
  const changed = now.find(({ id }) => id === note.id);
  const isDone = after === undefined ? changed === undefined : has(changed, after);
  const isBefore = changed !== undefined && changed.summary === text;
  report.check(`${name} is done or not`, isDone || (!isSaid && isBefore), JSON.stringify(changed));
  const stayed = others.every(({ id, summary }) =>
    now.some((each) => each.id === id && each.summary === summary),
  );
  report.check(`${name} leaves the others`, stayed && now.length - others.length <= 1, args.join());
  const again = await run(job, args);
  const exits = after === undefined ? [0, 1, 2] : [0, 2];
  report.check(`${name} ends well afterwards`, exits.includes(again.exitCode), again.stderr);
  const last = (await all(job)).find(({ id }) => id === note.id);
  const isDoneNow = after === undefined ? last === undefined : has(last, after);
  report.check(`${name} is done when repeated`, isDoneNow, JSON.stringify(last));
}

function has(note, fields) {
  return note !== undefined && Object.entries(fields).every(([key, value]) => note[key] === value);
}

/** While another process holds the lock, a note is written and found all the same. */
async function whileLocked(job, text) {
  const { home, report } = job;
  const lock = native.IngestLock.tryAcquire(home, 'ingest', Date.now());
  report.check('the lock is free', lock !== null, '');
  try {
    const done = await run(job, WRITING.remember(text));
    report.check('a note is written while another writes', done.exitCode === 0, done.stderr);
    const found = await named(job, text);
    report.check('it is found meanwhile', found.length === 1, `${found.length}`);
    const query = await run(job, ['query', text, '--json']);
    const hits = JSON.parse(query.stdout).notes ?? [];
    report.check(
      'a query finds it too',
      hits.some(({ summary }) => summary === text),
      query.stderr,
    );
  } finally {
    lock?.release();
  }
  report.check('it is there once afterwards', (await named(job, text)).length === 1, text);
}

/** Runs a command that is killed, at some time or before some write. Returns whether it ended. */
async function killed(job, name, args) {
  const { home, cwd, random, report } = job;
  const atWrite = random.chance(0.5);
  const kill = { preload: PRELOAD, env: { KILL_AT: `${1 + random.below(WRITES_MAX)}` } };
  const began = performance.now();
  const { child, done } = start(home, args, { cwd, ...(atWrite ? kill : {}) });
  if (!atWrite) {
    const share = 0.3 + 0.7 * random.share();
    await Promise.race([sleep(share * (lasted.get(name) ?? LASTED_MS)), done]);
    if (child.exitCode === null) child.kill('SIGKILL');
  }
  const { exitCode, signal, stderr } = await done;
  const livedMs = performance.now() - began;
  if (signal === null) lasted.set(name, 0.9 * livedMs);
  else if (!atWrite) lasted.set(name, 1.1 * livedMs);
  report.did(`kills of ${name}`, signal === 'SIGKILL' ? 1 : 0);
  report.did('that came too late', signal === null ? 1 : 0);
  report.check(`${name} ends well or is killed`, exitCode === 0 || signal === 'SIGKILL', stderr);
  return exitCode === 0;
}

async function run({ home, cwd }, args) {
  return await mementor(home, args, { cwd });
}

async function all(job) {
  const { stdout } = await run(job, ['notes', 'list', '--state', 'all', '--json', '-n', '1000']);
  return JSON.parse(stdout).notes ?? [];
}

async function named(job, text) {
  return (await all(job)).filter(({ summary }) => summary === text);
}
