/**
 * Takes every transcript under a folder into a fresh store and reports what became of each line:
 *
 *   npm run corpus -- DIR [--agent NAME] [--json] [--embed]
 *
 * The files are those in the form of the agent: lines, and for some of them JSON documents, databases
 * and histories in Markdown; the records of the last two are counted by the memory alone.
 * Each folder directly under DIR is one project. Beside the speed stands that of `JSON.parse` on the
 * same lines, file by file in turn with taking them in, and how many times as long that takes; times
 * are the processor's, as other work disturbs the clock more. Exits with 1 when a line is not accounted for, or
 * when the same files taken in again change anything.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { agent: { type: 'string' }, json: { type: 'boolean' }, embed: { type: 'boolean' } },
});
/** Whose transcripts they are; Claude Code's by default. */
const { agent } = values;

const addon = fileURLToPath(new URL('../native/mementor.node', import.meta.url));
const models = fileURLToPath(new URL('../models', import.meta.url));
const native = createRequire(import.meta.url)(addon);

/** Endings of files that hold more than lines, by agent. */
const DOCUMENTS = {
  gemini: ['.json'],
  opencode: ['.json', '.db'],
  aider: ['.md'],
  specstory: ['.md'],
};
const ENDINGS = ['.jsonl', ...(DOCUMENTS[agent] ?? [])];

function transcriptsUnder(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const isTranscript = ({ name }) => ENDINGS.some((ending) => name.endsWith(ending));
  const files = entries.filter((entry) => entry.isFile() && isTranscript(entry));
  return files.map((file) => join(file.parentPath, file.name)).sort();
}

/**
 * Lines of a file, counted apart from the parser: a last one without a newline when it is whole
 * JSON, objects side by side as a line each, and what was cut off before them as one more.
 */
function linesOf(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const last = lines.pop();
  const counts = lines.map((line) => objectsIn(line) ?? 1 + objectsAtEnd(line));
  return counts.reduce((total, count) => total + count, objectsIn(last) ?? 0);
}

/** How many JSON objects a damaged line ends with. */
function objectsAtEnd(line) {
  for (let at = line.indexOf('{"', 1); at >= 0; at = line.indexOf('{"', at + 1)) {
    const found = objectsIn(line.slice(at));
    if (found !== undefined) return found;
  }
  return 0;
}

/**
 * Records of a file: its lines, or the messages of one that is a JSON document. Undefined for any
 * other, whose records nothing else here can count.
 */
function recordsOf(path) {
  if (path.endsWith('.jsonl')) return linesOf(path);
  if (!path.endsWith('.json')) return undefined;
  const { messages } = JSON.parse(readFileSync(path, 'utf8'));
  return Array.isArray(messages) ? messages.length : 1;
}

/** How many JSON objects a text is made of; undefined when it is anything else. */
function objectsIn(text) {
  if (isObject(text)) return 1;
  for (let at = text.indexOf('}{'); at >= 0; at = text.indexOf('}{', at + 1)) {
    const rest = isObject(text.slice(0, at + 1)) ? objectsIn(text.slice(at + 1)) : undefined;
    if (rest !== undefined) return 1 + rest;
  }
  return undefined;
}

function isObject(text) {
  try {
    return text.trimStart().startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function add(counts, more) {
  for (const [reason, count] of Object.entries(more))
    counts[reason] = (counts[reason] ?? 0) + count;
}

function ingest(memory, root, files, parseToo) {
  const totals = {
    bytes: 0,
    kept: 0,
    turns: 0,
    unchanged: 0,
    skipped: {},
    problems: {},
    longestMs: 0,
    processorSeconds: 0,
    parseSeconds: 0,
  };
  const started = performance.now();
  for (const path of files) {
    const project = relative(root, path).split(sep)[0];
    if (parseToo) totals.parseSeconds += processorSeconds(() => parseLines(path));
    totals.processorSeconds += processorSeconds(() => takeIn(memory, path, project, totals));
  }
  return { ...totals, seconds: (performance.now() - started) / 1_000 };
}

/** User and system time that `work` takes, on all threads. */
function processorSeconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** What any reader of a transcript has to do at least, and nothing else. */
function parseLines(path) {
  if (path.endsWith('.json')) JSON.parse(readFileSync(path, 'utf8'));
  if (!path.endsWith('.jsonl')) return;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      JSON.parse(line);
    } catch {
      // A blank or torn line costs next to nothing.
    }
  }
}

function takeIn(memory, path, project, totals) {
  for (let done = false; !done; ) {
    const before = performance.now();
    const step = memory.ingest(path, { env: {}, cwd: '/', homedir: '/' }, project, agent);
    totals.longestMs = Math.max(totals.longestMs, performance.now() - before);
    totals.bytes += step.bytes;
    totals.kept += step.kept;
    totals.turns += step.turns;
    totals.unchanged += step.unchanged ? 1 : 0;
    add(totals.skipped, step.skipped);
    add(totals.problems, step.problems);
    done = step.done;
  }
}

