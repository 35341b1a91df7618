/** `npm run compare`: what questions are, what answers are worth, and a run on the small set. */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { questionsOf } from '../../bench/compare/questions.mjs';
import { numbersOf, says, tableOf } from '../../bench/compare/score.mjs';
import { temporaryFolder } from '../helpers/fake-context.ts';

const ROOT = join(import.meta.dirname, '../..');
const EVAL = join(ROOT, 'test/eval');

function written(...rows: readonly object[]): string {
  const path = join(temporaryFolder(), 'rows.jsonl');
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

describe('questions', () => {
  it('are of the kind that their fields tell, with their key facts', () => {
    const session = '082c5da7-1bc1-4e42-9c5b-7e4749149480';
    const project = 'skiff';
    const path = written(
      { id: 'a', query: 'which port?', repo: project, gold_file: `skiff/${session}.jsonl` },
      { id: 'a', any: [['6543']] },
      { id: 'b', query: 'which mast?', project, gold_turns: [] },
      { id: 'c', query: 'build a hut', project, gold_sessions: [] },
      { id: 'd', query: 'how long?', project, holds: ['t'], outdated: ['s'], any: [['9']] },
    );
    expect(questionsOf([path])).toMatchObject([
      { kind: 'answerable', project, sessions: [session], any: [['6543']] },
      { kind: 'unanswerable' },
      { kind: 'new work' },
      { kind: 'changed', turns: ['t'], any: [['9']] },
    ]);
  });

  it('of the public set stand in its transcripts, and their answers changed there', () => {
    const changed = questionsOf([join(EVAL, 'compare/changed.jsonl')]);
    expect(changed.length).toBeGreaterThan(5);
    const texts = spawnSync('grep', ['-rh', '"text"', join(EVAL, 'transcripts')]).stdout.toString();
    for (const { any, outdatedAny } of changed) {
      expect([any, outdatedAny].map((lists) => says(texts, lists))).toEqual([true, true]);
    }
  });
});

describe('numbers', () => {
  const question = (kind: string, more = {}) => ({ kind, sessions: ['right'], ...more });
  const answer = (of: object, sessions: string[], text: string, spoken = true) => ({
    question: of,
    sessions,
    text,
    spoken,
    cpuMs: 4,
  });

  it('count the right session, the answer, the last word, and who spoke for nothing', () => {
    const port = question('answerable', { any: [['port 6543', 'staging']] });
    const changed = question('changed', { any: [['8 tries']], outdatedAny: [['5 tries']] });
    const numbers = numbersOf(
      [
        answer(port, ['right'], 'Staging has\n  port 6543.'),
        answer(port, ['other', 'other', 'right'], 'Port 6543.'),
        answer(port, ['a', 'b', 'c', 'd', 'e', 'right'], ''),
        answer(question('unanswerable'), ['a'], 'x', false),
        answer(question('unanswerable'), ['a'], 'x'),
        answer(changed, ['a'], '5 tries, then 8 tries'),
        answer(changed, ['a'], '5 tries'),
      ],
      ({ sessions }: { sessions: string[] }) => sessions,
    );
    expect(numbers).toMatchObject({
      first: { count: 1, of: 3 },
      inFive: { count: 2, of: 3 },
      answered: { count: 1, of: 3 },
      spoken: { count: 1, of: 2 },
      lastWord: { count: 1, of: 2 },
      outdated: { count: 1, of: 2 },
      cpuMs: 4,
    });
    const [head, , row] = tableOf([['ours', numbers]]).split('\n');
    expect(head).not.toContain('new work');
    expect(row).toBe('| ours | 1 of 3 | 2 of 3 | 1 of 3 | 1 of 2 | 1 of 2 | 1 of 2 | 11 | 4.0 |');
  });
});

describe.skipIf(process.platform === 'win32')('a run', () => {
  it('asks this program and a command of yours', { timeout: 120_000 }, () => {
    const session = '186ceebc-86ae-48e8-8a64-8e77b6a41455';
    const project = 'tideglass';
    const questions = written(
      { id: 'y', query: 'which years do we allow', project, gold_session: session },
      { id: 'y', any: [['RangeError']] },
      { id: 'n', query: 'how long is the rope of the tide gauge?', project, gold_turns: [] },
    );
    const command = `case "$QUERY" in which*) echo '{"session":"${session}","text":"1800"}';; esac`;
    const asked = ['--questions', questions, '--with', command, '--only', '^Mementor, .query|case'];
    const run = ['bench/compare/run.mjs', '--json', ...asked];
    const done = spawnSync(process.execPath, run, { cwd: ROOT, encoding: 'utf8' });
    expect(done.stderr).toBe('');
    expect(JSON.parse(done.stdout).systems).toMatchObject([
      {
        first: { count: 1, of: 1 },
        answered: { count: 1, of: 1 },
        spoken: { count: 0, of: 1 },
      },
      {
        first: { count: 1, of: 1 },
        answered: { count: 0, of: 1 },
        spoken: { count: 0, of: 1 },
        characters: 4,
      },
    ]);
  });
});
