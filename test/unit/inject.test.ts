/** What the prompt hook asks, says and records. The core's answer is given. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { claudeCodeHooks } from '../../src/agents/claude-code/hook-format.ts';
import { shownNotes } from '../../src/home/notes-shown.ts';
import { homeOf, logOf, mutedOf, recallsOf } from '../../src/home/paths.ts';
import type { Recall } from '../../src/memory.ts';
import { type Asked, hasMarker, inject } from '../../src/recalls/inject.ts';
import { parseLines } from '../../src/recalls/lines.ts';
import { appendLine, recordPath } from '../../src/recalls/record.ts';
import { settingsInHook } from '../../src/settings/read.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { aNearNote, found, foundHit } from '../helpers/found.ts';
import { aHit } from '../helpers/hit.ts';

const SESSION = '8037c875-e39f-54dd-a6ba-6ef50e7a7f67';
/** A key that nobody has. */
const SECRET = `sk-ant-${'api03-A1b2C3d4E5f6G7h8I9j0K1l2M3n4'}`;

let context: FakeContext;
let home: string;
/** A transcript that is there. */
let transcriptPath: string;
/** What the core was asked. */
let options: unknown[];

beforeEach(() => {
  context = fakeContext();
  home = homeOf(context);
  transcriptPath = join(context.homedir, 'transcript.jsonl');
  writeFileSync(transcriptPath, '');
  options = [];
});

