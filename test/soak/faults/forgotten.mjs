/** The database or the list of what was forgotten is damaged or lost, one at a time: it stays away. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { handOver } from '../hand-over.mjs';
import { isSame, mementor, rowsOf, settled, turnsIn } from '../world.mjs';

const PAGE_BYTES = 4_096;

/** What is done to one file; the other one stays whole. */
const HARMS = [
  { name: 'database deleted', file: 'memory.db', harm: () => undefined },
  { name: 'first page zeroed', file: 'memory.db', harm: (bytes) => bytes.fill(0, 0, PAGE_BYTES) },
  { name: 'header spoilt', file: 'memory.db', harm: (bytes, random) => spoilt(bytes, 100, random) },
  { name: 'a page spoilt', file: 'memory.db', harm: pageSpoilt },
  { name: 'database cut', file: 'memory.db', harm: cut },
  { name: 'list deleted', file: 'forgotten.jsonl', harm: () => undefined },
  { name: 'list cut', file: 'forgotten.jsonl', harm: cut },
  {
    name: 'list torn',
    file: 'forgotten.jsonl',
    harm: (bytes) => Buffer.concat([bytes, HALF_LINE]),
  },
];

const HALF_LINE = Buffer.from('"8037c875-');

let turn = 0;

export async function forgotten({ world, random, report, expected }) {
  if (turn === 0) turn = random.below(HARMS.length);
  const set = expected.words;
  const home = world.newHome(set.home);
  const gone = await forgetSome({ home, set, random, report });
  const left = turnsIn(set.rows).filter((each) => !gone.has(each));
  // A list that was lost is made again from the database, and the other way round.
  for (let times = 2; times > 0; times -= 1) {
    const { name, file, harm } = HARMS[turn++ % HARMS.length];
    spoil(home, file, harm, random);
    report.did(name, 1);
    await takeInAndRepair({ home, set, report });
    const { integrity, rows } = rowsOf(home);
    report.check('the store is sound', integrity === 'ok', integrity);
    const differs = `${turnsIn(rows).filter((each) => gone.has(each))}`;
    report.check(`the forgotten stay away: ${name}`, isSame(turnsIn(rows), left), differs);
  }
  world.discard(home);
}

/** Returns the turns that are gone: some, and what goes with them. */
async function forgetSome({ home, set, random, report }) {
  const some = turnsIn(set.rows).filter(() => random.chance(0.1));
  if (some.length === 0) some.push(turnsIn(set.rows)[0]);
  const done = await mementor(home, ['forget', ...some, '--yes', '--json']);
  report.check('turns are forgotten', done.exitCode === 0, done.stderr + done.stdout);
  return new Set(JSON.parse(done.stdout).turns.map((each) => each.turn));
}

async function takeInAndRepair({ home, set, report }) {
  await handOver({ home, set });
  await mementor(home, ['drain']);
  await mementor(home, ['ingest', set.transcripts]);
  await settled(home);
  // Taking in does not look for damage that it does not meet.
  const repair = await mementor(home, ['repair']);
  report.check('a repair ends well', repair.exitCode <= 1, repair.stderr);
  await mementor(home, ['ingest', set.transcripts]);
  await settled(home);
}

function spoil(home, file, harm, random) {
  const path = join(home, file);
  if (!existsSync(path)) return;
  const bytes = harm(readFileSync(path), random);
  for (const side of ['-wal', '-shm']) rmSync(`${path}${side}`, { force: true });
  if (bytes === undefined) rmSync(path);
  else writeFileSync(path, bytes);
}

function cut(bytes, random) {
  return bytes.subarray(0, random.below(bytes.length));
}

function spoilt(bytes, length, random) {
  for (let at = 0; at < Math.min(length, bytes.length); at += 1) bytes[at] ^= random.below(256);
  return bytes;
}

function pageSpoilt(bytes, random) {
  const page = random.below(Math.max(1, Math.floor(bytes.length / PAGE_BYTES)));
  spoilt(bytes.subarray(page * PAGE_BYTES), PAGE_BYTES, random);
  return bytes;
}
