/**
 * Compares embedding models, each given as a folder with a manifest.json: how well vectors alone,
 * words alone and both find the right turn, and what a cold process pays for one query.
 *
 *   node bench/models.mjs --questions FILE --transcripts DIR [--models DIR]... [--onnxruntime LIB]
 *
 * FILE has one JSON object a line with `query`, `kind`, `gold_file` ("folder/name.jsonl") and
 * `gold_turns` (uuids of prompts); DIR has one folder of transcripts a project. A model
 * that is not packed needs ONNX Runtime's library, and the engines (`npm run build:engines`).
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const addon = fileURLToPath(new URL('../native/mementor.node', import.meta.url));
const engines = fileURLToPath(new URL('../native/mementor-engines.node', import.meta.url));
const bundled = fileURLToPath(new URL('../models', import.meta.url));
const native = createRequire(import.meta.url)(addon);

const COLD_RUNS = 11;

function open(home, models, engine) {
  const options = { home, models, busyMs: 1_000, threads: 2, nowMs: 0 };
  return native.IngestLock.tryAcquire(home).open({ ...options, ...engine }, false, true);
}

function ingest(memory, transcripts) {
  for (const project of readdirSync(transcripts)) {
    for (const name of readdirSync(join(transcripts, project))) {
      while (
        !memory.ingest(
          join(transcripts, project, name),
          { env: {}, cwd: '/', homedir: '/' },
          project,
        ).done
      );
    }
  }
}

function embed(memory) {
  const started = process.cpuUsage();
  let chunks = 0;
  for (let more = true; more; ) {
    const step = memory.makeReady();
    chunks += step.embedded;
    more = step.more;
  }
  const used = process.cpuUsage(started);
  return { chunks, msEach: (used.user + used.system) / 1_000 / chunks };
}

/** Rank of the first gold turn, from 1; Infinity when it is not there. */
function rankOf(hits, gold, score) {
  const ordered = hits.filter((hit) => score(hit) != null).sort((a, b) => score(b) - score(a));
  const at = ordered.findIndex((hit) => gold.includes(hit.turn));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

function ranks(memory, questions) {
  return questions.map((question) => {
    const project = question.gold_file.split('/')[0];
    const within = { directory: '', project, everything: false };
    const asked = { text: question.query, limit: 10_000, within, filter: {}, turns: true };
    const { hits } = memory.query({ ...asked, nowMs: Date.now() }, () => 0);
    return {
      kind: question.kind,
      vectors: rankOf(hits, question.gold_turns, (hit) => hit.similarity),
      words: rankOf(hits, question.gold_turns, (hit) => hit.textScore),
      fused: rankOf(hits, question.gold_turns, (hit) => hit.score),
    };
  });
}

function share(found, method, k) {
  return found.filter((rank) => rank[method] <= k).length;
}

/** Medians of cold processes, each with one query of a directory that holds nothing. */
function cold(home, models, engine) {
  const script = `
    const native = require(${JSON.stringify(addon)});
    const started = process.cpuUsage();
    const memory = native.Memory.open({ home: ${JSON.stringify(home)}, models: ${JSON.stringify(models)},
      busyMs: 1000, threads: 1, nowMs: 0, ...${JSON.stringify(engine)} });
    memory.query({ text: 'why did the retry queue stall', limit: 5, within: { directory: '/', everything: true }, filter: {}, turns: true, nowMs: 0 }, () => 0);
    const used = process.cpuUsage(started);
    console.log(JSON.stringify({ ms: (used.user + used.system) / 1000, mb: process.resourceUsage().maxRSS / 1024 }));`;
  const runs = Array.from({ length: COLD_RUNS }, () =>
    JSON.parse(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout),
  );
  const median = (name) => runs.map((run) => run[name]).sort((a, b) => a - b)[COLD_RUNS >> 1];
  return { ms: median('ms'), mb: median('mb') };
}

function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)));
  const line = (row) => `| ${row.map((cell, i) => String(cell).padEnd(widths[i])).join(' | ')} |`;
  return [line(rows[0]), line(widths.map((w) => '-'.repeat(w))), ...rows.slice(1).map(line)].join(
    '\n',
  );
}

const { values } = parseArgs({
  options: {
    questions: { type: 'string' },
    transcripts: { type: 'string' },
    models: { type: 'string', multiple: true, default: [bundled] },
    onnxruntime: { type: 'string' },
  },
});
if (!values.questions || !values.transcripts) {
  console.error(
    'usage: node bench/models.mjs --questions FILE --transcripts DIR [--models DIR]...',
  );
  process.exit(2);
}
const questions = readFileSync(values.questions, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line))
  .filter((question) => (question.gold_turns ?? []).length > 0);

const METHODS = ['words', 'vectors', 'fused'];
const CUTS = [1, 3, 5, 10];

/** Returns the rows of one model: `{ quality: [row, …], cost: row }`. */
function measured(models, engine, questions) {
  const { id, engine: runs } = native.model('', models);
  const name = `${id}, ${runs}`;
  const home = mkdtempSync(join(tmpdir(), `bench-${basename(models)}-`));
  const memory = open(home, models, engine);
  ingest(memory, values.transcripts);
  const { chunks, msEach } = embed(memory);
  const quality = qualityOf(name, ranks(memory, questions));
  const { ms, mb } = cold(home, models, engine);
  rmSync(home, { recursive: true, force: true });
  return { quality, cost: [name, chunks, msEach.toFixed(1), ms.toFixed(0), mb.toFixed(0)] };
}

/** A row for each method and kind of question. */
function qualityOf(name, all) {
  const kinds = ['all', ...new Set(all.map((rank) => rank.kind))];
  return METHODS.flatMap((method) =>
    kinds.map((kind) => {
      const found = all.filter((rank) => kind === 'all' || rank.kind === kind);
      return [name, method, kind, found.length, ...CUTS.map((k) => share(found, method, k))];
    }),
  );
}

// For models that are not packed.
const engine = values.onnxruntime ? { engines, onnxruntime: values.onnxruntime } : {};
const results = values.models.map((models) => measured(models, engine, questions));
const quality = [
  ['model', 'method', 'kind', 'n', ...CUTS.map((k) => `hit@${k}`)],
  ...results.flatMap((result) => result.quality),
];
const cost = [
  ['model', 'chunks', 'embedding, CPU ms a chunk', 'cold query, CPU ms', 'peak MB'],
  ...results.map((result) => result.cost),
];
console.log(`${table(quality)}\n\n${table(cost)}`);