/** Sends a prompt; returns what the hook says. */
async function send(answer: Recall | Error, asked: Partial<Asked> = {}): Promise<string> {
  const memory = {
    recall: (prompt: unknown) => {
      options.push(prompt);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const whole = {
    prompt: 'which port is it?',
    directory: context.cwd,
    session: SESSION,
    transcriptPath,
    ...asked,
  };
  const fresh = { ...context, stdout: fakeOutput() };
  const answering = { setting: settingsInHook(context), reply: claudeCodeHooks.reply };
  inject(memory, whole, answering, fresh);
  return fresh.stdout.text;
}

function recorded(session = SESSION) {
  return parseLines(readFileSync(join(recallsOf(home), `${session}.jsonl`), 'utf8'));
}

function log(): string {
  return readFileSync(logOf(home), 'utf8');
}

function mark(line: Parameters<typeof appendLine>[1]): void {
  appendLine(recordPath(home, SESSION) ?? '', line);
}

describe('a prompt', () => {
  it('gets what is to be injected, and nothing that nearly was', async () => {
    const answer = found(['recalled', 'injected', 'far', 'injected']);
    const output: unknown = JSON.parse(await send(answer));
    expect(output).toEqual({
      systemMessage: 'Mementor: added 2 past turns (Nov 17)',
      hookSpecificOutput: {
        hookEventName: 'UserPromptSubmit',
        additionalContext: expect.stringMatching(/^<mementor>\n.*\n<\/mementor>$/s),
      },
    });
    expect(JSON.stringify(output).match(/port 6543/g)).toHaveLength(2);
  });

  it('is told of to the user, unless the setting says no', async () => {
    const nowMs = context.now().getTime();
    const november = new Date(2025, 10, 3, 9).getTime();
    const times = [nowMs - 24 * 60 * 60 * 1_000, november, november + 1, nowMs];
    const candidates = times.map((atMs, index) => ({
      verdict: index < 3 ? 'injected' : 'far',
      hit: aHit({ turn: `turn-${index}`, atMs }),
    }));
    const noticed = async () => JSON.parse(await send(found([], { candidates }))).systemMessage;
    expect(await noticed()).toBe('Mementor: added 3 past turns (Nov 3, 2025, yesterday)');
    context = { ...context, env: { MEMENTOR_NOTICE: 'off' } };
    expect(await noticed()).toBeUndefined();
    expect(recorded()).toHaveLength(2);
  });

  it('gets notes too: they are told of, counted as shown, and never said again', async () => {
    mkdirSync(home, { recursive: true });
    const notes = [aNearNote(), aNearNote({ note: 'note-2', verdict: 'unsure' })];
    const said = '<mementor>\n- learning\n</mementor>';
    const notice = async (answer: Recall) => JSON.parse(await send(answer)).systemMessage;
    expect(await notice(found([], { notes, said }))).toBe('Mementor: added 1 note');
    expect(await notice(found(['injected'], { notes }))).toBe(
      'Mementor: added 1 past turn (Nov 17) and 1 note',
    );
    expect(recorded()).toMatchObject([{ notes: ['note-1'], injected: [] }, { notes: ['note-1'] }]);
    expect(options).toMatchObject([{ notes: [] }, { notes: ['note-1'] }]);
    expect(shownNotes(home).get('note-1')).toMatchObject({ times: 2 });
    expect(shownNotes(home).has('note-2')).toBe(false);
  });

  it('gets nothing when nothing is to be injected', async () => {
    expect(await send(found(['unsure', 'in-context']))).toBe('');
    expect(await send(found([], { dismissed: 'trivial' }))).toBe('');
  });

  it('is recorded, with what came of it', async () => {
    const said = await send(found(['injected', 'repeats']));
    const { additionalContext } = JSON.parse(said).hookSpecificOutput;
    await send(found([], { dismissed: 'trivial', threshold: 0, probability: 0, searched: 0 }));
    expect(recorded()).toMatchObject([
      {
        atMs: context.now().getTime(),
        prompt: 'which port is it?',
        directory: context.cwd,
        dismissed: null,
        injected: ['turn-1'],
        candidates: [{ verdict: 'injected' }, { turn: 'turn-2', verdict: 'repeats' }],
        rate: 4,
        text: additionalContext,
        chars: additionalContext.length,
        tokens: Math.ceil(additionalContext.length / 4),
      },
      { dismissed: 'trivial', injected: [], text: null, chars: 0, tokens: 0 },
    ]);
  });

  it('is recorded without its secrets', async () => {
    await send(found([]), { prompt: `what is ${SECRET} for?` });
    expect(recorded()).toMatchObject([{ prompt: expect.stringMatching(/^what is .+ for\?$/) }]);
    expect(JSON.stringify(recorded())).not.toContain(SECRET);
  });

  it('is recorded with what was added, masked by the patterns of today', async () => {
    const said = 'The <private> tag starts here. The walrus is called Halvorsen.';
    context = { ...context, env: { MEMENTOR_MASK: 'Halvorsen' } };
    await send(found(['injected'], { said }));
    expect(recorded()).toMatchObject([
      { text: 'The <private> tag starts here. The walrus is called [masked:own].' },
    ]);
  });

  it('is asked for at the rate of the setting', async () => {
    await send(found([]));
    context = { ...context, env: { MEMENTOR_RATE: '0.5' } };
    await send(found([]));
    expect(options).toMatchObject([{ rate: 0.04 }, { rate: 0.005 }]);
    expect(recorded()).toMatchObject([{ rate: 4 }, { rate: 0.5 }]);
  });

  it('of a session without a name is answered, and leaves no record', async () => {
    expect(await send(found(['injected']), { session: undefined })).not.toBe('');
    expect(await send(found(['injected']), { session: '../x' })).not.toBe('');
    expect(options).toMatchObject([{ session: '' }, { session: '../x' }]);
    expect(() => recorded()).toThrow('ENOENT');
  });
});

describe('a session that is not kept', () => {
  const prompt = 'Between us: the walrus is paid in silver coins';
  const unwritten = () => ({ prompt, transcriptPath: join(context.homedir, 'never.jsonl') });

  function files(): string[] {
    if (!existsSync(home)) return [];
    const paths = readdirSync(home, { recursive: true }).map((name) => join(home, String(name)));
    return paths.filter((path) => statSync(path).isFile());
  }

  it('is helped, and leaves no text in any file', async () => {
    expect(await send(found(['injected', 'far']), unwritten())).toContain('6543');
    expect(await send(found([], { dismissed: 'trivial' }), unwritten())).toBe('');
    expect(await send(new Error('the disk is gone'), unwritten())).toBe('');
    expect(recorded()).toMatchObject([
      { prompt: '', injected: ['turn-1'] },
      { prompt: '', dismissed: 'trivial' },
      { prompt: '', dismissed: 'failed' },
    ]);
    expect(files()).not.toEqual([]);
    const texts = files().map((path) => readFileSync(path, 'latin1'));
    expect(texts.filter((text) => /walrus|silver|coins/i.test(text))).toEqual([]);
  });

  it('without a transcript leaves nothing at all', async () => {
    const said = await send(found(['injected']), { prompt, transcriptPath: undefined });
    expect(said).toContain('6543');
    expect(files()).toEqual([]);
  });

  it('tells the core of muted turns, and records them as muted', async () => {
    await send(found([]), { prompt });
    writeFileSync(mutedOf(home), '{"turns": ["turn-2"]}');
    await send(found(['injected', 'muted']), { prompt });
    expect(options[1]).toMatchObject({ recalled: [], muted: ['turn-2'] });
    expect(recorded()[1]).toMatchObject({
      candidates: [{ verdict: 'injected' }, { turn: 'turn-2', verdict: 'muted' }],
    });
  });

  it('is one only until its transcript is written', async () => {
    await send(foundHit({ turn: 'a' }), unwritten());
    await send(found([]), { prompt });
    const { transcriptPath: transcript } = unwritten();
    expect(recorded()).toMatchObject([{ prompt: '', transcript }, { prompt }]);
    expect(recorded()[1]).not.toHaveProperty('transcript');
    expect(options[1]).toMatchObject({ recalled: ['a'] });
  });
});

describe('a search that fails', () => {
  it('is recorded as that, and said in the log', async () => {
    expect(await send(new Error('the database disk image is malformed'))).toBe('');
    expect(recorded()).toMatchObject([
      { prompt: 'which port is it?', dismissed: 'failed', injected: [], candidates: [] },
    ]);
    expect(log()).toContain(' recall: the database disk image is malformed');
    expect(await send(found(['injected']))).toContain('6543');
  });
});

describe('what was brought back', () => {
  it('is named to the core, until the context is compacted', async () => {
    await send(foundHit({ turn: 'a' }));
    await send(foundHit({ turn: 'b' }));
    await send(found(['unsure']));
    expect(options).toMatchObject([
      { recalled: [] },
      { recalled: ['a'] },
      { recalled: ['a', 'b'] },
    ]);
    expect(options[2]).not.toHaveProperty('compactedAtMs');
    mark({ compacted: true, atMs: 77 });
    await send(foundHit({ turn: 'a' }));
    await send(found([]));
    expect(options.slice(3)).toMatchObject([
      { recalled: [], compactedAtMs: 77 },
      { recalled: ['a'], compactedAtMs: 77 },
    ]);
  });

  it('counts in its own session only', async () => {
    await send(foundHit({ turn: 'a' }));
    await send(foundHit({ turn: 'a' }), { session: 'another' });
    expect(options[1]).toMatchObject({ session: 'another', recalled: [] });
  });

  it('is said all the same when it cannot be recorded', async () => {
    mkdirSync(home, { recursive: true });
    writeFileSync(recallsOf(home), 'mine');
    expect(await send(found(['injected']))).toContain('6543');
    expect(readFileSync(recallsOf(home), 'utf8')).toBe('mine');
    expect(log().match(/ recall: .+: a part of this path is a file/g)).toHaveLength(2);
  });

  it('is said all the same when the record is damaged', async () => {
    mkdirSync(recallsOf(home), { recursive: true });
    writeFileSync(join(recallsOf(home), `${SESSION}.jsonl`), '\u0000\uFFFD{"injected":["x"]');
    expect(await send(foundHit({ turn: 'a' }))).toContain('6543');
    await send(found([]));
    expect(options[1]).toMatchObject({ recalled: ['a'] });
  });
});

describe('nothing is searched', () => {
  async function why(asked: Partial<Asked> = {}): Promise<unknown> {
    expect(await send(found(['injected']), asked)).toBe('');
    expect(options).toEqual([]);
    const [line] = recorded();
    expect(line).toMatchObject({ injected: [], candidates: [], chars: 0, searched: 0 });
    return line && 'dismissed' in line ? line.dismissed : undefined;
  }

  function mute(muted: object | string): void {
    mkdirSync(home, { recursive: true });
    writeFileSync(mutedOf(home), typeof muted === 'string' ? muted : JSON.stringify(muted));
  }

  it('when recall is off', async () => {
    context = { ...context, env: { MEMENTOR_RECALL: 'off' } };
    expect(await why()).toBe('off');
  });

  it('when the session is muted', async () => {
    mute({ sessions: [SESSION], projects: [] });
    expect(await why()).toBe('muted');
  });

  it('when the project is muted, below it too', async () => {
    mute({ sessions: [], projects: [context.cwd] });
    expect(await why({ directory: join(context.cwd, 'src') })).toBe('muted');
  });

  it('when the prompt says so', async () => {
    expect(await why({ prompt: 'which port is it? --no-recall' })).toBe('marker');
  });

  it('at the first prompt of a fork, until its transcript is written', async () => {
    mark({ forked: true, atMs: 1 });
    const fork = { transcriptPath: join(context.homedir, 'fork.jsonl') };
    expect(await send(found(['injected']), fork)).toBe('');
    expect(recorded().at(-1)).toMatchObject({ dismissed: 'fork' });
    writeFileSync(fork.transcriptPath, '');
    expect(await send(found(['injected']), fork)).toContain('6543');
  });

  it('but all goes on when another is muted, or the file is damaged', async () => {
    mute({ sessions: ['other'], projects: [`${context.cwd}-2`, '/elsewhere'] });
    expect(await send(found(['injected']))).toContain('6543');
    mute('{"sessions": [');
    expect(await send(found(['injected']))).toContain('6543');
    expect(log()).toContain('muted.json: it must hold an object');
  });
});

describe('the marker', () => {
  it.each([
    '--no-recall',
    '--no-recall which port?',
    'which port? --no-recall',
    'which\n--no-recall\nport?',
    'which\t--no-recall port?',
  ])('stands alone in %j', (prompt) => expect(hasMarker(prompt)).toBe(true));

  it.each([
    '',
    'no-recall',
    '---no-recall',
    '--no-recalls',
    'x--no-recall',
    '`--no-recall`',
    '--no-recall.',
    '--no-recall=1',
    '--NO-RECALL',
  ])('does not stand in %j', (prompt) => expect(hasMarker(prompt)).toBe(false));
});
