/** `mementor why`: the last prompt as it was recorded, or any prompt as it would go now. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { databaseOf, homeOf, recallsOf } from '../../src/home.ts';
import type { Recall } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import type { Line, PromptLine } from '../../src/recalls/lines.ts';
import { promptLine } from '../../src/recalls/prompt-line.ts';
import { appendLine, recordPath } from '../../src/recalls/record.ts';
import { resultOf } from '../../src/recalls/words.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { found } from '../helpers/found.ts';
import { aHit } from '../helpers/hit.ts';

import { remember, writeTranscript } from '../helpers/remembered.ts';

const ROOT = join(import.meta.dirname, '../..');
const SESSION = '8037c875-e39f-54dd-a6ba-6ef50e7a7f67';
const QUESTION = 'Which port does the quince database listen on?';

let context: FakeContext;
let home: string;

beforeEach(() => {
  // No model: words are enough.
  context = fakeContext({ env: { MEMENTOR_MODELS: '/nonexistent' } });
  home = homeOf(context);
});

async function run(...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function said(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run('why', ...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

async function document(...args: string[]) {
  return JSON.parse(await said(...args, '--json'));
}

function line(answer: Recall, more: Partial<PromptLine> = {}): PromptLine {
  const about = { atMs: Date.parse('2026-01-02T03:00:00Z'), prompt: 'which port is it?' };
  const others = { directory: context.cwd, dismissed: null, rate: 2 };
  const costs = { chars: 412, recallMs: 23, hookMs: 141 };
  return { ...promptLine({ ...about, ...others, ...costs }, answer, String), ...more };
}

function recorded(each: Line, session = SESSION): void {
  appendLine(recordPath(home, session) ?? '', each);
}

/** Remembers a session of this directory with a turn for each prompt. */
function rememberHere(...prompts: string[]): void {
  const written = { project: 'project', session: 's1', prompts };
  remember(context, writeTranscript(context, written));
}

/** Like {@link rememberHere}, in another process: all of it is in one file afterwards. */
function rememberElsewhere(...prompts: string[]): void {
  const path = writeTranscript(context, { project: 'project', session: 's1', prompts });
  const options = { home, models: '', write: true, busyMs: 1_000, threads: 1, nowMs: 0 };
  const script = `
    const { Memory } = require(${JSON.stringify(join(ROOT, 'native/mementor.node'))});
    const memory = Memory.open(${JSON.stringify(options)});
    while (!memory.ingest(${JSON.stringify(path)}).done);`;
  execFileSync(process.execPath, ['-e', script]);
}

/** One turn whose uuid a record can name. */
function candidates(...turns: readonly (readonly [turn: string, verdict: string])[]): Recall {
  const hits = turns.map(([turn, verdict]) => ({ verdict, hit: aHit({ turn }) }));
  return found([], { candidates: hits });
}

describe('the result', () => {
  const cases: readonly (readonly [Recall, Partial<PromptLine>, string])[] = [
    [
      found(['unsure']),
      {},
      'said nothing: the best match is 31 % likely to help; 71 % is needed at a false-injection rate of 2 %',
    ],
    [
      found(['injected', 'far']),
      { rate: 0.5 },
      'brought back 1 turn: it is 93 % likely to help; 71 % is needed at a false-injection rate of 0.5 %',
    ],
    [
      found(['injected', 'injected', 'enough'], { probability: 0.998, threshold: 0.992 }),
      {},
      'brought back 2 turns: they are 99.8 % likely to help; 99.2 % is needed at a false-injection rate of 2 %',
    ],
    [found([], { probability: 0 }), {}, 'said nothing: no past turn matches'],
    [found(['in-context', 'recalled']), {}, 'said nothing: what matches is in the context already'],
    [found([]), { dismissed: 'command' }, 'said nothing: it is a command, or nothing that'],
    [found([]), { dismissed: 'trivial' }, 'said nothing: it has no subject of its own'],
    [found([]), { dismissed: 'empty' }, 'said nothing: nothing is stored for this project'],
    [found([]), { dismissed: 'off' }, 'said nothing: recall is off everywhere'],
    [found([]), { dismissed: 'muted' }, 'said nothing: recall is muted here'],
    [found([]), { dismissed: 'marker' }, 'said nothing: the prompt says `--no-recall`'],
    [found([]), { dismissed: 'fork' }, 'said nothing: the session is a fork'],
    [found([]), { dismissed: 'failed' }, 'said nothing: the search failed; see the log'],
    [found([]), { dismissed: 'of\ntomorrow' }, 'said nothing: of tomorrow'],
  ];

  it.each(cases)('of case %#', (answer, more, expected) => {
    expect(resultOf(line(answer, more)).startsWith(expected)).toBe(true);
  });
});

