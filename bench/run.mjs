/**
 * Measures the product beside what can be installed to do the same:
 *
 *   npm run bench -- [--quick] [--compare] [--transcripts DIR] [--work DIR]
 *
 * A whole run takes about twenty minutes and some 12 GB of a temporary folder. It writes
 * bench/results.json, the plots, and the generated part of bench/RESULTS.md, and says what became
 * worse against the results.json that was there. With --quick it stops at 100,000 chunks, takes
 * about three minutes, and writes nothing. With --compare only what became worse is printed, and
 * nothing is written. With both it also counts instructions, and fails when a figure costs more
 * than a tenth above bench/instructions.json; no time makes it fail.
 */

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { regressions } from './compare.mjs';
import { figures } from './figures.mjs';
import { compared } from './instructions/counted.mjs';
import { commit, machine } from './machine.mjs';
import { promptHook, stopHook } from './measure/hooks.mjs';
import { grow, otherVectors, vectors, words } from './measure/store.mjs';
import { embedding, ingest } from './measure/transcripts.mjs';
import { findPeers } from './peers.mjs';
import { plot } from './plot.mjs';
import { makeRecord } from './record.mjs';
import { replaced, report } from './report.mjs';
import { makeTool, root } from './tool.mjs';

/** How much is measured. The chunks at which all hooks are measured are the same in both. */
const PLANS = {
  full: {
    sizes: [10_000, 30_000, 100_000, 300_000, 1_000_000],
    queries: 30,
    hookRounds: 15,
    growthRounds: 5,
    ingestRounds: 5,
    chunks: 100,
    inventedMB: 60,
    tenth: true,
    realChunks: 6_000,
  },
  quick: {
    sizes: [10_000, 100_000],
    queries: 15,
    hookRounds: 7,
    growthRounds: 3,
    ingestRounds: 3,
    chunks: 56,
    inventedMB: 20,
    tenth: false,
    realChunks: 0,
  },
};
const HOOK_SIZE = 100_000;
/** A million are ranked by the slowest engines in more than a second each. */
const WORD_QUERIES_MAX = 20;
const PROJECTS = 10;

const paths = {
  results: join(root, 'bench', 'results.json'),
  page: join(root, 'bench', 'RESULTS.md'),
  plots: join(root, 'bench', 'plots'),
};

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    compare: { type: 'boolean' },
    transcripts: { type: 'string' },
    work: { type: 'string' },
  },
});

const started = performance.now();

function tell(line) {
  const seconds = String(Math.round((performance.now() - started) / 1_000)).padStart(5);
  process.stderr.write(`${seconds} s  ${line}\n`);
}

