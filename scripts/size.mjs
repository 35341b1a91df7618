/** `npm run size`: how large the program is, as a table: lines, commands, what crosses the boundary. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const textOf = (path) => readFileSync(join(root, path), 'utf8');

/** Returns the paths below a folder that end so. */
function filesIn(folder, ending) {
  const all = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return all.filter((path) => path.endsWith(ending)).map((path) => join(folder, path));
}

const countOf = (text) => text.split('\n').length - 1;

/** Lines of the product, comments and blank lines too, without modules of tests. */
function rustLines(crate) {
  const files = filesIn(`crates/${crate}/src`, '.rs').filter((path) => !path.includes('tests'));
  const product = files.map((path) => textOf(path).split('#[cfg(test)]\nmod ')[0] ?? '');
  return product.reduce((sum, text) => sum + countOf(text), 0);
}

const matches = (text, pattern) => [...text.matchAll(pattern)].length;

function crates() {
  const args = ['tree', '-p', 'mementor', '-e', 'normal', '--prefix', 'none', '--locked'];
  const { status, stdout } = spawnSync('cargo', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) return 'cargo does not run';
  const names = stdout.split('\n').map((line) => line.split(' ').slice(0, 2).join(' '));
  return new Set(names.filter((name) => name !== '')).size;
}

const shell = filesIn('src', '.ts').reduce((sum, path) => sum + countOf(textOf(path)), 0);
const rust = ['core', 'addon', 'encoder', 'engines', 'code', 'code-addon'].map((name) => [
  name,
  rustLines(name),
]);
const product = rust.reduce((sum, [, lines]) => sum + lines, shell);
const boundary = textOf('native/index.d.ts');
const table = textOf('src/program/table.ts');
const sizeOf = (path) =>
  existsSync(join(root, path)) ? megabytes(statSync(join(root, path)).size) : 'not built';
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

const rows = [
  ['lines of the shell', shell],
  ...rust.map(([name, lines]) => [`lines of ${name}`, lines]),
  ['lines of the product', product],
  [
    'functions and methods across the boundary',
    matches(boundary, /^(?:export declare function| {2}(?:static )?\w+\()/gm),
  ],
  ['types of the boundary written by hand', matches(boundary, /^export (?:interface|type) \w/gm)],
  ['commands that `help` lists', matches(table, /^ {2}\['[\w-]+', '[^']+', /gm)],
  ['crates of the addon that hooks load', crates()],
  ['its size', sizeOf('native/mementor.node')],
  ['size of the addon that indexes code', sizeOf('native/mementor-code.node')],
  ['README, bytes', statSync(join(root, 'README.md')).size],
];
const lines = rows.map(([name, value]) => `| ${name} | ${value} |`);
process.stdout.write(`${['| | |', '| --- | ---: |', ...lines].join('\n')}\n`);
