/** `mementor why`: the last prompt as it was recorded, or any prompt as it would go now. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { processOf } from '../../src/capture/process-of.ts';
import { databaseOf, homeOf, recallsOf } from '../../src/home/paths.ts';
import type { RecordLine as Line, PromptLine, Recall } from '../../src/memory.ts';
import { visibleWidth } from '../../src/output/layout/width.ts';
import { runProgram } from '../../src/program/program.ts';
import { resultOf, verdictOf } from '../../src/recalls/words.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { aNearNote, found, foundHit } from '../helpers/found.ts';
import { aHit } from '../helpers/hit.ts';
import { appendLine, promptLine, recordPath } from '../helpers/record.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { writing } from '../helpers/writing.ts';

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
  return { ...promptLine({ ...about, ...others, ...costs }, answer), ...more };
}

function recorded(each: Line, session = SESSION): void {
  appendLine(recordPath(home, session), each);
}

/** Remembers a session of this directory with a turn for each prompt. */
function rememberHere(...prompts: string[]): void {
  const written = { project: 'project', session: 's1', prompts };
  remember(context, writeTranscript(context, written));
}

/** Like {@link rememberHere}, in another process: all of it is in one file afterwards. */
function rememberElsewhere(...prompts: string[]): void {
  const path = writeTranscript(context, { project: 'project', session: 's1', prompts });
  const options = { home, models: '', busyMs: 1_000, threads: 1, nowMs: 0 };
  const script = `
    const { IngestLock } = require(${JSON.stringify(join(ROOT, 'native/mementor.node'))});
    const lock = IngestLock.tryAcquire(${JSON.stringify(home)});
    const memory = lock.open(${JSON.stringify(options)}, false, true);
    while (!memory.ingest(${JSON.stringify(path)}, { env: {}, cwd: '/', homedir: '/' }).done);`;
  execFileSync(process.execPath, ['-e', script]);
}

/** One turn whose uuid a record can name. */
function candidates(...turns: readonly (readonly [turn: string, verdict: string])[]): Recall {
  const hits = turns.map(([turn, verdict]) => ({ verdict, hit: aHit({ turn }) }));
  return found([], { candidates: hits });
}

describe('a verdict of the core', () => {
  it('has words of its own', () => {
    const source = readFileSync(join(ROOT, 'crates/core/src/recall/verdict.rs'), 'utf8');
    const names = [...source.matchAll(/Self::\w+ => "([a-z-]+)"/g)].map(([, name]) => name ?? '');
    expect(names).toContain('unanswered');
    const words = names.map((name) => verdictOf(name));
    expect(words.filter((text) => /^(?:not )?added/.test(text))).toEqual(words);
    expect(new Set(words).size).toBe(words.length);
  });
});

