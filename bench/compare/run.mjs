/**
 * Compares what brings the past back: this program, claude-recall, plain FTS5, ripgrep and commands
 * of yours, on a folder of transcripts and questions about them.
 *
 *   npm run compare
 *   npm run compare -- --transcripts DIR --questions FILE… [--with COMMAND…] [--only NAME] [--json]
 *
 * DIR has a folder for each project that the questions name. Without any, the small set of
 * `test/eval` is asked. It works in a new folder for temporary files, and removes it.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root } from '../tool.mjs';
import { mementorIn, projectsIn } from './projects.mjs';
import { questionsOf } from './questions.mjs';
import { numbersOf, tableOf } from './score.mjs';
import { systemsOf } from './systems.mjs';

const OWN = join(root, 'test', 'eval');
const OWN_QUESTIONS = [
  'questions.jsonl',
  'keyfacts.jsonl',
  'work.jsonl',
  'compare/changed.jsonl',
  'compare/unanswerable.jsonl',
].map((name) => join(OWN, name));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    transcripts: { type: 'string', default: join(OWN, 'transcripts') },
    questions: { type: 'string', multiple: true, default: [] },
    with: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const paths = [...values.questions, ...positionals];
const all = questionsOf(paths.length > 0 ? paths : OWN_QUESTIONS);
const questions = all.filter(({ project }) => existsSync(join(values.transcripts, project ?? '')));
if (questions.length === 0) {
  fail('no question is about a project of this folder', 'bench/COMPARE.md has the form of both');
}

const work = mkdtempSync(join(tmpdir(), 'mementor-compare-'));
try {
  compare();
} finally {
  rmSync(work, { recursive: true, force: true });
}

function compare() {
  const mementor = mementorIn(work);
  const names = [...new Set(questions.map(({ project }) => project))];
  const projects = projectsIn(values.transcripts, names, work, mementor);
  const isWanted = (name) => values.only === undefined || new RegExp(values.only).test(name);
  const { systems, left } = systemsOf(mementor, work, values.with, isWanted);
  const rows = systems.map((system) => [system.name, asked(system, projects)]);
  if (values.json) {
    const named = rows.map(([system, numbers]) => ({ system, ...numbers }));
    process.stdout.write(`${JSON.stringify({ systems: named, left }, undefined, 2)}\n`);
    return;
  }
  const turns = projects.reduce((sum, project) => sum + project.turns.length, 0);
  process.stdout.write(
    `${questions.length} questions about ${turns} turns of ${names.join(', ')}\n\n${tableOf(rows)}`,
  );
  const apart = all.length - questions.length;
  if (apart > 0) left.push(`${apart} questions about projects without a folder here`);
  for (const each of left) process.stdout.write(`\nleft out: ${each}\n`);
}

/** Asks a system about each project, and returns its numbers. */
function asked(system, projects) {
  const sessions = new Map(
    projects.flatMap(({ turns }) => turns.map(({ turn, session }) => [turn, session])),
  );
  const answers = projects.flatMap((project) => {
    const own = questions.filter((question) => question.project === project.name);
    const found = system.ask(project, own);
    return own.map((question, index) => ({ question, ...found[index] }));
  });
  return numbersOf(answers, ({ sessions: named = [], turns = [] }) => [
    ...named,
    ...turns.flatMap((turn) => sessions.get(turn) ?? []),
  ]);
}
