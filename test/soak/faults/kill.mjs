/** kill -9 at a random instant of whatever writes, again and again, then a run that is left alone. */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { handOver, isTakenIn } from '../hand-over.mjs';
import { useOtherModel } from '../other-model.mjs';
import {
  difference,
  isHarmless,
  isSame,
  mementor,
  promptHook,
  rowsOf,
  settled,
  start,
  turnsIn,
} from '../world.mjs';

const KILLS_MAX = 3;

/**
 * What is killed. `home` is like the undisturbed one or empty; `prepare` makes work for it; `run`
 * starts it; `share` is how much of an undisturbed run's time the instant is chosen from; `always`
 * says that the rows are those of the undisturbed store at any instant.
 */
const WORKS = [
  { name: 'creation', set: 'words', share: 0.25, run: ingest },
  { name: 'ingest', set: 'words', run: ingest },
  { name: 'ingest with vectors', set: 'vectors', run: ingest },
  { name: 'drain', set: 'words', prepare: handOver, run: drain, isDone: isTakenIn },
  { name: 'rebuild', set: 'words', home: 'like', always: true, run: rebuild },
  {
    name: 're-embedding',
    set: 'vectors',
    home: 'like',
    always: true,
    prepare: useOtherModel,
    run: ingest,
    finish: everyChunkHasItsVector,
  },
  {
    name: 'forgetting',
    set: 'words',
    home: 'like',
    prepare: chooseTurns,
    run: forget,
    // 1: they were forgotten already.
    exits: [0, 1],
    finish: nothingComesBack,
  },
];

/** Each kind in turn, so that a short run has them all. */
let turn = 0;

/** How long each work took of late: an instant after its end kills nothing. */
const lasted = new Map();

export async function kill({ world, random, report, expected }) {
  if (turn === 0) turn = random.below(WORKS.length);
  const work = WORKS[turn++ % WORKS.length];
  const set = expected[work.set];
  const home = world.newHome(work.home && set.home);
  const job = { home, set, random, vectors: set.vectors, env: {}, forgotten: [] };
  await work.prepare?.(job);
  let seen = turnsIn(rowsOf(home).rows);
  for (let kills = 1 + random.below(KILLS_MAX); kills > 0; kills -= 1) {
    const estimate = lasted.get(work.name) ?? set.tookMs * (work.share ?? 1);
    const after = random.share() * estimate;
    const began = performance.now();
    const stood = await killAfter(work.run(job), after, home);
    const livedMs = performance.now() - began;
    if (stood === undefined) lasted.set(work.name, 0.9 * livedMs);
    else lasted.set(work.name, 1.1 * Math.max(estimate, after));
    report.did(`kills of ${work.name}`, stood === undefined ? 0 : 1);
    report.did('that came too late', stood === undefined ? 1 : 0);
    seen = await stillThere(work, job, [...seen, ...(stood ?? [])], report);
  }
  await complete(work, job, report);
  world.discard(home);
}

/** Returns the turns that a reader saw just before; `undefined` when it had ended by itself. */
async function killAfter({ child, done }, afterMs, home) {
  await Promise.race([sleep(afterMs), done]);
  if (child.exitCode !== null) {
    await done;
    return undefined;
  }
  const stood = turnsIn(rowsOf(home).rows);
  child.kill('SIGKILL');
  const { signal } = await done;
  return signal === 'SIGKILL' ? stood : undefined;
}

async function stillThere(work, job, seen, report) {
  const { home, set, forgotten } = job;
  const hook = await promptHook(home, job);
  report.check(`a hook is harmless after a kill of ${work.name}`, isHarmless(hook), hook.stdout);
  await settled(home);
  const { integrity, rows } = rowsOf(home);
  // Before its schema is committed, a database is an empty file.
  const isSound = integrity === 'ok' || (seen.length === 0 && !isSchemaThere(home));
  report.check(`the store is sound after a kill of ${work.name}`, isSound, integrity);
  const now = new Set(turnsIn(rows));
  const gone = [...new Set(seen)].filter((each) => !now.has(each));
  const isWhole = gone.length === 0 || (work.run === forget && isSame(gone, forgotten));
  report.check(`what was committed is there after a kill of ${work.name}`, isWhole, gone.join());
  if (work.always) {
    const differs = () => difference(rows, set.rows);
    report.check(`every turn is whole during ${work.name}`, isSame(rows, set.rows), differs);
  }
  return [...now];
}