describe('the result', () => {
  const cases: readonly (readonly [Recall, Partial<PromptLine>, string])[] = [
    [
      found(['unsure']),
      {},
      'added nothing: the best match is too weak (confidence 31 %; your setting needs 71 %)',
    ],
    [
      found(['injected', 'far'], { probability: 0.75 }),
      {},
      'added 1 turn: fair match (confidence 75 %; your setting needs 71 %)',
    ],
    [
      found(['injected', 'injected', 'enough'], { probability: 0.998, threshold: 0.992 }),
      {},
      'added 2 turns: strong match (confidence 99 %; your setting needs 99 %)',
    ],
    [found([], { probability: 0 }), {}, 'added nothing: no past turn matches'],
    [
      found(['unsure'], { notes: [aNearNote()] }),
      {},
      'added 1 note: close to the prompt by words and meaning',
    ],
    [
      found(['injected'], { notes: [aNearNote()] }),
      {},
      'added 1 turn and 1 note: strong match (confidence 93 %; your setting needs 71 %)',
    ],
    [
      found(['in-context', 'recalled']),
      {},
      'added nothing: Claude still has what matches in context',
    ],
    [
      found([]),
      { dismissed: 'command' },
      'added nothing: it is a command, or text that nobody typed',
    ],
    [
      { ...foundHit({ score: 0 }), probability: 0.1 },
      {},
      'added what 1 turn ran: commands that started here what the prompt asks to start',
    ],
    [found([]), { dismissed: 'trivial' }, 'added nothing: the prompt is too general to search for'],
    [found([]), { dismissed: 'empty' }, 'added nothing: this project has no past turns yet'],
    [
      found([]),
      { dismissed: 'off' },
      'added nothing: recall is off everywhere (`mementor mute --always --off` turns it on)',
    ],
    [
      found([]),
      { dismissed: 'muted' },
      'added nothing: recall is muted here (`mementor mute --list` shows where)',
    ],
    [found([]), { dismissed: 'marker' }, 'added nothing: the prompt says `--no-recall`'],
    [
      found([]),
      { dismissed: 'fork' },
      'added nothing: the session is a fork, and what Claude has in context was not known yet',
    ],
    [found([]), { dismissed: 'failed' }, 'added nothing: the search failed; see the log'],
    [found([]), { dismissed: 'of\ntomorrow' }, 'added nothing: of tomorrow'],
  ];

  it.each(cases)('of case %#', (answer, more, expected) => {
    expect(resultOf(line(answer, more))).toBe(expected);
  });

  it.each([
    [1, 0.001, 99, 1],
    [0.4999, 0.4951, 50, 50],
    [0.0001, 0.0001, 1, 1],
  ])('is never certain: %d of %d', (probability, threshold, confidence, needed) => {
    expect(resultOf(line(found(['injected'], { probability, threshold })))).toContain(
      `(confidence ${confidence} %; your setting needs ${needed} %)`,
    );
  });

  it('stays below what is needed where nothing was added, however it is rounded', () => {
    const near = found(['unsure'], { probability: 0.6849, threshold: 0.6851 });
    expect(resultOf(line(near))).toContain('(confidence 68 %; your setting needs 69 %)');
    const same = found(['unsure'], { probability: 0.6861, threshold: 0.6899 });
    expect(resultOf(line(same))).toContain('(confidence 68 %; your setting needs 69 %)');
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
    recorded(line({ ...answer, probability: 0.93, said: '<mementor>\nrig\n</mementor>' }));
    const text = (await said())
      .replaceAll(context.cwd, 'FOLDER')
      .replaceAll(/(\d{4}-\d\d-\d\d )?\d\d:\d\d/g, 'TIME');
    expect(text).toMatchInlineSnapshot(`
      "prompt    > which port is it?
      when      4 minutes ago · TIME · session 8037c875
      folder    ~/project
      result    added 1 turn: strong match (confidence 93 %; your setting needs 71 %)
      used      not known yet: the answer was not complete so far
      size      412 characters, about 103 tokens
      searched  12 turns with text (words and meaning)
      time      23 ms, 141 ms with the start of the hook

      added, as Claude got it:
        │ <mementor>
        │ rig
        │ </mementor>

      1  TIME · session s1  turn s1-rig i
         > rig it
         added (of no use? mementor mute --turn s1-rig i)

      … 2 more turns were found and not added: mementor why --explain lists them
      "
    `);
    expect(await said('--last')).toBe(await said());
    const explained = await said('--explain');
    expect(explained).toContain(
      [
        'compared  the past with this session so far: by meaning the past fits better (+0.12); by words the past fits worse (−5 %)',
        'form      the prompt asks something',
        'searched',
      ].join('\n'),
    );
    expect(explained).toContain('   added  score 0.03 · similarity 0.70 · full text 4.20\n');
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

  it('says when the prompt is not recorded, and tries only a given one again', async () => {
    rememberHere(QUESTION);
    recorded(line(found(['unsure']), { prompt: '' }));
    expect(await said()).toMatch(
      /^prompt {4}\(not recorded: its turn is not stored, or not yet\)\n/,
    );
    expect((await document()).prompt).toBe('');
    const { exitCode, stdout, stderr } = await run('why', '--rate', '5');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('the last prompt of session 8037c875 is not recorded');
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
    expect(await said()).toMatch(/result {4}added nothing.*\n… 1 turn was found and not added/s);
    expect((await document()).candidates).toMatchObject([{ turn: 's1-rig it', prompt: null }]);
  });

  it('says how to begin where there is no memory', async () => {
    const { exitCode, stderr } = await run('why');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: no memory yet');
    expect(stderr).toContain('mementor ingest --all');
  });

  it('says when nothing is recorded', async () => {
    rememberHere('rig it');
    const { exitCode, stdout, stderr } = await run('why');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe(
      `No prompt of ~/project is recorded.\n\nhint: \`mementor why "some prompt"\` tries one out\n`,
    );
    expect((await run('why', '--session', 'x')).stderr).toContain('No prompt of session x');
    const json = await run('why', '--json');
    expect(json.exitCode).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({
      version: 1,
      prompt: null,
      result: null,
      candidates: [],
      noteCandidates: [],
      text: null,
      history: [],
    });
  });

  it('is one document on request', async () => {
    rememberHere('rig it');
    recorded(line(candidates(['s1-rig it', 'unsure'], ['gone', 'far'])));
    expect(await document()).toEqual({
      version: 1,
      result: expect.stringContaining('added nothing: the best match is too weak'),
      tried: false,
      session: SESSION,
      at: '2026-01-02T03:00:00.000Z',
      skipped: null,
      used: null,
      usage: null,
      keptApart: null,
      prompt: 'which port is it?',
      directory: context.cwd,
      dismissed: null,
      injected: [],
      notes: [],
      noteCandidates: [],
      probability: 0.314,
      threshold: 0.71,
      evidence: { similarityMargin: 0.1235, textMargin: -0.05, question: 1 },
      rate: 2,
      withContext: false,
      searched: 12,
      semantic: true,
      text: null,
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
      history: [],
    });
  });
});

describe('a note', () => {
  it('is shown with what was decided about it, while it is stored', async () => {
    const stored = writing({ home, nowMs: 0 }, (memory) =>
      memory.remember(
        {
          id: '4fe1c2a0-0000-4000-8000-000000000001',
          text: 'The quince press is oiled by hand',
          kind: 'learning',
          tags: [],
          files: [],
          scope: 'project',
          pinned: false,
          supersedes: [],
          author: 'person',
          directory: context.cwd,
        },
        1,
        processOf(context),
      ),
    );
    const near = [aNearNote({ note: stored?.note.id ?? '' }), aNearNote({ verdict: 'recalled' })];
    recorded(line(found([], { notes: near })));
    const text = await said();
    expect(text).toContain('learning The quince press is oiled by hand  note 4fe1c2a0\n   added\n');
    expect(text).toContain(
      'no longer stored  note note-1\n   not added: Claude was told it already in this session\n',
    );
    expect(await document()).toMatchObject({
      notes: [stored?.note.id],
      noteCandidates: [
        { kind: 'learning', summary: 'The quince press is oiled by hand', author: 'person' },
        { note: 'note-1', verdict: 'recalled', summary: null },
      ],
    });
  });
});

describe('the added text', () => {
  const text = '<mementor>\nThe quince listens on \u001B[31m6543.\n</mementor>';

  it('is shown as a quoted block, and cannot steer the terminal', async () => {
    recorded(line(found(['injected'], { said: text })));
    expect(await said()).toContain(
      '\nadded, as Claude got it:\n  │ <mementor>\n  │ The quince listens on �[31m6543.\n  │ </mementor>\n',
    );
    expect((await document()).text).toBe(text);
  });

  it('fits a terminal', async () => {
    const words = 'The quince database listens on port 6543. '.repeat(9);
    recorded(line(found(['injected'], { said: `${words}\n波浪`.repeat(3) })));
    for (const columns of [60, 80, 160]) {
      const wide = { ...context, stdout: fakeOutput(true, columns), env: { NO_COLOR: '1' } };
      expect(await runProgram(['why'], wide)).toBe(0);
      const widths = wide.stdout.text.split('\n').map(visibleWidth);
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
      expect(Math.max(...widths)).toBeGreaterThan(columns - 20);
    }
  });

  it('may be gone', async () => {
    recorded(line(found(['injected']), { text: null }));
    expect(await said()).toContain(
      'The added text is not kept: an older version recorded this prompt, or the text was removed by `mementor forget` or `mementor forget --secrets`.\n',
    );
  });

  it('of a prompt that is tried out was not added', async () => {
    rememberHere(QUESTION, 'sail it', 'rig it');
    const { text: tried, injected } = await document(QUESTION, '--rate', '20');
    expect(injected).not.toEqual([]);
    expect(tried).toContain('<mementor>');
    const shown = await said(QUESTION, '--rate', '20');
    expect(shown).toMatch(/result {4}would add 1 turn: .* match/);
    expect(shown).toContain('\nwhat Claude would get:\n  │ <mementor>\n');
    expect(shown).toContain('   would be added\n');
  });
});

describe('the first prompt of a session', () => {
  /** Its turn began 0.2 s before the hook wrote the line. */
  const first = (more: Partial<PromptLine> = {}) =>
    line(found(['unsure']), { prompt: '', atMs: Date.parse('2026-01-02T00:00:00.200Z'), ...more });

  it('is found in its turn', async () => {
    recorded(first(), 's1');
    expect(await said()).toContain('(not recorded');
    rememberHere(QUESTION, 'sail it');
    expect(await said()).toMatch(/^prompt {4}> Which port does the quince database listen on\?\n/);
    expect((await document()).prompt).toBe(QUESTION);
    expect((await document('-n', '1')).history).toMatchObject([{ prompt: QUESTION }]);
    expect((await document('--rate', '20')).prompt).toBe(QUESTION);
  });

  describe('that is not stored yet', () => {
    const written = (...prompts: string[]) =>
      writeTranscript(context, { project: 'project', session: 's1', prompts });
    const lost = async () => ({
      one: (await document()).prompt,
      listed: (await document('-n', '1')).history[0]?.prompt,
    });

    it('is found in its transcript', async () => {
      recorded(first({ transcript: written(QUESTION) }), 's1');
      expect(await said()).toMatch(
        /^prompt {4}> Which port does the quince database listen on\?\n/,
      );
      expect(await said('-n', '1')).toContain('> Which port does the quince database');
      const { history, ...one } = await document('-n', '1');
      expect(history).toMatchObject([{ prompt: QUESTION }]);
      expect(JSON.stringify([one, history])).not.toContain('transcript');
    });

    it('is masked, and shown without what is private', async () => {
      const prompt = 'the gate opens with quince-4711 <private>and a walrus</private> only';
      context = { ...context, env: { ...context.env, MEMENTOR_MASK: 'quince-[0-9]+' } };
      recorded(first({ transcript: written(prompt) }), 's1');
      const { one, listed } = await lost();
      expect(one).toContain('the gate opens with');
      expect(one).not.toMatch(/4711|walrus/);
      expect(listed).toBe(one);
    });

    it('is not read in an excluded folder, nor while nobody knows what is excluded', async () => {
      recorded(first({ transcript: written(QUESTION) }), 's1');
      const { env } = context;
      context = { ...context, env: { ...env, MEMENTOR_EXCLUDE: context.cwd } };
      expect(await lost()).toEqual({ one: '', listed: '' });
      context = { ...context, env };
      mkdirSync(home, { recursive: true });
      writeFileSync(join(home, 'config.json'), '{ "excluded": ["/x"] }');
      expect(await lost()).toEqual({ one: '', listed: '' });
    });

    it('is not taken from another time, a result of a tool, or a file that is gone', async () => {
      const transcript = written(QUESTION);
      recorded(first({ transcript, atMs: Date.parse('2026-01-02T00:02:00Z') }), 's1');
      expect(await lost()).toEqual({ one: '', listed: '' });
      const content = [{ type: 'tool_result', content: 'walrus' }];
      const result = { type: 'user', timestamp: '2026-01-02T00:00:00Z', message: { content } };
      writeFileSync(transcript, `${JSON.stringify(result)}\nno json\n`);
      recorded(first({ transcript }), 's1');
      expect(await lost()).toEqual({ one: '', listed: '' });
      rmSync(transcript);
      expect(await lost()).toEqual({ one: '', listed: '' });
    });
  });

  it('is not found in the transcript once its turn was forgotten', async () => {
    rememberHere(QUESTION);
    const path = writeTranscript(context, { project: 'project', session: 's1', prompts: [] });
    recorded(first({ transcript: path }), 's1');
    expect((await document()).prompt).toBe(QUESTION);
    const forgotten = await run('forget', '--containing', 'quince', '--yes');
    expect(forgotten.stdout).toContain('Forgot 1 turn');
    expect((await document()).prompt).toBe('');
  });

  it('is not found in the turn of another prompt', async () => {
    // The turn of the first line was forgotten.
    writeTranscript(context, { project: 'project', session: 's1', prompts: [] });
    const prompts = ['sail it'];
    const at = '2026-01-02T00:00:05Z';
    remember(context, writeTranscript(context, { project: 'project', session: 's1', prompts, at }));
    recorded(first(), 's1');
    recorded(first({ atMs: Date.parse('2026-01-02T00:00:05.200Z') }), 's1');
    const { history } = await document('-n', '5');
    expect(history.map(({ prompt }: PromptLine) => prompt)).toEqual(['sail it', '']);
  });

  it('is not found in a turn of another time, or of another session', async () => {
    rememberHere(QUESTION);
    recorded(first({ atMs: Date.parse('2026-01-02T00:02:00Z') }), 's1');
    expect((await document()).prompt).toBe('');
    recorded(first(), 's');
    expect((await document('--session', 's')).prompt).toBe('');
  });
});

describe('why -n, --since', () => {
  const atMs = (time: string) => Date.parse(`2026-01-0${time}:00Z`);

  beforeEach(() => {
    recorded(line(found([]), { prompt: 'ok', dismissed: 'trivial', atMs: atMs('1T09:00') }));
    recorded(
      line(found(['injected'], { said: 'text' }), { prompt: 'which port?', atMs: atMs('2T02:00') }),
    );
    recorded({ atMs: 9, promptAtMs: atMs('2T02:00'), turn: 'answer', brought: 9, used: 3 });
    const other = { prompt: 'and the host?', atMs: atMs('2T02:30') };
    recorded(line(found(['unsure']), other), 'other-1');
    const task = '<task-notification>\n<summary>done';
    recorded(line(found([]), { prompt: task, atMs: atMs('2T02:40') }), 'other-1');
    const elsewhere = { directory: '/elsewhere', prompt: 'where?', atMs: atMs('2T02:50') };
    recorded(line(found([]), elsewhere), 'far-1');
  });

  it('lists prompts, newest first, with what came of them', async () => {
    const text = (await said('-n', '5')).replaceAll(/(today|yesterday) \d\d:\d\d/g, 'DAY TIME');
    expect(text).toBe(
      [
        'DAY TIME  other-1  > and the host?',
        '    added nothing: the best match is too weak (31 %, needs 71 %)',
        'DAY TIME  8037c875  > which port?',
        '    added 1 turn: strong match (93 %, needs 71 %) · signs of use in the answer',
        'DAY TIME  8037c875  > ok',
        '    added nothing: the prompt is too general to search for',
        '',
      ].join('\n'),
    );
    expect(await said('-n', '5')).toBe(await said('--since', '1w'));
  });

  it('selects by number, time, session and project', async () => {
    rememberHere('rig it');
    const prompts = async (...args: string[]) =>
      (await document(...args)).history.map(({ prompt }: PromptLine) => prompt);
    expect(await prompts('-n', '1')).toEqual(['and the host?']);
    expect(await prompts('--since', '2h')).toEqual(['and the host?', 'which port?']);
    expect(await prompts('-n', '9', '--session', SESSION.slice(0, 6))).toEqual([
      'which port?',
      'ok',
    ]);
    expect(await prompts('--all-projects')).toHaveLength(4);
    expect(await prompts('--project', 'project')).toHaveLength(3);
    const { stderr, exitCode } = await run('why', '--project', 'nosuch');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: no project is called nosuch');
  });

  it('is one document on request: of the newest, and of all', async () => {
    const found = await document('-n', '2');
    expect(found).toMatchObject({ version: 1, prompt: 'and the host?', session: 'other-1' });
    expect(found.history).toMatchObject([
      { prompt: 'and the host?', text: null, usage: null, dismissed: null },
      {
        prompt: 'which port?',
        session: SESSION,
        at: '2026-01-02T02:00:00.000Z',
        result: 'added 1 turn: strong match (confidence 93 %; your setting needs 71 %)',
        text: 'text',
        usage: 'used',
        injected: ['turn-1'],
      },
    ]);
  });

  it('says when there is none', async () => {
    const none = await run('why', '--since', '2h', '--session', 'nobody');
    expect(none).toMatchObject({ exitCode: 1, stdout: '' });
    expect(none.stderr).toContain('No prompt of session nobody since 2h is recorded.');
    const json = await run('why', '--since', 'now', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ prompt: null, history: [] });
    expect(json.exitCode).toBe(1);
  });

  it('fits a terminal, with wide characters', async () => {
    recorded(line(found([]), { prompt: '波浪はどこですか。'.repeat(30), atMs: atMs('2T03:00') }));
    for (const columns of [60, 80, 160]) {
      const wide = { ...context, stdout: fakeOutput(true, columns), env: { NO_COLOR: '1' } };
      await runProgram(['why', '-n', '1'], wide);
      const [first = ''] = wide.stdout.text.split('\n');
      expect(visibleWidth(first)).toBeGreaterThan(columns - 3);
      expect(visibleWidth(first)).toBeLessThanOrEqual(columns);
    }
  });

  it.each([
    ['-n', '2', 'a prompt'],
    ['--since', '1w', '--rate', '5'],
    ['-a', '--last'],
  ])('does not go with what is about one prompt: %s', async (...args) => {
    expect(await run('why', ...args)).toMatchObject({ exitCode: 2, stdout: '' });
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
