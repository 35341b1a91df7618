/** Transcripts to searchable text beside a bare parse, and chunks to vectors beside the engines. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const parser = fileURLToPath(new URL('../parse.mjs', import.meta.url));

/**
 * Measures ingest; returns the home of the last round, whose chunks wait for their vectors, and
 * the name of the corpus: only runs over the same one can be compared.
 */
export function ingest({ tool, record, dir, transcripts, rounds }) {
  const home = (round) => join(dir, `ingest-${round}`);
  const runs = Array.from({ length: rounds }, (_, round) => {
    const product = tool.inProcess('ingest', { transcripts, home: home(round) });
    const bare = tool.inProcess('parse', { transcripts, models: undefined });
    const node = tool.spawn([process.execPath, parser, transcripts]);
    const inNode = { ...node, found: JSON.parse(node.stdout) };
    return { product, 'serde_json::Value': bare, 'JSON.parse': inNode };
  });
  const { transcriptBytes } = runs[0].product.found;
  const corpus = `${(transcriptBytes / 1e6).toFixed(1)}MB`;
  recordCosts(record, corpus, runs);
  recordStore(record, corpus, runs[0].product.found);
  return { home: home(rounds - 1), corpus };
}

function recordCosts(record, corpus, runs) {
  const of = (pick) => {
    const samples = Object.keys(runs[0]).map((name) => [name, runs.map((run) => pick(run[name]))]);
    return Object.fromEntries(samples);
  };
  const [cpu, wall] = [of(({ found }) => found.cpuMs), of(({ found }) => found.wallMs)];
  const peak = of(({ peakBytes }) => peakBytes);
  record.cost(`ingest/cpu/${corpus}`, 'ms', cpu);
  record.cost(`ingest/wall/${corpus}`, 'ms', wall);
  record.cost(`ingest/peak/${corpus}`, 'B', peak);
}

function recordStore(record, corpus, { transcriptBytes, databaseBytes, turns, chunks }) {
  record.value(`ingest/transcripts/${corpus}`, 'product', 'B', transcriptBytes);
  record.value(`ingest/turns/${corpus}`, 'product', 'turns', turns);
  record.value(`ingest/chunks/${corpus}`, 'product', 'chunks', chunks);
  const share = (databaseBytes / transcriptBytes) * 100;
  record.value(`ingest/database/${corpus}`, 'product', '% of the transcripts', share, 'lower');
}

/** Measures embedding of chunks that wait, beside the engines alone on the same texts. */
export function embedding({ tool, record, home, corpus, chunks, library }) {
  const { found, peakBytes } = tool.inProcess('embedding', { home, chunks, onnxruntime: library });
  const { product, ...alone } = found.engines;
  const engines = Object.entries({ product, ...alone });
  const of = (field) =>
    Object.fromEntries(engines.map(([name, samples]) => [name, samples[field]]));
  record.cost(`embedding/cpu/${corpus}`, 'ms a step', of('cpuMs'));
  record.cost(`embedding/wall/${corpus}`, 'ms a step', of('wallMs'));
  const steps = engines[0][1].cpuMs.length;
  record.value(`embedding/chunks/${corpus}`, 'product', 'chunks', found.chunks);
  record.value(`embedding/step/${corpus}`, 'product', 'chunks', found.chunks / steps);
  record.value(
    `embedding/tokens/${corpus}`,
    'product',
    'tokens a chunk',
    found.tokens / found.chunks,
  );
  record.value(`embedding/peak/${corpus}`, 'all engines in one process', 'B', peakBytes);
}