async function complete(work, job, report) {
  const { home, set } = job;
  const { isDone = () => true, exits = [0] } = work;
  let done;
  for (let runs = 0; runs < 10 && (done === undefined || !isDone(job)); runs += 1) {
    done = await work.run(job).done;
  }
  report.check(`${work.name} ends well afterwards`, exits.includes(done.exitCode), done.stderr);
  if (work.finish !== undefined) {
    await work.finish(job, report);
    return;
  }
  const { integrity, rows } = rowsOf(home);
  report.check('the store is sound afterwards', integrity === 'ok', integrity);
  const differs = () => difference(rows, set.rows);
  report.check(`${work.name} comes to the undisturbed rows`, isSame(rows, set.rows), differs);
}

function isSchemaThere(home) {
  const database = join(home, 'memory.db');
  return existsSync(database) && readFileSync(database).length > 4_096;
}

function ingest({ home, set, ...options }) {
  return start(home, ['ingest', set.transcripts], options);
}

function drain({ home, ...options }) {
  return start(home, ['drain'], options);
}

function rebuild({ home, ...options }) {
  return start(home, ['repair', '--indexes'], options);
}

/** A fresh open finds every chunk embedded, and the same answers as a store that was never killed. */
async function everyChunkHasItsVector({ home, set, ...options }, report) {
  const status = JSON.parse((await mementor(home, ['status', '--json'], options)).stdout);
  report.check('no chunk waits after re-embedding', status.pending === 0, String(status.pending));
  const { integrity, rows } = rowsOf(home);
  report.check('the store is sound afterwards', integrity === 'ok', integrity);
  report.check('re-embedding changes no row', isSame(rows, set.rows));
  const scores = await answers(home, options);
  set.other ??= scores;
  report.check('every re-embedded store gives the same answers', scores === set.other, scores);
}

async function answers(home, options) {
  const args = ['query', 'how long are fetch retries waited for', '--all-projects', '--json'];
  const { hits } = JSON.parse((await mementor(home, args, options)).stdout);
  return JSON.stringify(hits.map(({ turn, similarity }) => [turn, similarity?.toFixed(4)]));
}

// ------------------------------------------------------------------------------------- forgetting

/** Some turns with all that goes with them: parts of a long turn, work of subagents. */
async function chooseTurns(job) {
  const { home, set, random } = job;
  const some = turnsIn(set.rows).filter(() => random.chance(0.1));
  if (some.length === 0) some.push(turnsIn(set.rows)[0]);
  const { stdout } = await mementor(home, ['forget', ...some, '--dry-run', '--json']);
  job.forgotten = JSON.parse(stdout).turns.map(({ turn }) => turn);
}

function forget({ home, forgotten, ...options }) {
  return start(home, ['forget', ...forgotten, '--yes'], options);
}

/** Neither by taking the transcripts in again, nor in the bytes, nor when the database is lost. */
async function nothingComesBack(job, report) {
  const { home, set, forgotten } = job;
  await ingest(job).done;
  const { integrity, rows } = rowsOf(home);
  report.check('the store is sound afterwards', integrity === 'ok', integrity);
  const gone = new Set(forgotten);
  const left = turnsIn(set.rows).filter((each) => !gone.has(each));
  report.check('what was forgotten stays away, the rest is there', isSame(turnsIn(rows), left));
  const traces = tracesOf(home, promptsOf(set.rows, gone));
  report.check('no byte of what was forgotten is left', traces.length === 0, traces.join());
  for (const name of ['memory.db', 'memory.db-wal', 'memory.db-shm']) {
    rmSync(join(home, name), { force: true });
  }
  await ingest(job).done;
  const again = turnsIn(rowsOf(home).rows);
  report.check('what was forgotten stays away without its database', isSame(again, left));
}

/** Prompts that stand in no other turn. */
function promptsOf(rows, turns) {
  const isMeant = (row) => turns.has(turnsIn([row])[0]);
  return rows.filter(isMeant).flatMap((row) => /Question \d+ of \d+: [^?]*/.exec(row)?.[0] ?? []);
}

function tracesOf(home, texts) {
  const paths = ['memory.db', 'memory.db-wal'].map((name) => join(home, name)).filter(existsSync);
  return paths.filter((path) => texts.some((text) => readFileSync(path).includes(text)));
}
