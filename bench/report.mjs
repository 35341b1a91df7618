/** What was measured, as tables: the generated part of RESULTS.md. */

import { figures } from './figures.mjs';
import { costOf, enginesOf, measuredValue, sizesOf } from './record.mjs';
import { count, digits, megabytes, table } from './table.mjs';

const BEGIN = '<!-- npm run bench: begin -->';
const END = '<!-- npm run bench: end -->';

/** Returns a page with the part between the markers replaced, or with it added at the end. */
export function replaced(page, generated) {
  const part = `${BEGIN}\n${generated.trim()}\n${END}`;
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n${part}\n`;
  return page.slice(0, from) + part + page.slice(to + END.length);
}

/** Returns all tables. `results` is the content of results.json. */
export function report(results) {
  const sections = [
    about(results),
    hooks(results),
    vectors(results),
    words(results),
    stores(results),
    ingest(results),
    embedding(results),
    growth(results),
  ];
  return sections.filter(Boolean).join('\n\n');
}

function about({ date, commit, command, machine, notes, seconds }) {
  const { processor, cores, memoryGB, simd, system, node, rust, sqlite } = machine;
  const changed = commit.endsWith('+') ? ' with changes' : '';
  const lines = [
    `## The product beside its peers, ${date.slice(0, 10)}`,
    '',
    `\`${command}\` at ${commit.slice(0, 7)}${changed}, in ${Math.round(seconds / 60)} minutes.`,
    `Machine: ${processor}, ${cores} cores, ${memoryGB} GB, ${simd}; ${system}; Node ${node}, Rust ${rust}, SQLite ${sqlite}.`,
    'All on one thread, Node’s own helpers aside. Engines take turns, by runs of five queries in a warm process (and one before that is not measured) or process by process, after a warm-up; a cell is the median of processor time, in brackets the median of the ratios of neighbouring samples and their quartiles.',
    'Quartiles of everything, and the time on the wall, are in [results.json](results.json).',
  ];
  return [...lines, ...notes.map((note) => `Note: ${note}.`)].join('\n');
}

function scopesOf({ costs }, prefix) {
  const own = costs.filter(({ id }) => id.startsWith(`${prefix}/`));
  return [...new Set(own.map(({ id }) => id.slice(prefix.length + 1)))];
}

/** Returns `product / peer`. */
function ratioOf({ ratios }, id, of, to) {
  return ratios.find((ratio) => ratio.id === id && ratio.of === of && ratio.to === to);
}

function range({ median, q1, q3 }) {
  return `${digits(median)} ×, ${digits(q1)}–${digits(q3)}`;
}

function inverse({ median, q1, q3 }) {
  return { median: 1 / median, q1: 1 / q3, q3: 1 / q1 };
}

/** Returns a cost, with how many times the reference's it is. */
function cell(results, id, engine, reference, shown = digits) {
  const cost = costOf(results, id, engine);
  if (cost === undefined) return '';
  const toPeer = ratioOf(results, id, engine, reference);
  const toProduct = ratioOf(results, id, reference, engine);
  if (toPeer) return `${shown(cost.median)} (${range(toPeer)})`;
  if (toProduct) return `${shown(cost.median)} (${range(inverse(toProduct))})`;
  return shown(cost.median);
}

/** Engines in rows, sizes in columns. */
function bySize(results, head, prefix, sizes, reference, shown) {
  const engines = sizes.flatMap((size) => enginesOf(results, `${prefix}/${size}`));
  const rows = [...new Set(engines)].map((engine) => [
    engine,
    ...sizes.map((size) => cell(results, `${prefix}/${size}`, engine, reference, shown)),
  ]);
  return table([[head, ...sizes.map(count)], ...rows]);
}

function measuredBySize(results, head, prefix, sizes, engines, shown) {
  const of = (engine, size) => measuredValue(results, `${prefix}/${size}`, engine);
  const known = engines.filter((engine) => of(engine, sizes.at(-1)) !== undefined);
  const shownOf = (value) => (value === undefined ? '' : shown(value));
  const rows = known.map((engine) => [engine, ...sizes.map((size) => shownOf(of(engine, size)))]);
  return table([[head, ...sizes.map(count)], ...rows]);
}

function hooks(results) {
  const size = sizesOf(results, 'hook/stop/cpu')[0];
  if (size === undefined) return undefined;
  const answered = measuredValue(results, `hook/prompt/answered/${size}`, 'product');
  return `### Hooks

Each in a process of its own, which reads the hook's JSON and ends; CPU time is the process's, user and system, and that of those it waits for.
The worker is what Stop leaves running: it takes in one turn and embeds it. ${digits(answered * 100)} % of the prompts were searched within the deadline.

${table(hookRows(results, size))}`;
}

