/** Vector search and full text over stores of invented turns, as they grow. */

const COLD_ROUNDS = 5;

/** Names of the engines in the tables. */
const VECTOR_ENGINES = ['product', 'sqlite-vec', 'sqlite-vector', 'sqlite-vector-preloaded'];
const WORD_ENGINES = ['product-words', 'product-whole', 'fts5-porter', 'fts5-unicode61'];
const VECTOR_STORES = ['product', 'sqlite-vec', 'sqlite-vector'];
const STORES = [...VECTOR_STORES, 'fts5-porter', 'fts5-unicode61'];

const present = (engines, missing) => engines.filter((engine) => !missing.includes(engine));

/** Adds the turns `from..to` to every store in `dir`. */
export function grow({ tool, record, dir, extension, missing, from, to, tell }) {
  for (const engine of present(STORES, missing)) {
    tell(`${engine}: ${from} to ${to} turns`);
    const { found, peakBytes } = tool.inProcess('grow', { engine, dir, from, to, extension });
    record.value(`store/build/${to}`, engine, 'µs a turn', (found.cpuMs * 1_000) / (to - from));
    record.value(`store/build-peak/${to}`, engine, 'B', peakBytes);
    record.value(`store/bytes/${to}`, engine, 'B a turn', found.bytes / to, lower(engine));
    if (found.wordBytes !== null) {
      record.value(`store/word-bytes/${to}`, engine, 'B a turn', found.wordBytes / to, 'lower');
      record.value(`store/vector-bytes/${to}`, engine, 'B a turn', found.vectorBytes / to, 'lower');
    }
  }
}

const lower = (engine) => (engine === 'product' ? 'lower' : undefined);

/**
 * Makes stores of vectors and searches them warm: `about` says which vectors, and how many
 * projects share them. `scope` names them.
 */
export function otherVectors({
  tool,
  record,
  dir,
  extension,
  missing,
  size,
  queries,
  scope,
  about,
  tell,
}) {
  for (const engine of present(VECTOR_STORES, missing)) {
    tell(`${engine}: ${scope}`);
    tool.inProcess('grow', { engine, dir, from: 0, to: size, extension, ...about });
  }
  warmVectors({ tool, record, dir, extension, missing, size, queries, scope, about });
}

/** Measures the ten nearest: warm in one process, and the first query of a fresh one. */
export function vectors({ tool, record, dir, extension, missing, size, queries }) {
  warmVectors({ tool, record, dir, extension, missing, size, queries, scope: size });
  const first = (engine) => tool.inProcess('nearest-cold', { engine, dir, extension });
  cold(record, 'vectors/cold', size, present(VECTOR_ENGINES, missing), first);
}

function warmVectors({ tool, record, dir, extension, missing, size, queries, scope, about }) {
  const engines = present(VECTOR_ENGINES, missing);
  const options = { dir, size, extension, engines, queries, ...about };
  const warm = tool.measure('nearest', options);
  const of = (field) => Object.fromEntries(engines.map((name) => [name, warm[name][field]]));
  record.cost(`vectors/warm/cpu/${scope}`, 'ms', of('cpuMs'));
  record.cost(`vectors/warm/wall/${scope}`, 'ms', of('wallMs'));
  for (const engine of engines) {
    const better = engine === 'product' ? 'higher' : undefined;
    record.value(`vectors/recall/${scope}`, engine, 'share', warm[engine].recall, better);
    record.value(`vectors/open/${scope}`, engine, 'ms', warm[engine].openMs);
  }
}

/** Measures a query of eight words: warm in one process, and the first one of a fresh one. */
export function words({ tool, record, dir, size, queries }) {
  const warm = tool.measure('words', { dir, engines: WORD_ENGINES, queries });
  const of = (field) => Object.fromEntries(WORD_ENGINES.map((name) => [name, warm[name][field]]));
  record.cost(`words/warm/cpu/${size}`, 'ms', of('cpuMs'));
  record.cost(`words/warm/wall/${size}`, 'ms', of('wallMs'));
  const share = warm['fts5-porter'].matching / size;
  record.value(`words/matching/${size}`, 'fts5-porter', 'share', share);
  const engines = WORD_ENGINES.filter((engine) => engine !== 'product-whole');
  const first = (engine) => tool.inProcess('words-cold', { dir, engine });
  cold(record, 'words/cold', size, engines, first);
}

function cold(record, id, scope, engines, first) {
  const rounds = Array.from({ length: COLD_ROUNDS }, () => engines.map(first));
  const of = (pick) =>
    Object.fromEntries(engines.map((name, at) => [name, rounds.map((round) => pick(round[at]))]));
  record.cost(
    `${id}/cpu/${scope}`,
    'ms',
    of(({ found }) => found.cpuMs),
  );
  record.cost(
    `${id}/peak/${scope}`,
    'B',
    of(({ peakBytes }) => peakBytes),
  );
}
