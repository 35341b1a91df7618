/** Bits that turn and files that are cut, in anything that lies in a home or beside it. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { handOver } from '../hand-over.mjs';
import {
  difference,
  isHarmless,
  isSame,
  mementor,
  models,
  promptHook,
  rowsOf,
  settled,
  start,
  turnsIn,
} from '../world.mjs';

/** What is damaged, and what `prepare` puts there first. */
const KINDS = [
  { name: 'database', files: () => ['memory.db'] },
  { name: 'database', files: () => ['memory.db'] },
  { name: 'first page', files: () => ['memory.db'], damage: spoilFirstPage, after: expectAllFound },
  { name: 'log', files: () => ['memory.db-wal'], prepare: leaveLog },
  { name: 'file of a log', files: () => ['memory.db'], prepare: leaveLog, damage: cutOff },
  { name: 'log index', files: () => ['memory.db-shm'], prepare: leaveLog },
  { name: 'model', set: 'vectors', files: modelFiles, prepare: copyModels },
  { name: 'small files', files: smallFiles, prepare: writeSmallFiles },
];

let turn = 0;

export async function damage({ world, random, report, expected }) {
  if (turn === 0) turn = random.below(KINDS.length);
  const kind = KINDS[turn++ % KINDS.length];
  const { name, set: setName = 'words', files, prepare, damage: spoilIt = spoil, after } = kind;
  const set = expected[setName];
  const home = world.newHome(prepare === leaveLog ? undefined : set.home);
  const job = { home, set, random, vectors: set.vectors };
  await prepare?.(job);
  const paths = files(job)
    .map((file) => join(home, file))
    .filter(existsSync);
  if (paths.length > 0) {
    report.did(spoilIt(random.oneOf(paths), random, name));
    await live(job, report);
    after?.(job, report);
  }
  world.discard(home);
}

/** Damages a file at random places; returns what was done. */
function spoil(path, random, name) {
  const bytes = readFileSync(path);
  if (bytes.length === 0 || random.chance(0.3)) {
    writeFileSync(path, bytes.subarray(0, random.below(bytes.length + 1)));
    return `${name} cut`;
  }
  const isRun = random.chance(0.3);
  const from = random.below(bytes.length);
  for (let turned = 1 + random.below(32); turned > 0; turned -= 1) {
    const at = isRun ? (from + turned) % bytes.length : random.below(bytes.length);
    bytes[at] ^= 1 << random.below(8);
  }
  writeFileSync(path, bytes);
  return `${name} flipped`;
}

/** Takes every byte of a database whose turns stand in its log. */
function cutOff(path, _, name) {
  writeFileSync(path, '');
  return `${name} cut`;
}

/** Damages the header, or all of the first page, which holds the schema too. */
function spoilFirstPage(path, random, name) {
  const bytes = readFileSync(path);
  const end = Math.min(bytes.length, random.oneOf([16, 64, 100, 4_096]));
  const isZeroed = random.chance(0.5);
  for (let at = 0; at < end; at += 1) bytes[at] = isZeroed ? 0 : random.below(256);
  writeFileSync(path, bytes);
  return `${name} ${isZeroed ? 'zeroed' : 'overwritten'}`;
}

/** Hooks, a worker, and a person go on. */
async function live(job, report) {
  const { home, set, vectors } = job;
  const options = { vectors, env: job.env };
  const hook = await promptHook(home, options);
  report.check('a hook is harmless', isHarmless(hook), hook.stdout);
  await handOver({ home, set: { paths: set.paths.slice(0, 3) } });
  const worker = await mementor(home, ['drain'], options);
  const isSilent = worker.exitCode === 0 && worker.stdout === '';
  report.check('a worker ends', isSilent, worker.stderr);
  const query = await mementor(home, ['query', 'retry queue', '--all-projects'], options);
  report.check('a query never breaks', isExpected(query), query.stderr);
  const ingest = await mementor(home, ['ingest', set.transcripts], options);
  report.check('an ingest ends well or tells why', isExpected(ingest), ingest.stderr);
  if (/config\.json/.test(ingest.stderr)) {
    writeFileSync(join(home, 'config.json'), '{}');
    await mementor(home, ['ingest', set.transcripts], options);
  }
  await settled(home);
  // Taking in does not look for damage that it does not meet.
  const repair = await mementor(home, ['repair'], options);
  report.check('a repair ends well or tells why', isExpected(repair), repair.stderr);
  await mementor(home, ['ingest', set.transcripts], options);
  await settled(home);
  compare(job, report);
}