function hookRows(results, size) {
  const node = 'node -e 0';
  const row = (name, kind, engine) => [
    name,
    cell(results, `hook/${kind}/cpu/${size}`, engine, node),
    cell(results, `hook/${kind}/wall/${size}`, engine),
    cell(results, `hook/${kind}/peak/${size}`, engine, undefined, megabytes),
  ];
  return [
    [`process, ${count(size)} chunks in the project`, 'CPU ms (× Node)', 'wall ms', 'peak MB'],
    row(node, 'prompt', node),
    row('prompt, searched by words and meaning', 'prompt', 'product'),
    row('prompt, dismissed', 'prompt', 'product, dismissed'),
    row('Stop', 'stop', 'product'),
    ...workerRows(results, size, node),
  ];
}

/** None where the worker could not be followed. */
function workerRows(results, size, node) {
  const worker = `hook/stop/worker-cpu/${size}`;
  if (!costOf(results, worker, 'product')) return [];
  const peak = costOf(results, `hook/stop/worker-peak/${size}`, 'product').median;
  return [['Stop’s worker', cell(results, worker, 'product', node), '', megabytes(peak)]];
}

function vectors(results) {
  const sizes = sizesOf(results, 'vectors/warm/cpu');
  if (sizes.length === 0) return undefined;
  const of = (head, prefix, shown) => bySize(results, head, prefix, sizes, 'product', shown);
  const engines = enginesOf(results, `vectors/warm/cpu/${sizes[0]}`);
  const others = scopesOf(results, 'vectors/warm/cpu').filter((scope) => scope.includes('-'));
  const parts = [
    `### Vectors in SQLite

384 dimensions, ten nearest, invented vectors in clusters; in brackets how many times the product's cost. Warm, the product keeps in memory 56 bytes of each vector, and of up to 20,480 their rows (484 bytes); cold it keeps nothing.
\`sqlite-vec\` is the crate, single precision by L2, compiled as the crate compiles itself (no AVX). \`sqlite-vector\` is its release for Python, quantised to INT8, in the same SQLite; preloaded it keeps all codes in memory. It quantises all anew after a change, and its rows hold no text.
All end with the ids of ten; the product's own search goes on from the same scan to the best chunk of each turn.`,
    of('warm, CPU ms', 'vectors/warm/cpu'),
    of('cold process, CPU ms of opening and the first query', 'vectors/cold/cpu'),
    of('cold process, peak MB', 'vectors/cold/peak', megabytes),
    measuredBySize(results, 'recall@10', 'vectors/recall', sizes, engines, digits),
    ...others.map((scope) => vectorsOf(results, scope, engines)),
    memoryFloor(results),
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** A table of vectors that are not the invented ones of one project: `SIZE-real`, `SIZE-tenth`. */
function vectorsOf(results, scope, engines) {
  const rows = engines.map((engine) => [
    engine,
    cell(results, `vectors/warm/cpu/${scope}`, engine, 'product'),
    digits(measuredValue(results, `vectors/recall/${scope}`, engine)),
  ]);
  const [size, kind] = scope.split('-');
  const head =
    kind === 'real'
      ? `${count(Number(size))} chunks of real transcripts, asked with beginnings of prompts, warm`
      : `one project with a tenth of ${count(Number(size))}, warm`;
  return table([[head, 'CPU ms', 'recall@10'], ...rows]);
}

function memoryFloor({ values }) {
  const reads = values.filter(({ id }) => id.startsWith('memory/read/'));
  if (reads.length === 0) return undefined;
  const floors = reads.map(({ id, value }) => {
    const bytes = Number(id.split('/')[2]);
    return `${megabytes(bytes)} MB in ${digits(bytes / 1e6 / value)} ms (${digits(value)} GB/s)`;
  });
  return `The floor, measured: one core reads ${floors.join(' and ')}, which are a million vectors at a bit and at a byte a dimension.`;
}

function words(results) {
  const sizes = sizesOf(results, 'words/warm/cpu');
  if (sizes.length === 0) return undefined;
  const matching = measuredValue(results, `words/matching/${sizes.at(-1)}`, 'fts5-porter');
  const against = (reference, head) => bySize(results, head, 'words/warm/cpu', sizes, reference);
  return `### Full text

Documents of about 412 characters, queries of eight content words, any of which may match: ${digits(matching * 100)} % of the documents hold one.
\`product-words\` is the product's search without a vector, \`product-whole\` with one that was made before: both rank turns, neighbourhoods and sessions and load ten hits with their texts. \`fts5\` gives ten ids by \`bm25()\`; \`porter\` is what the others are compared with here.

${against('fts5-porter', 'warm, CPU ms (× fts5-porter)')}

${bySize(results, 'cold process, CPU ms of opening and the first query', 'words/cold/cpu', sizes, 'fts5-porter')}

${bySize(results, 'cold process, peak MB', 'words/cold/peak', sizes, 'fts5-porter', megabytes)}`;
}

/** What building takes, and what lies on disk. */
function stores(results) {
  const built = results.values.filter(({ id }) => id.startsWith('store/bytes/'));
  const sizes = sizesOf(results, 'store/bytes');
  if (sizes.length === 0) return undefined;
  const engines = [...new Set(built.map(({ engine }) => engine))];
  const of = (head, kind, shown, names = engines) =>
    measuredBySize(results, head, `store/${kind}`, sizes, names, shown);
  const tables = [
    of('CPU µs a turn, to the size from the last one', 'build', digits),
    of('peak MB of building', 'build-peak', megabytes),
    of('bytes a turn on disk', 'bytes', digits),
    of('of these full text', 'word-bytes', digits, ['product']),
    of('and vectors', 'vector-bytes', digits, ['product']),
  ];
  const about = `### What the stores take

The product's is all of it, turns, texts, full text and vectors; the peers' are indexes without texts. The time holds that of inventing texts and vectors.`;
  return [about, ...tables].join('\n\n');
}

function ingest(results) {
  const corpus = scopesOf(results, 'ingest/cpu')[0];
  if (corpus === undefined) return undefined;
  const of = (name) => measuredValue(results, `ingest/${name}/${corpus}`, 'product');
  const id = `ingest/cpu/${corpus}`;
  const rows = enginesOf(results, id).map((engine) => {
    const speed = of('transcripts') / 1e3 / costOf(results, id, engine).median;
    const peak = costOf(results, `ingest/peak/${corpus}`, engine).median;
    return [engine, cell(results, id, engine, 'product'), digits(speed), megabytes(peak)];
  });
  return `### Transcripts to searchable text

${megabytes(of('transcripts'))} MB of transcripts (${results.corpus}) to ${digits(of('turns'))} turns and ${digits(of('chunks'))} chunks in a fresh store, which takes ${digits(of('database'))} % of that before vectors; the other two parse each line into values and keep nothing.

${table([['', 'CPU ms', 'MB/s', 'peak MB'], ...rows])}`;
}

function embedding(results) {
  const corpus = scopesOf(results, 'embedding/cpu')[0];
  if (corpus === undefined) return undefined;
  const of = (name) => measuredValue(results, `embedding/${name}/${corpus}`, 'product');
  const id = `embedding/cpu/${corpus}`;
  const rows = enginesOf(results, id).map((engine) => {
    const cost = cell(results, id, engine, 'product');
    return [engine, cost, digits(costOf(results, id, engine).median / of('step'))];
  });
  return `### Chunks to vectors

${digits(of('chunks'))} chunks of ${digits(of('tokens'))} tokens on average, ${digits(of('step'))} at a time. The product reads them from its store, makes tokens, embeds, and stores the vectors; the engines get the tokens of the same texts, padded together or one by one.

${table([['', 'CPU ms a step', 'CPU ms a chunk'], ...rows])}`;
}

function growth(results) {
  const sizes = sizesOf(results, 'hook/prompt/answered');
  if (sizes.length < 2) return undefined;
  const of = (head, kind, reference, shown) =>
    bySize(results, head, `hook/prompt/${kind}`, sizes, reference, shown);
  const hook = of('prompt hook, CPU ms (× Node)', 'cpu', 'node -e 0', digits);
  const peak = of('peak MB', 'peak', undefined, megabytes);
  const share = (value) => `${digits(value * 100)} %`;
  const head = 'searched within the deadline';
  const answered = 'hook/prompt/answered';
  const inTime = measuredBySize(results, head, answered, sizes, ['product'], share);
  const images = figures(results).map(([name, { title }]) => `![${title}](plots/${name}.svg)`);
  return `### Growth

${hook}

${peak}

${inTime}

${images.join('\n')}`;
}