function earlier() {
  try {
    return JSON.parse(readFileSync(paths.results, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Runs the plan in a folder; returns what stands in results.json. */
function measured(tool, folder, plan) {
  const record = makeRecord();
  const peers = findPeers(tool, join(folder, 'sqlite-vector'), record);
  const common = { tool, record, tell, ...peers };
  readMemory(common);
  takeIn(common, folder, plan);
  growStores(common, folder, plan);
  if (plan.tenth) searchTenth(common, folder, plan);
  return {
    version: 1,
    date: new Date().toISOString(),
    commit: commit(),
    command: command(),
    machine: machine(tool),
    corpus: options.transcripts ? 'real ones' : 'invented ones',
    seconds: Math.round((performance.now() - started) / 1_000),
    notes: record.notes,
    costs: record.costs,
    ratios: record.ratios,
    values: record.values,
  };
}

/** Returns what was typed, without this machine's folders. */
function command() {
  const flags = [options.quick && '--quick', options.transcripts && '--transcripts DIR'];
  return ['npm run bench', ...(flags.some(Boolean) ? ['--'] : []), ...flags.filter(Boolean)].join(
    ' ',
  );
}

function readMemory({ tool, record }) {
  for (const { bytes, gigabytesPerSecond } of tool.measure('bandwidth', { models: undefined })
    .reads) {
    record.value(`memory/read/${bytes}`, 'one core', 'GB/s', gigabytesPerSecond);
  }
}

function takeIn(common, folder, plan) {
  const dir = join(folder, 'transcripts');
  mkdirSync(dir);
  let transcripts = options.transcripts && resolve(options.transcripts);
  if (!transcripts) {
    transcripts = join(dir, 'invented');
    common.tool.measure('transcripts', { to: transcripts, megabytes: plan.inventedMB });
  }
  tell('ingest beside a bare parse');
  const rounds = plan.ingestRounds;
  const { home, corpus } = ingest({ ...common, dir, transcripts, rounds });
  tell('embedding beside the engines');
  embedding({ ...common, home, corpus, chunks: plan.chunks });
  if (options.transcripts && plan.realChunks > 0) searchReal(common, folder, plan, home);
  rmSync(dir, { recursive: true, force: true });
}

function growStores(common, folder, plan) {
  const dir = join(folder, 'grown');
  mkdirSync(dir);
  const { prompts } = common.tool.measure('prompts', { count: plan.hookRounds });
  let from = 0;
  for (const size of plan.sizes) {
    grow({ ...common, dir, from, to: size });
    from = size;
    tell(`searches over ${size} turns`);
    vectors({ ...common, dir, size, queries: plan.queries });
    words({ ...common, dir, size, queries: Math.min(plan.queries, WORD_QUERIES_MAX) });
    const whole = size === HOOK_SIZE;
    const rounds = whole ? plan.hookRounds : plan.growthRounds;
    tell(`hooks over ${size} turns`);
    promptHook({ ...common, dir, size, rounds, prompts });
    if (whole) stopHook({ ...common, dir, size, rounds, prompts });
  }
  rmSync(dir, { recursive: true, force: true });
}

/** One project of several, which hold the same number of vectors each. */
function searchTenth(common, folder, { queries }) {
  const about = { projects: PROJECTS };
  const scope = `${HOOK_SIZE}-tenth`;
  const dir = join(folder, 'tenth');
  otherVectors({ ...common, dir, size: HOOK_SIZE, queries, scope, about });
}

/** The vectors of chunks that wait in a home. */
function searchReal(common, folder, { queries, realChunks }, home) {
  const vectors = join(folder, 'vectors');
  common.tell(`embedding up to ${realChunks} real chunks`);
  const { stored } = common.tool.measure('vectors', { home, chunks: realChunks, vectors });
  const dir = join(folder, 'real');
  otherVectors({
    ...common,
    dir,
    size: stored,
    queries,
    scope: `${stored}-real`,
    about: { vectors },
  });
}

function write(results, text) {
  writeFileSync(paths.results, `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(paths.page, replaced(readFileSync(paths.page, 'utf8'), text));
  mkdirSync(paths.plots, { recursive: true });
  for (const [name, content] of figures(results)) {
    writeFileSync(join(paths.plots, `${name}.svg`), plot(content));
  }
}

/** Prints what became slower than in the earlier run. With --compare no time makes the run fail. */
function tellRegressions(tool, folder, before) {
  try {
    const results = measured(tool, folder, options.quick ? PLANS.quick : PLANS.full);
    const text = report(results);
    if (!options.compare) console.log(text);
    if (!options.quick && !options.compare) write(results, text);
    for (const line of regressions(before, results)) console.log(`note: ${line}`);
  } catch (error) {
    if (!options.compare) throw error;
    console.log(`note: times were not measured: ${error.message}`);
  }
}

/** Fails when a figure costs more instructions than it may. */
function checkInstructions(tool) {
  tell('counting instructions');
  const { failures, notes } = compared(tool);
  for (const line of notes) console.log(`note: ${line}`);
  for (const line of failures) console.log(`error: ${line}`);
  if (failures.length > 0) process.exitCode = 1;
}

const before = earlier();
const work = resolve(options.work ?? tmpdir());
mkdirSync(work, { recursive: true });
const folder = realpathSync(mkdtempSync(join(work, 'mementor-bench-')));
try {
  tell('building mementor-bench');
  const tool = makeTool();
  tellRegressions(tool, folder, before);
  if (options.quick && options.compare) checkInstructions(tool);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
