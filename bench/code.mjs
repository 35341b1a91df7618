/**
 * `npm run bench:code`: compares what the index says of code with what an analyser of the language
 * says, on sources of well-known packages in pinned versions, which are fetched from the registries
 * into a temporary folder; and measures speed, size and memory on a folder of sources.
 *
 *   node bench/code.mjs [--sources DIR]     DIR defaults to the unpacked crates of Cargo's registry
 *
 * Definitions: TypeScript's own syntax tree, and Python's `ast`. Calls: TypeScript's language
 * service, and `jedi`. A definition is a name and the line where it ends; an end of a call is a file
 * and a name. Needs npm, and python3 with pip.
 */

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { typescriptSays } from './code/typescript.mjs';

const NPM = { typescript: '5.9.3', rxjs: '7.8.2', zod: '4.1.12' };
const PYPI = { click: '8.1.7', flask: '3.0.3', requests: '2.32.3' };
const JEDI = '0.19.2';

const root = fileURLToPath(new URL('..', import.meta.url));
const addon = createRequire(import.meta.url)(join(root, 'native/mementor-code.node'));
const { values } = parseArgs({ options: { sources: { type: 'string' } } });
const work = realpathSync(mkdtempSync(join(tmpdir(), 'mementor-bench-code-')));

function run(program, args, cwd = work) {
  return execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 30 });
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function filesIn(folder, ending) {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((path) => path.endsWith(ending)).sort();
}

const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** Returns what the index says: definitions as `file:line name`, edges as `file name > file name`. */
function indexSays(folder, ending) {
  const home = join(work, 'home');
  const options = { home, root: folder, threads: 2, mask: [] };
  const update = addon.IndexUpdate.begin(JSON.stringify(options));
  while (JSON.parse(update.step())[0]);
  update.finish();
  const files = filesIn(folder, ending);
  const definitions = new Set();
  const edges = new Map();
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const symbol of JSON.parse(addon.symbolsNamed(file, text, '')).all) {
      if (['constant', 'variable'].includes(symbol.kind)) continue;
      definitions.add(`${file}:${symbol.end} ${symbol.name}`);
    }
    let graph;
    try {
      graph = JSON.parse(addon.callGraph(home, folder, file, 'callees', 1));
    } catch {
      continue;
    }
    const end = (at) => `${graph.nodes[at].path} ${graph.nodes[at].symbol.split('.').at(-1)}`;
    for (const { from, to, how } of graph.edges) edges.set(`${end(from)} > ${end(to)}`, how);
  }
  return { definitions, edges };
}

/** Prints a row for each kind: how much of the truth was found, and how much that was said is true. */
function compare(name, truth, said) {
  const found = [...truth.definitions].filter((each) => said.definitions.has(each)).length;
  say(
    `| ${name} | definitions | ${truth.definitions.size} | ${percent(found, truth.definitions.size)} | ${percent(found, said.definitions.size)} |`,
  );
  for (const kind of ['direct', 'method', 'import']) {
    const all = [...truth.edges].filter(([, each]) => each === kind).map(([edge]) => edge);
    const hit = all.filter((edge) => said.edges.has(edge)).length;
    const own = [...said.edges].filter(([, how]) => how === kind).map(([edge]) => edge);
    const right = own.filter((edge) => truth.edges.has(edge)).length;
    say(
      `| ${name} | calls, ${kind} | ${all.length} | ${percent(hit, all.length)} | ${percent(right, own.length)} |`,
    );
  }
}

function python() {
  run('python3', ['-m', 'venv', join(work, 'venv')]);
  const interpreter = join(work, 'venv/bin/python');
  run(interpreter, ['-m', 'pip', 'install', '-q', `jedi==${JEDI}`]);
  const target = join(work, 'python');
  const named = Object.entries(PYPI).map(([name, version]) => `${name}==${version}`);
  run(interpreter, ['-m', 'pip', 'install', '-q', '--no-deps', '--target', target, ...named]);
  for (const name of Object.keys(PYPI)) {
    const folder = join(target, name);
    const script = fileURLToPath(new URL('code/python.py', import.meta.url));
    const { definitions, edges } = JSON.parse(run(interpreter, [script, folder]));
    const truth = { definitions: new Set(definitions), edges: new Map(edges) };
    compare(`${name} ${PYPI[name]}`, truth, indexSays(folder, '.py'));
  }
}

function javascript() {
  const packages = Object.entries(NPM).map(([name, version]) => `${name}@${version}`);
  mkdirSync(join(work, 'npm'));
  run(
    'npm',
    [
      'install',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      '.',
      ...packages,
    ],
    join(work, 'npm'),
  );
  const modules = join(work, 'npm/node_modules');
  const typescript = createRequire(import.meta.url)(join(modules, 'typescript'));
  for (const [name, below] of [
    ['rxjs', 'src'],
    ['zod', 'src/v4/core'],
  ]) {
    // Out of the folder of packages, which the index leaves out.
    const folder = join(work, name);
    run('cp', ['-r', join(modules, name, below), folder]);
    const files = filesIn(folder, '.ts').filter((path) => !path.endsWith('.d.ts'));
    const truth = typescriptSays(typescript, folder, files);
    compare(`${name} ${NPM[name]}`, truth, indexSays(folder, '.ts'));
  }
}

function speed() {
  const registry = join(homedir(), '.cargo/registry/src');
  const [first = ''] = existsSync(registry) ? readdirSync(registry) : [];
  const sources = values.sources ?? join(registry, first);
  const args = [
    'run',
    '--release',
    '--locked',
    '-q',
    '-p',
    'mementor-code',
    '--example',
    'measure',
    '--',
  ];
  const line = run('cargo', [...args, join(work, 'speed'), sources], root).split('\n')[0];
  const { ms, walkMs, peak, share, report } = JSON.parse(line);
  const { files, lines, bytes } = report.stored;
  const perMillion = (ms / lines) * 1e3;
  say(
    `\n${files} files, ${lines} lines, ${(bytes / 1e6).toFixed(1)} MB (${relative(homedir(), sources)}), two threads:`,
  );
  say(
    `${(ms / 1e3).toFixed(1)} s (walk ${walkMs} ms), ${perMillion.toFixed(1)} s for a million lines; index ${(100 * share).toFixed(1)} % of the sources; peak ${peak}.`,
  );
  const again = JSON.parse(
    run('cargo', [...args, join(work, 'speed'), sources], root).split('\n')[0],
  );
  say(`Again, nothing changed: ${again.ms} ms.`);
  const folder = join(work, 'zod');
  const file = filesIn(folder, '.ts')[0];
  run('sh', ['-c', `echo 'export const added = 1;' >> '${join(folder, file)}'`]);
  const begin = performance.now();
  const options = { home: join(work, 'home'), root: folder, paths: [file], threads: 1, mask: [] };
  const update = addon.IndexUpdate.begin(JSON.stringify(options));
  while (JSON.parse(update.step())[0]);
  update.finish();
  say(`One changed file: ${(performance.now() - begin).toFixed(0)} ms.`);
}

try {
  say(
    '| sources | what | in truth | found | of what is said, true |\n| --- | --- | ---: | ---: | ---: |',
  );
  javascript();
  python();
  speed();
} finally {
  rmSync(work, { recursive: true, force: true });
}
