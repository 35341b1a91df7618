/**
 * How long a search takes as a project grows, beyond the model's own time:
 *
 *   npm run scale -- [--large] [--json]
 *
 * One project of invented turns grows to 1,000, 3,000 and 10,000 of them, with --large to 30,000.
 * Their words are the model's own, drawn as language draws them: few often, most seldom, and those
 * of a topic together. The same turns and queries come in every run.
 */

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const addon = fileURLToPath(new URL('../native/mementor.node', import.meta.url));
const models = fileURLToPath(new URL('../models', import.meta.url));
const native = createRequire(import.meta.url)(addon);

const SIZES = [1_000, 3_000, 10_000];
const LARGE = 30_000;
const QUERIES = 50;
/** Of each query the fastest run counts: what else the machine does is not ours. */
const RUNS = 3;

const SESSION_TURNS = 20;
const TOPICS = 200;
const TOPIC_WORDS = 40;
/** The most frequent words belong to no topic. */
const TOPIC_RANK_MIN = 500;
const TOPIC_SHARE = 0.3;
const SENTENCE_WORDS = 12;

const BEGAN_MS = Date.UTC(2026, 0, 1);
const TURN_MS = 600_000;

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words that are one token each, the most frequent first: so BERT's vocabulary is ordered. */
function vocabulary(home) {
  const file = native.model(home, models).files.find(({ name }) => name === 'tokenizer.json');
  const ids = Object.entries(JSON.parse(readFileSync(file.path, 'utf8')).model.vocab);
  const words = ids.filter(([token]) => /^[a-z]{2,}$/.test(token)).sort((a, b) => a[1] - b[1]);
  return words.map(([word]) => word);
}

/** Writes texts of a topic, one after another. */
class Author {
  constructor(words, seed) {
    this.words = words;
    this.random = randomFrom(seed);
    this.topics = Array.from({ length: TOPICS }, () =>
      Array.from({ length: TOPIC_WORDS }, () => this.word(TOPIC_RANK_MIN)),
    );
  }

  /** By Zipf's law: a word's frequency goes with one over its rank. */
  word(rankMin) {
    const span = Math.log(this.words.length / rankMin);
    return this.words[Math.floor(rankMin * Math.exp(this.random() * span))];
  }

  topic() {
    return this.topics[this.between(0, TOPICS - 1)];
  }

