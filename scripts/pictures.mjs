/**
 * `npm run pictures`: pictures of the commands in docs/pictures, from the demo's conversations.
 * `--check` writes nothing and fails when one of them is out of date.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svg } from './pictures/svg.mjs';
import { playWeek } from './pictures/week.mjs';
import { isBuilt, openSandbox } from './sandbox.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'docs', 'pictures');

/** A path as long as that of the sandbox, so that lines break at the same places. */
const SHOWN_HOME = '/home/alice';
const SHOWN_NODE = 'v22.21.1';
const TIME = '2026-11-20T10:00:00Z';
const WIDTHS = [80, 120];

const PICTURES = {
  query: ['query', 'which port does staging use'],
  why: ['why'],
  status: ['status'],
  doctor: ['doctor'],
  stats: ['status', '--usage'],
};

if (!isBuilt()) {
  process.stderr.write('error: Mementor is not built\n\nhint: run `npm install` first\n');
  process.exit(2);
}

function draw(sandbox, run) {
  const known = sandbox.mementor(['--help']).stdout;
  for (const [name, args] of Object.entries(PICTURES)) {
    // What this build does not have is left out.
    if (!new RegExp(`^ +${args[0]}\\b`, 'm').test(known)) continue;
    for (const columns of WIDTHS) {
      const { status, stdout, stderr } = run(args, columns);
      if (status !== 0) throw new Error(`mementor ${args.join(' ')} failed: ${stderr}`);
      // What stands for a control character that the output must not contain.
      if (stdout.includes('\uFFFD')) throw new Error(`mementor ${args.join(' ')}: ${stdout}`);
      const words = args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ');
      const text = `\u001B[2m$\u001B[22m mementor ${words}\n${stderr}${stdout}`;
      write(`${name}-${columns}.svg`, svg(text.replaceAll(sandbox.home, SHOWN_HOME), columns));
    }
  }
}

function write(name, picture) {
  const path = join(folder, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, picture);
    process.stdout.write(`docs/pictures/${name}\n`);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== picture) {
    process.stderr.write(`docs/pictures/${name} is out of date: run \`npm run pictures\`\n`);
    process.exitCode = 1;
  }
}

function main() {
  const home = mkdtempSync('/tmp/');
  if (home.length !== SHOWN_HOME.length) throw new Error(`${home} is not as long as ${SHOWN_HOME}`);
  const clone = join(home, 'mementor');
  const sandbox = openSandbox(home, join(clone, 'dist', 'cli.js'));
  symlinkSync(root, clone);
  // Pictures tell the same version of Node wherever they are made.
  const nodePath = join(home, 'bin', 'node');
  mkdirSync(dirname(nodePath));
  writeFileSync(nodePath, `#!/bin/sh\necho ${SHOWN_NODE}\n`, { mode: 0o755 });
  const node = [
    '--preserve-symlinks',
    '--preserve-symlinks-main',
    ...['--require', join(root, 'scripts', 'pictures', 'terminal.cjs')],
  ];
  const variablesAt = (time) => ({ PICTURE_TIME: time, PICTURE_NODE: nodePath });
  const run = (args, columns) => {
    const width = columns && { PICTURE_COLUMNS: String(columns) };
    return sandbox.mementor(args, { node, variables: { ...variablesAt(TIME), ...width } });
  };
  try {
    mkdirSync(folder, { recursive: true });
    run(['enable']);
    run(['ingest', '--all']);
    playWeek(sandbox, (at) => ({ node, variables: variablesAt(at) }));
    draw(sandbox, run);
  } finally {
    sandbox.remove();
  }
}

main();
