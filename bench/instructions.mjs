/**
 * Counts the instructions of hooks, the worker, ingest and a query, which are the same on a busy
 * machine:
 *
 *   npm run bench:instructions -- [--write] [--against DIR] [--rounds N]
 *
 * --write commits them to memory in bench/instructions.json, with which `npm run bench -- --quick
 * --compare` compares. --against adds a column of another checkout that is built, for the hooks.
 * --rounds repeats all and prints what the figures differ by.
 */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { millions } from './instructions/compare.mjs';
import { COMMITTED, counted, inFolder } from './instructions/counted.mjs';
import { counterVersion } from './instructions/counter.mjs';
import { hookFigures } from './instructions/figures.mjs';
import { fail, makeTool } from './tool.mjs';

/** `columns` is `[[name, { figure: instructions }]]`; the second is compared with the first. */
function table(columns) {
  const names = Object.keys(columns[0][1]);
  const rows = names.map((name) => {
    const cells = columns.map(([, figures]) => figures[name]);
    const shown = cells.map((cell) => (cell === undefined ? '' : millions(cell)));
    const ratio = cells[1] ? (cells[0] / cells[1]).toFixed(3) : '';
    return `| ${[name, ...shown, ...(columns.length > 1 ? [ratio] : [])].join(' | ')} |`;
  });
  const head = ['million instructions', ...columns.map(([name]) => name)];
  if (columns.length > 1) head.push('ratio');
  return [`| ${head.join(' | ')} |`, `|---|${'---:|'.repeat(head.length - 1)}`, ...rows].join('\n');
}

function spread(rounds) {
  return Object.keys(rounds[0].figures).map((name) => {
    const values = rounds.map(({ figures }) => figures[name]);
    const share = (Math.max(...values) / Math.min(...values) - 1) * 100;
    return `${name}: ${rounds.length} rounds differ by ${share.toFixed(2)} %`;
  });
}

function main() {
  const { values: options } = parseArgs({
    options: {
      write: { type: 'boolean', default: false },
      against: { type: 'string' },
      rounds: { type: 'string', default: '1' },
    },
  });
  if (counterVersion() === undefined) {
    fail('instructions are counted by valgrind, which is not here', 'apt-get install valgrind');
  }
  const tool = makeTool();
  const rounds = Array.from({ length: Number(options.rounds) }, () => counted(tool));
  const [now] = rounds;
  const columns = [['this build', now.figures]];
  if (options.against) {
    const other = inFolder((folder) => hookFigures(tool, folder, resolve(options.against)));
    columns.push(['other build', Object.fromEntries(other)]);
  }
  process.stdout.write(`${table(columns)}\n`);
  if (rounds.length > 1) process.stdout.write(`\n${spread(rounds).join('\n')}\n`);
  if (options.write) writeFileSync(COMMITTED, `${JSON.stringify(now, null, 1)}\n`);
}

main();