  between(least, most) {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  text(topic, length) {
    const words = Array.from({ length }, () =>
      this.random() < TOPIC_SHARE ? topic[this.between(0, TOPIC_WORDS - 1)] : this.word(1),
    );
    return words.map((word, at) => ((at + 1) % SENTENCE_WORDS ? word : `${word}.`)).join(' ');
  }
}

const uuid = (kind, number) => `${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A session's transcript as Claude Code writes it; turns are short, for embedding them takes most of the time. */
function transcript(author, cwd, session) {
  const topic = author.topic();
  const lines = [];
  for (let at = session * SESSION_TURNS; at < (session + 1) * SESSION_TURNS; at += 1) {
    const common = { isSidechain: false, userType: 'external', cwd, version: '2.1.59' };
    const entry = (type, parentUuid, own, ms, message) =>
      JSON.stringify({
        ...common,
        type,
        parentUuid,
        uuid: own,
        sessionId: uuid('5e551011', session),
        timestamp: new Date(BEGAN_MS + at * TURN_MS + ms).toISOString(),
        message,
      });
    const prompt = uuid('90010000', at);
    const asked = author.text(topic, author.between(8, 20));
    const answered = author.text(topic, author.between(25, 45));
    lines.push(
      entry('user', null, prompt, 0, { role: 'user', content: asked }),
      entry('assistant', prompt, uuid('a1150000', at), 5_000, {
        role: 'assistant',
        id: `msg_${at}`,
        type: 'message',
        model: 'claude-sonnet-4-6',
        content: [{ type: 'text', text: answered }],
        stop_reason: 'end_turn',
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Takes in the sessions that a project lacks of `turns`, and embeds them. */
function grow(memory, author, project, from, turns) {
  for (let session = from / SESSION_TURNS; session < turns / SESSION_TURNS; session += 1) {
    const path = join(project, `${session}.jsonl`);
    writeFileSync(path, transcript(author, project, session));
    while (!memory.ingest(path).done);
  }
  while (memory.embedWaiting().embedded > 0);
}

function milliseconds(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** What a search of a project costs, and a recall, beyond the same query where nothing is. */
function measure(memory, queries, project, empty, turns) {
  const nowMs = BEGAN_MS + LARGE * TURN_MS;
  const query = (text, directory) =>
    memory.query({ text, directory, limit: 10, everything: false, nowMs });
  const recall = (text) =>
    memory.recall({ text, directory: project, session: 'new', recalled: [], rate: 0.02, nowMs });
  const probed = [query(queries[0], project), recall(queries[0])];
  if (probed.some(({ searched, semantic }) => searched !== turns || !semantic)) {
    throw new Error(`not all ${turns} turns are searched by meaning`);
  }
  const costs = queries.map((text) => {
    const fastest = { model: Infinity, query: Infinity, recall: Infinity };
    const time = (name, work) => {
      fastest[name] = Math.min(fastest[name], milliseconds(work));
    };
    for (let run = 0; run < RUNS; run += 1) {
      time('model', () => query(text, empty));
      time('query', () => query(text, project));
      time('recall', () => recall(text));
    }
    return fastest;
  });
  return {
    modelMs: median(costs.map((cost) => cost.model)),
    queryMs: median(costs.map((cost) => cost.query - cost.model)),
    recallMs: median(costs.map((cost) => cost.recall - cost.model)),
  };
}

function databaseBytes(home) {
  const sizes = ['memory.db', 'memory.db-wal'].map(
    (name) => statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((total, size) => total + size, 0);
}

function folder(...parts) {
  const path = join(...parts);
  mkdirSync(path);
  return path;
}

/** Grows one project through the sizes, and tells of each what was found. */
function scale(root, sizes, tell) {
  const home = folder(root, 'home');
  const project = folder(root, 'project');
  const empty = folder(root, 'empty');
  const options = { home, models, write: true, busyMs: 1_000, threads: 2, nowMs: 0 };
  const memory = native.Memory.open(options);
  const words = vocabulary(home);
  const author = new Author(words, 1);
  // Of the same topics, but drawn apart: a size more changes no query.
  const asker = new Author(words, 1);
  asker.random = randomFrom(2);
  const queries = Array.from({ length: QUERIES }, () =>
    asker.text(asker.topic(), asker.between(8, 12)),
  );
  let from = 0;
  for (const turns of sizes) {
    const growMs = milliseconds(() => grow(memory, author, project, from, turns));
    from = turns;
    const { chunks } = memory.stats();
    const costs = measure(memory, queries, project, empty, turns);
    tell({ turns, chunks, databaseBytes: databaseBytes(home), ...costs, growMs });
  }
}

const COLUMNS = {
  turns: ({ turns }) => turns,
  chunks: ({ chunks }) => chunks,
  'database MB': ({ databaseBytes }) => (databaseBytes / 1e6).toFixed(1),
  'query ms': ({ queryMs }) => queryMs.toFixed(1),
  'recall ms': ({ recallMs }) => recallMs.toFixed(1),
  'model ms': ({ modelMs }) => modelMs.toFixed(1),
  'took in s': ({ growMs }) => Math.round(growMs / 1_000),
};

function printRow(cells) {
  console.log(cells.map((cell) => String(cell).padStart(11)).join('  '));
}

const { values } = parseArgs({
  options: { large: { type: 'boolean' }, json: { type: 'boolean' } },
});
const sizes = values.large ? [...SIZES, LARGE] : SIZES;
const root = realpathSync(mkdtempSync(join(tmpdir(), 'mementor-scale-')));
try {
  if (!values.json) printRow(Object.keys(COLUMNS));
  scale(root, sizes, (found) => {
    if (values.json) console.log(JSON.stringify(found));
    else printRow(Object.values(COLUMNS).map((cell) => cell(found)));
  });
  if (!values.json) console.log(`\nprocessor  ${cpus()[0]?.model ?? 'unknown'}`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
