/**
 * How long the commands about notes take with many notes: `node bench/notes.mjs [COUNT]`. The notes
 * are made up, and go into a temporary home through `notes import`. Prints the median of some runs,
 * beside that of a bare Node.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COUNT = Number(process.argv[2] ?? 10_000);
const RUNS = 9;
const cli = join(fileURLToPath(import.meta.url), '../../dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'mementor-notes-'));
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  MEMENTOR_HOME: join(folder, 'home'),
  MEMENTOR_MODELS: join(folder, 'none'),
};

const KINDS = ['decision', 'rule', 'learning', 'gotcha', 'solution', 'fact'];
const NOUNS = ['mast', 'keel', 'pump', 'winch', 'lantern', 'hull', 'anchor', 'rudder', 'sail'];
const VERBS = ['oil', 'check', 'replace', 'paint', 'avoid', 'prefer', 'keep', 'log'];

/** Returns one item of a list, the same for the same number. */
function of(list, number) {
  return list[number % list.length];
}

function note(number) {
  const noun = of(NOUNS, number * 7);
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const body = `The ${noun} was looked at ${number} times. ${of(VERBS, number * 3)} it. `.repeat(4);
  return `---
mementor: 1
id: ${id}
type: ${of(KINDS, number)}
timestamp: ${at}
changed: ${at}
summary: ${of(VERBS, number)} the ${noun} number ${number}
tags: [${noun}, deck-${number % 20}]
files: [src/${noun}.rs]
author: person
---

${body}
`;
}

function medianMs(args) {
  const times = Array.from({ length: RUNS }, () => {
    const begin = process.hrtime.bigint();
    execFileSync(process.execPath, args, { env, cwd: folder, stdio: 'ignore' });
    return Number(process.hrtime.bigint() - begin) / 1e6;
  });
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}

try {
  const file = join(folder, 'notes.md');
  writeFileSync(file, Array.from({ length: COUNT }, (_, number) => note(number)).join('\n'));
  const begin = Date.now();
  execFileSync(process.execPath, [cli, 'notes', 'import', file], { env, cwd: folder });
  console.log(`import of ${COUNT} notes: ${Date.now() - begin} ms`);
  const rows = {
    'bare Node': ['-e', ''],
    'mementor --version': [cli, '--version'],
    'notes list': [cli, 'notes', 'list'],
    'notes list --tag': [cli, 'notes', 'list', '--tag', 'mast'],
    'notes list --json -n 100000': [cli, 'notes', 'list', '--json', '-n', '100000'],
    'notes tidy --dry-run': [cli, 'notes', 'tidy', '--dry-run'],
    'query --notes': [cli, 'query', 'oil the winch', '--notes'],
  };
  for (const [name, args] of Object.entries(rows)) {
    console.log(`${name.padEnd(28)} ${medianMs(args).toFixed(0)} ms`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