function embed(memory) {
  const started = performance.now();
  let chunks = 0;
  for (let more = true; more; ) {
    const step = memory.makeReady();
    chunks += step.embedded;
    more = step.more;
  }
  return { chunks, seconds: (performance.now() - started) / 1_000 };
}

const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);

function report(root, withVectors) {
  const home = mkdtempSync(join(tmpdir(), 'mementor-corpus-'));
  try {
    return measured(home, transcriptsUnder(root), root, withVectors);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function measured(home, files, root, withVectors) {
  const options = { home, models, busyMs: 1_000, threads: 2, nowMs: 0 };
  const memory = native.IngestLock.tryAcquire(home).open(options, false, true);
  const first = ingest(memory, root, files, true);
  const before = memory.stats();
  const again = ingest(memory, root, files, false);
  const stats = memory.stats();
  const isSame = JSON.stringify(before) === JSON.stringify(stats);
  const embedded = withVectors ? embed(memory) : undefined;
  return {
    ...accounted(files, first, stats),
    ...speed(first),
    againSeconds: again.seconds,
    againChanged: again.turns > 0 || again.unchanged !== files.length || !isSame,
    embedded,
    ...costs(home, first.bytes),
  };
}

/** What became of the lines. */
function accounted(files, { bytes, kept, skipped, problems }, stats) {
  const { sessions, turns, actions, chunks } = stats;
  const counts = files.map(recordsOf);
  const isCounted = counts.every((count) => count !== undefined);
  const reported = kept + sum(skipped) + sum(problems);
  const lines = isCounted ? sum(counts) : reported;
  return {
    transcripts: files.length,
    megabytes: bytes / 1e6,
    sessions,
    turns,
    actions,
    chunks,
    lines,
    kept,
    skipped,
    problems,
    unaccounted: lines - reported,
  };
}

function speed({ bytes, processorSeconds, parseSeconds, longestMs }) {
  return {
    processorSeconds,
    megabytesPerProcessorSecond: bytes / 1e6 / processorSeconds,
    parseSeconds,
    timesParse: processorSeconds / parseSeconds,
    longestCallMs: longestMs,
  };
}

function costs(home, transcriptBytes) {
  const databaseBytes = ['memory.db', 'memory.db-wal']
    .map((name) => statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((total, size) => total + size, 0);
  return {
    databaseMegabytes: databaseBytes / 1e6,
    databaseShare: databaseBytes / transcriptBytes,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    cpu: cpus()[0]?.model ?? 'unknown',
  };
}

function print(found) {
  const lines = [...linesFound(found), ...speedFound(found), ...costsFound(found)];
  for (const [name, value] of lines) console.log(`${name.padEnd(28)}${value}`);
}

/** Each line is a name and a value. */
function linesFound(found) {
  const byCount = (counts) => Object.entries(counts).sort((a, b) => b[1] - a[1]);
  const counts = ['sessions', 'turns', 'actions', 'chunks', 'lines'];
  return [
    ['transcripts', `${found.transcripts} (${rounded(found.megabytes)} MB)`],
    ...counts.map((name) => [name, found[name]]),
    ['  kept', found.kept],
    ...byCount(found.skipped).map(([reason, count]) => [`  skipped, ${reason}`, count]),
    ...byCount(found.problems).map(([reason, count]) => [`  problem, ${reason}`, count]),
    ['  unaccounted', found.unaccounted],
  ];
}

function speedFound(found) {
  const speed = rounded(found.megabytesPerProcessorSecond);
  const changed = found.againChanged ? 'SOMETHING' : 'nothing';
  return [
    ['speed of one core', `${speed} MB/s (${found.processorSeconds.toFixed(2)} s)`],
    [
      'times JSON.parse alone',
      `${found.timesParse.toFixed(2)} (${found.parseSeconds.toFixed(2)} s)`,
    ],
    ['longest call', `${Math.round(found.longestCallMs)} ms`],
    ['again, unchanged', `${found.againSeconds.toFixed(3)} s, changed ${changed}`],
  ];
}

function costsFound({ embedded, databaseMegabytes, databaseShare, peakMegabytes, cpu }) {
  const share = (databaseShare * 100).toFixed(1);
  const vectors = embedded && `${embedded.chunks} chunks in ${rounded(embedded.seconds)} s`;
  return [
    ...(embedded ? [['embedded', vectors]] : []),
    ['database', `${rounded(databaseMegabytes)} MB, ${share} % of the transcripts`],
    ['peak memory', `${Math.round(peakMegabytes)} MB`],
    ['processor', cpu],
  ];
}

function rounded(number) {
  return Number.isInteger(number) ? number : number.toFixed(1);
}

if (positionals.length !== 1) {
  console.error('usage: npm run corpus -- DIR [--agent NAME] [--json] [--embed]');
  process.exit(2);
}
const found = report(positionals[0], values.embed === true);
if (values.json) console.log(JSON.stringify(found, null, 2));
else print(found);
process.exitCode = found.unaccounted !== 0 || found.againChanged ? 1 : 0;