/** The transcripts are not needed: every turn stands on a page that is whole. */
function expectAllFound({ home }, report) {
  const name = readdirSync(home).find((each) => each.startsWith('memory.db.saved-'));
  const text = name === undefined ? '{}' : readFileSync(join(home, name), 'utf8');
  const { found, expected } = JSON.parse(text).outcome ?? {};
  report.check('every turn is found in the pages', found > 0 && found === expected, text);
}

/** Done, nothing found, or an error of ours with a hint. */
function isExpected({ exitCode, stderr }) {
  if (exitCode === 0 || exitCode === 1) return true;
  return exitCode === 2 && /error: .+\n\nhint: /s.test(stderr) && !/INTERNAL|panic/i.test(stderr);
}

/** What no check of the file can see, such as a bit of a name, is told and is no failure. */
function compare({ home, set }, report) {
  const { integrity, rows } = rowsOf(home);
  report.check('the store is sound', integrity === 'ok', integrity);
  const isMoved = readdirSync(home).some((name) => name.startsWith('memory.db.damaged-'));
  report.did('moved aside', isMoved ? 1 : 0);
  const differs = () => difference(rows, set.rows);
  if (isMoved || !isSeenByNobody(rows, set.rows)) {
    report.check('the rows are the undisturbed ones', isSame(rows, set.rows), differs);
  } else report.did('that nothing notices', 1);
}

/** Whether a few values differ, and all turns but one or two are there. */
function isSeenByNobody(rows, wanted) {
  if (isSame(rows, wanted)) return false;
  const there = new Set(turnsIn(rows));
  const missing = turnsIn(wanted).filter((each) => !there.has(each));
  return missing.length <= 2 && Math.abs(rows.length - wanted.length) <= wanted.length / 100;
}

// ------------------------------------------------------------------------------------ preparations

/** A writer that was killed leaves its log. */
async function leaveLog({ home, set, random }) {
  const { child, done } = start(home, ['ingest', set.transcripts]);
  await Promise.race([sleep(set.tookMs * (0.5 + random.share() / 2)), done]);
  child.kill('SIGKILL');
  await done;
}

function copyModels(job) {
  const folder = join(job.home, 'bundled');
  cpSync(models, folder, { recursive: true });
  job.env = { MEMENTOR_MODELS: folder };
}

function modelFiles({ home }) {
  const files = readdirSync(join(home, 'bundled'), { recursive: true });
  return files
    .map((name) => join('bundled', name))
    .filter((name) => statSync(join(home, name)).isFile() && !name.endsWith('.md'));
}

/** The small files, as a session or two leave them. */
async function writeSmallFiles({ home, set }) {
  writeFileSync(join(home, 'config.json'), JSON.stringify({ limit: 7, rate: 3, recall: true }));
  await mementor(home, ['export', '--database', join(home, '..', 'copy.db')]);
  await promptHook(home);
  await promptHook(home);
  mkdirSync(join(home, 'inbox'), { recursive: true });
  await handOver({ home, set: { paths: set.paths.slice(0, 2) } });
}

function smallFiles({ home }) {
  const below = (folder) => {
    const names = existsSync(join(home, folder)) ? readdirSync(join(home, folder)) : [];
    return names.map((name) => join(folder, name));
  };
  const own = ['config.json', 'state.json'];
  const others = ['mementor.log', 'ingest.lock'];
  return [...own, ...others, ...below('inbox'), ...below('recalls')];
}