describe('why --last', () => {
  it('shows what was brought back, what nearly was, and what it cost', async () => {
    rememberHere('rig it', 'sail it');
    const answer = candidates(
      ['s1-rig it', 'injected'],
      ['s1-sail it', 'recalled'],
      ['gone', 'far'],
    );
    recorded(line({ ...answer, probability: 0.93 }));
    const text = (await said())
      .replaceAll(context.cwd, 'FOLDER')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME');
    expect(text).toMatchInlineSnapshot(`
      "prompt    > which port is it?
      when      TIME · session 8037c875
      folder    FOLDER
      result    brought back 1 turn: it is 93 % likely to help; 71 % is needed at a false-injection rate of 2 %
      weighed   the past against this session: meaning +0.12, words −5 % · asks
      size      412 characters, about 103 tokens
      used      not known so far: it is looked at when the answer is complete
      searched  12 turns (words and meaning)
      time      23 ms, 141 ms with the start of the hook

      1  TIME · session s1  turn s1-rig i
         > rig it
         brought back  score 0.03 · similarity 0.70 · full text 4.20

      2  TIME · session s1  turn s1-sail 
         > sail it
         brought back before in this session  score 0.03 · similarity 0.70 · full text 4.20

      3  no longer stored  turn gone
         much weaker than the best  score 0.03 · similarity 0.70 · full text 4.20
      "
    `);
    expect(await said('--last')).toBe(await said());
  });

  it('is the last prompt of the newest session here, or of the one that is named', async () => {
    recorded(line(found([]), { prompt: 'the first' }));
    recorded({ compacted: true, atMs: 1 });
    recorded(
      line(found([]), { prompt: '<task-notification>\n<summary>done', dismissed: 'command' }),
    );
    recorded(line(found([]), { prompt: 'elsewhere', directory: '/elsewhere' }), 'other-1');
    expect(await said()).toContain('> the first\n');
    expect(await said('--session', 'other')).toContain('> elsewhere\n');
    recorded(line(found([]), { prompt: 'the second' }));
    expect(await said('--last')).toContain('> the second\n');
    context = { ...context, env: { ...context.env, CLAUDE_CODE_SESSION_ID: 'other-1' } };
    expect(await said()).toContain('> elsewhere\n');
    context = { ...context, env: { ...context.env, CLAUDE_CODE_SESSION_ID: 'unrecorded' } };
    expect(await said()).toContain('> the second\n');
  });

  it('cannot steer the terminal', async () => {
    recorded(line(found(['unsure']), { prompt: '\u001B[31mred\u202E\n', directory: context.cwd }));
    expect(await said()).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  it('says when the prompt was not kept, and tries only a given one again', async () => {
    rememberHere(QUESTION);
    recorded(line(found(['unsure']), { prompt: '' }));
    expect(await said()).toMatch(/^prompt {4}\(not kept: the session had not been written yet\)\n/);
    expect((await document()).prompt).toBe('');
    const { exitCode, stdout, stderr } = await run('why', '--rate', '5');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('the last prompt of session 8037c875 was not kept');
    expect(stderr).toContain('hint: give the prompt: `mementor why "the prompt" --rate PERCENT`');
    expect((await document(QUESTION, '--rate', '5')).prompt).toBe(QUESTION);
  });

  it.each([
    ['to opening it', 0],
    // The third page begins the table of projects: without it no turn can be shown.
    ['only to reading turns', 2 * 4_096],
  ])('loses only excerpts to a database whose damage shows %s', async (_, from) => {
    rememberElsewhere('rig it');
    recorded(line(candidates(['s1-rig it', 'unsure'])));
    expect((await document()).candidates).toMatchObject([{ prompt: 'rig it' }]);
    const whole = readFileSync(databaseOf(home));
    rmSync(databaseOf(home));
    writeFileSync(databaseOf(home), whole.fill('damaged ', from, from + 4_096));
    expect(await said()).toMatch(/result {4}said nothing.*\n1 {2}no longer stored/s);
    expect((await document()).candidates).toMatchObject([{ turn: 's1-rig it', prompt: null }]);
  });

  it('says when nothing is recorded', async () => {
    const { exitCode, stdout, stderr } = await run('why');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe(
      `No prompt of ${context.cwd} is recorded.\n\nhint: \`mementor why "some prompt"\` tries one out\n`,
    );
    expect((await run('why', '--session', 'x')).stderr).toContain('No prompt of session x');
    const json = await run('why', '--json');
    expect(json.exitCode).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({
      version: 1,
      prompt: null,
      result: null,
      candidates: [],
    });
  });

  it('is one document on request', async () => {
    rememberHere('rig it');
    recorded(line(candidates(['s1-rig it', 'unsure'], ['gone', 'far'])));
    expect(await document()).toEqual({
      version: 1,
      result: expect.stringContaining('said nothing: the best match is 31 % likely'),
      tried: false,
      session: SESSION,
      at: '2026-01-02T03:00:00.000Z',
      skipped: null,
      used: null,
      keptApart: null,
      prompt: 'which port is it?',
      directory: context.cwd,
      dismissed: null,
      injected: [],
      probability: 0.314,
      threshold: 0.71,
      evidence: { similarityMargin: 0.1235, textMargin: -0.05, question: 1 },
      rate: 2,
      withContext: false,
      searched: 12,
      semantic: true,
      chars: 412,
      tokens: 103,
      recallMs: 23,
      hookMs: 141,
      candidates: [
        {
          turn: 's1-rig it',
          verdict: 'unsure',
          similarity: 0.7,
          textScore: 4.2,
          score: 0.0313,
          session: 's1',
          at: '2026-01-02T00:00:00.000Z',
          branch: null,
          prompt: 'rig it',
        },
        expect.objectContaining({ turn: 'gone', verdict: 'far', session: null, prompt: null }),
      ],
    });
  });
});

describe('why PROMPT', () => {
  it('tries a prompt out, and records nothing', async () => {
    rememberHere(QUESTION, 'sail it');
    const found = await document(...QUESTION.split(' '));
    expect(found).toMatchObject({
      tried: true,
      session: null,
      prompt: QUESTION,
      directory: context.cwd,
      dismissed: null,
      rate: 4,
      searched: 2,
      hookMs: null,
    });
    expect(found.candidates[0]).toMatchObject({ session: 's1', prompt: QUESTION });
    expect(Object.keys(found.evidence)).not.toEqual([]);
    expect(await said(QUESTION)).toContain('tried out now; nothing is recorded\n');
    expect(readdirSync(home)).not.toContain('recalls');
  });

  it('asks at another rate', async () => {
    rememberHere(QUESTION);
    const [strict, loose] = [
      await document(QUESTION, '--rate', '0.1'),
      await document(QUESTION, '--rate', '20'),
    ];
    expect([strict.rate, loose.rate]).toEqual([0.1, 20]);
    expect(strict.threshold).toBeGreaterThan(loose.threshold);
    for (const rate of ['0', '21', 'many', '2%']) {
      const { exitCode, stderr } = await run('why', QUESTION, '--rate', rate);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('It must be a number from 0.1 to 20.');
    }
  });

  it('says what would keep the hook from searching', async () => {
    rememberHere(QUESTION);
    expect((await document(`${QUESTION} --no-recall`)).skipped).toBe('marker');
    await run('mute', '--project');
    expect((await document(QUESTION)).skipped).toBe('muted');
    expect(await said(QUESTION)).toContain(
      'sent for real, it would not be searched: recall is muted here',
    );
    await run('mute', '--always');
    expect((await document(QUESTION)).skipped).toBe('off');
  });

  it('knows what a session has in its context', async () => {
    rememberHere(QUESTION);
    recorded(line(candidates([`s1-${QUESTION}`, 'injected'])));
    const verdictOf = async (...args: string[]) => (await document(...args)).candidates[0].verdict;
    expect(await verdictOf(QUESTION, '--session', SESSION)).toBe('recalled');
    expect(await verdictOf(QUESTION, '--session', 's1')).toBe('in-context');
    expect(['injected', 'unsure']).toContain(await verdictOf(QUESTION));
    recorded({ compacted: true, atMs: context.now().getTime() });
    recorded(line(found([])));
    expect(['injected', 'unsure']).toContain(await verdictOf(QUESTION, '--session', SESSION));
  });

  it('is asked where the named session is', async () => {
    rememberHere(QUESTION);
    const directory = context.cwd;
    recorded(line(found([]), { directory }));
    context = { ...context, cwd: context.homedir };
    expect(await document(QUESTION, '--session', SESSION)).toMatchObject({ directory });
    expect(await document(QUESTION, '--session', 'unrecorded')).toMatchObject({
      directory: context.homedir,
    });
  });

  it('without words tries the last one again, as its session was then', async () => {
    rememberHere(QUESTION);
    const answer = candidates([`s1-${QUESTION}`, 'injected']);
    recorded(line(answer, { prompt: QUESTION }));
    const found = await document('--rate', '20');
    expect(found).toMatchObject({ tried: true, rate: 20, session: SESSION, prompt: QUESTION });
    expect(found.candidates[0].verdict).not.toBe('recalled');
    recorded(line(answer, { prompt: QUESTION }));
    expect((await document('--rate', '20')).candidates[0].verdict).toBe('recalled');
  });

  it('does not go with --last', async () => {
    const { exitCode, stderr } = await run('why', '--last', 'x');
    expect(exitCode).toBe(2);
    expect(stderr).toContain("error: option '--last' cannot be used with a prompt");
    expect(JSON.parse((await run('why', '--last', 'x', '--json')).stdout)).toMatchObject({
      error: { code: 'USAGE', message: "option '--last' cannot be used with a prompt" },
    });
  });

  it('says when there is no memory yet', async () => {
    expect((await run('why', QUESTION)).exitCode).toBe(2);
    expect((await run('why', QUESTION)).stderr).toContain('hint: run `mementor ingest --all`');
  });
});

it('the record reads back', () => {
  recorded(line(found(['injected'])));
  const text = readFileSync(join(recallsOf(home), `${SESSION}.jsonl`), 'utf8');
  expect(JSON.parse(text)).toEqual(line(found(['injected'])));
});
