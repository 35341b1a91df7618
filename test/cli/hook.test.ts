/** `mementor hook …` as Claude Code calls it: whatever happens, exit 0 and valid output or none. */

import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { native, openForReading } from '../../src/memory.ts';
import {
  conversation,
  kill,
  type Result,
  ROOT,
  type RunOptions,
  type Sandbox,
  sandbox,
  until,
} from '../helpers/sandbox.ts';

const EVENTS = ['session-start', 'user-prompt-submit', 'stop', 'pre-compact', 'session-end'];
const isRoot = process.getuid?.() === 0;
const hasProc = existsSync('/proc/self/environ');

/** A key that nobody has. */
const SECRET = `sk-ant-${'api03-A1b2C3d4E5f6G7h8I9j0K1l2M3n4'}`;

async function hook(
  box: Sandbox,
  event: string,
  payload: unknown,
  options: RunOptions = {},
): Promise<Result> {
  // Each prompt has an id of its own; of two alike, one is answered.
  const id = event === 'user-prompt-submit' ? { prompt_id: randomUUID() } : {};
  const stdin =
    typeof payload === 'string' ? payload : JSON.stringify({ ...id, ...Object(payload) });
  return await box.cli(['hook', event], { stdin, ...options });
}

/** What Claude Code says on every event, with what this one adds. */
function payload(box: Sandbox, more: object = {}): object {
  return { session_id: randomUUID(), cwd: box.project, permission_mode: 'default', ...more };
}

function expectSilence(result: Result): void {
  expect(result).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  // Far above the deadline, far below what a person would take for a hang.
  expect(result.tookMs).toBeLessThan(8_000);
}

/** The passages of all turns that hold these words. */
function passages(box: Sandbox, text: string): string[] {
  const memory = openForReading({ home: box.memory, nowMs: 0 });
  const within = { directory: box.project, everything: true };
  const question = { text, limit: 50, within, filter: {}, turns: true, nowMs: 0 };
  return memory.query(question, () => 0).hits.map((hit) => `${hit.prompt}\n\n${hit.passage}`);
}

/** Runs two at a time: there may be two cores. */
async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const next = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all([next(), next()]);
}

describe('any input', () => {
  const wrong = { session_id: 5, transcript_path: ['/x'], cwd: {}, prompt: true, agent_id: 1 };
  const nothing = {
    session_id: null,
    transcript_path: null,
    cwd: null,
    prompt: null,
    last_assistant_message: null,
    agent_id: null,
    custom_instructions: null,
  };
  const cursor = {
    conversation_id: randomUUID(),
    generation_id: randomUUID(),
    hook_event_name: 'beforeSubmitPrompt',
    workspace_roots: ['/somewhere'],
    prompt: 'Which port does the staging database use?',
    attachments: [],
  };
  const inputs: Readonly<Record<string, string>> = {
    empty: '',
    blank: ' \n',
    garbage: '\u0000\uFFFD\u001B[31m{"',
    'half an object': '{"session_id":"a","transc',
    null: 'null',
    'an array': '[]',
    'a string': '"stop"',
    'no fields': '{}',
    'fields of wrong types': JSON.stringify(wrong),
    'fields that are null': JSON.stringify(nothing),
    'a prompt that is null': JSON.stringify({ session_id: randomUUID(), cwd: '/x', prompt: null }),
    'another agent': JSON.stringify(cursor),
    'a prompt of 800 kB': JSON.stringify({ ...cursor, prompt: 'why ö '.repeat(115_000) }),
    'a path with a NUL': JSON.stringify({ transcript_path: '/a\0b', prompt: 'what was that port' }),
    'a path that is a folder': JSON.stringify({ transcript_path: '/', prompt: 'which port is it' }),
  };

  it.each(EVENTS)('is survived by %s', async (event) => {
    const box = sandbox();
    await inPairs(Object.entries(inputs), async ([name, stdin]) => {
      const result = await hook(box, event, stdin);
      expect({ name, ...result }).toMatchObject({ name, exitCode: 0, stdout: '', stderr: '' });
    });
    expect(await box.settled()).toMatchObject({ turns: 0, inbox: 0 });
  });

  it('that is not UTF-8 is survived', async () => {
    const box = sandbox();
    for (const event of EVENTS) {
      expectSilence(await box.cli(['hook', event], { stdin: Buffer.from([0xff, 0xfe, 0x7b]) }));
    }
  });

  it('may be missing altogether', async () => {
    const box = sandbox();
    for (const shell of ['exec "$@" <&-', 'exec "$@" </dev/null', 'exec "$@" <.']) {
      await inPairs(EVENTS, async (event) =>
        expectSilence(await box.cli(['hook', event], { shell })),
      );
    }
  });

  it.each(EVENTS)('may never end: %s keeps its deadline, and the log says so', async (event) => {
    const box = sandbox();
    mkdirSync(box.memory);
    const running = box.start(['hook', event], { stdin: null });
    running.child.stdin?.write('{"session_id":');
    expectSilence(await running.done);
    const isPrompt = event === 'user-prompt-submit';
    const why = isPrompt
      ? 'too late, and silent'
      : 'nothing was handed over: the input did not end';
    expect(box.log()).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\S+Z hook ${event}: ${why}\\n$`));
  });

  it('that is no JSON is said in the log to be lost', async () => {
    const box = sandbox();
    expectSilence(await hook(box, 'stop', '{"session_id":"a","transc'));
    expect(box.log()).toContain('hook stop: nothing was handed over: the input is no object');
  });

  it('is not even read when the event is unknown', async () => {
    const box = sandbox();
    for (const args of [
      ['hook', 'frobnicate'],
      ['hook', '--version'],
      ['hook', '__proto__'],
      ['hook'],
    ]) {
      expectSilence(await box.cli(args, { stdin: JSON.stringify(payload(box)) }));
    }
    expect(existsSync(box.memory)).toBe(false);
  });
});

describe('any state of the memory', () => {
  /** All events, as they come in a session. */
  async function allSilent(box: Sandbox, options: RunOptions = {}): Promise<void> {
    const chat = conversation(box.project);
    const transcript_path = box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
    const prompt = 'which port does the staging database listen on?';
    const input = payload(box, { transcript_path, prompt, last_assistant_message: '6543.' });
    await inPairs(EVENTS, async (event) => expectSilence(await hook(box, event, input, options)));
  }

  it('none yet: a prompt creates nothing', async () => {
    const box = sandbox();
    const input = payload(box, { prompt: 'which port does staging use?' });
    expectSilence(await hook(box, 'user-prompt-submit', input));
    expect(existsSync(box.memory)).toBe(false);
  });

  it('damaged: moved aside by the worker, said in the log, and all is taken in', async () => {
    const box = sandbox({ 'memory/memory.db': 'no database '.repeat(1_000) });
    await allSilent(box);
    expect(await box.settled()).toMatchObject({ turns: 1 });
    const aside = readdirSync(box.memory).find((name) => name.startsWith('memory.db.damaged-'));
    expect(readFileSync(join(box.memory, aside ?? ''), 'utf8')).toContain('no database');
    expect(box.log()).toContain(`moved a damaged database to ${join(box.memory, aside ?? '')}`);
  });

  it('of a newer Mementor: left alone, and the inbox keeps what came', async () => {
    const box = sandbox();
    await box.cli(['ingest', '--all']);
    const database = box.path('memory/memory.db');
    const bytes = readFileSync(database);
    bytes.writeUInt32BE(native().about().schema + 1, 60);
    writeFileSync(database, bytes);
    await allSilent(box);
    await until('no process is left', () => box.processes().length === 0);
    expect(readFileSync(database).equals(bytes)).toBe(true);
    expect(box.inbox().length).toBeGreaterThan(0);
    expect(box.log()).toContain('worker: the database has schema version');
  });

  it.each([
    ['log', 1],
    ['derivation', 7],
  ])('with a newer %s: left alone, and the inbox keeps what came', async (part, version) => {
    const box = sandbox();
    await box.cli(['ingest', '--all']);
    const database = box.path('memory/memory.db');
    const bytes = readFileSync(database);
    // The row of the table `meta`: key and value stand side by side.
    const row = bytes.indexOf(`${part}${version}`);
    expect(row).toBeGreaterThan(0);
    bytes.write('9', row + part.length);
    writeFileSync(database, bytes);
    await allSilent(box);
    await until('no process is left', () => box.processes().length === 0);
    expect(readFileSync(database).equals(bytes)).toBe(true);
    expect(box.inbox().length).toBeGreaterThan(0);
    expect(box.log()).toContain(`worker: the database has ${part} version 9`);
    const { stdout } = await box.cli(['doctor']);
    expect(stdout).toContain(`the database has ${part} version 9, newer than ${version}`);
    expect(stdout).toContain('what the hooks hand over waits');
  });

  it('with what an older build derived: derived again by the worker, and found meanwhile', async () => {
    const box = sandbox();
    const lines = conversation(box.project).turn('Which port?', '6543.');
    const transcript_path = box.write('transcripts/a.jsonl', lines);
    await box.cli(['ingest', '--all']);
    const database = box.path('memory/memory.db');
    const bytes = readFileSync(database);
    const version = bytes.indexOf('derivation7') + 'derivation'.length;
    expect(version).toBeGreaterThan(20);
    bytes.write('0', version);
    writeFileSync(database, bytes);
    expect((await box.cli(['query', 'port', '--all-projects'])).exitCode).toBe(0);
    expectSilence(await hook(box, 'stop', payload(box, { transcript_path })));
    await box.settled();
    const { stdout } = await box.cli(['doctor']);
    expect(stdout).toContain('intact');
    expect(stdout).not.toContain('derived again up to');
    expect((await box.cli(['query', 'port', '--all-projects'])).exitCode).toBe(0);
    expect(openForReading({ home: box.memory, nowMs: 0 }).stats().rebuilding).toBeNull();
  });

  it('its home is a file', async () => {
    const box = sandbox();
    const file = box.write('home/file', 'mine');
    await allSilent(box, { env: { MEMENTOR_HOME: file } });
    await allSilent(box, { env: { MEMENTOR_HOME: join(file, 'below') } });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.skipIf(isRoot)('its home cannot be written', async () => {
    const box = sandbox();
    mkdirSync(box.memory);
    chmodSync(box.memory, 0o500);
    await allSilent(box);
    chmodSync(box.memory, 0o700);
    expect(readdirSync(box.memory)).toEqual([]);
  });

  it('its inbox is a file', async () => {
    const box = sandbox({ 'memory/inbox': 'mine' });
    await allSilent(box);
    expect(box.log()).toContain('hook stop: ');
  });

  it('without the model: taken in all the same', async () => {
    const box = sandbox();
    await allSilent(box, { env: { MEMENTOR_MODELS: box.path('none') } });
    expect(await box.settled()).toMatchObject({ turns: 1 });
  });

  it('without the addon: silent, and the log says why', async () => {
    const box = sandbox();
    const copy = box.path('copy');
    cpSync(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const script = join(copy, 'dist', 'cli.js');
    await allSilent(box, { script });
    expect(box.log()).toContain('hook stop: the native addon cannot be loaded');
    const { exitCode, stderr } = await box.cli(['query', 'x'], { script });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: the native addon cannot be loaded');
    expect(stderr).toContain('hint: run `npm install`');
  });

  it('called from a folder that is gone, as a worktree may be', async () => {
    const box = sandbox();
    const chat = conversation(box.project);
    const transcript_path = box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
    const shell = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
    await until('it is handed over', async () => {
      expectSilence(await hook(box, 'stop', payload(box, { transcript_path }), { shell }));
      return (await box.settled()).turns === 1;
    });
    const { exitCode, stderr } = await box.cli(['query', 'port'], { shell });
    expect({ exitCode, stderr }).not.toMatchObject({ stderr: expect.stringContaining('uv_cwd') });
  });
});

describe('handing over', () => {
  /** Runs `work` while no worker can take anything, and returns the payloads that wait. */
  async function waiting(box: Sandbox, work: () => Promise<unknown>): Promise<object[]> {
    const lock = native().IngestLock.tryAcquire(box.memory);
    await work();
    await until('no process is left', () => box.processes().length === 0);
    const texts = box.inbox().map((name) => readFileSync(box.path(`memory/inbox/${name}`), 'utf8'));
    lock?.release();
    return texts.map((text) => JSON.parse(text) as object);
  }

  /** Hands over until it arrives: on a loaded machine a hook may be late, and gives up. */
  async function handedOver(box: Sandbox, event: string, input: object): Promise<object[]> {
    return await until('it is handed over', async () => {
      const found = await waiting(box, async () => expectSilence(await hook(box, event, input)));
      return found.length > 0 ? found : undefined;
    });
  }

  function count(text: string, part: string): number {
    return text.split(part).length - 1;
  }

  /** Longer than a hook once had from the start of its process. */
  const SLOW_MS = 1_500;
  const SLEEP = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${SLOW_MS});`;

  it.each(EVENTS.filter((event) => event !== 'user-prompt-submit'))(
    'is done however slowly Node starts: %s',
    async (event) => {
      const box = sandbox();
      const env = { NODE_OPTIONS: `--require ${box.write('slow.cjs', SLEEP)}` };
      const transcript_path = box.path('transcripts/a.jsonl');
      const found = await waiting(box, async () =>
        expectSilence(await hook(box, event, payload(box, { transcript_path }), { env })),
      );
      expect(found).toMatchObject([{ event, transcriptPath: transcript_path }]);
    },
  );

  it('is done however slowly the hook works', async () => {
    const box = sandbox();
    // All that it writes comes late, as on a disk that others keep busy.
    const slow = `const fs = require('fs'); const { renameSync } = fs;
      fs.renameSync = (...paths) => { ${SLEEP} renameSync(...paths); };`;
    const env = { NODE_OPTIONS: `--require ${box.write('slow.cjs', slow)}` };
    const transcript_path = box.path('transcripts/a.jsonl');
    const found = await waiting(box, async () =>
      expectSilence(await hook(box, 'stop', payload(box, { transcript_path }), { env })),
    );
    expect(found).toHaveLength(1);
  });

  it('is done with an input that comes slowly and in pieces', async () => {
    const box = sandbox();
    const last_assistant_message = 'quince '.repeat(40_000);
    const transcript_path = box.path('transcripts/a.jsonl');
    const text = JSON.stringify(payload(box, { transcript_path, last_assistant_message }));
    const found = await waiting(box, async () => {
      const running = box.start(['hook', 'stop'], { stdin: null });
      for (let at = 0; at < text.length; at += 80_000) {
        running.child.stdin?.write(text.slice(at, at + 80_000));
        await sleep(SLOW_MS / 4);
      }
      running.child.stdin?.end();
      expectSilence(await running.done);
    });
    expect(found).toMatchObject([{ lastAnswer: expect.stringMatching(/^(quince ){40000}$/) }]);
  });

  it.skipIf(!hasProc)('is done although the client ends the hook', async () => {
    const box = sandbox();
    const text = JSON.stringify(payload(box, { transcript_path: box.path('transcripts/a.jsonl') }));
    const found = await waiting(box, async () => {
      const running = box.start(['hook', 'session-end'], { stdin: null });
      running.child.stdin?.write(text.slice(0, 20));
      const { pid = 0 } = running.child;
      // Node has a handler of its own for SIGTERM from its start, but none for SIGHUP.
      await until('it has begun', () => catches(pid, constants.signals.SIGHUP));
      kill(pid, 'SIGTERM');
      kill(pid, 'SIGHUP');
      running.child.stdin?.end(text.slice(20));
      expectSilence(await running.done);
    });
    expect(found).toMatchObject([{ event: 'session-end' }]);
  });

  /** Whether a process has a handler of its own for a signal. */
  function catches(pid: number, signal: number): boolean {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const caught = BigInt(`0x${/^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
    return (caught & (1n << BigInt(signal - 1))) !== 0n;
  }

  it('a Stop: the answer is masked on the disk, and the worker takes it in', async () => {
    const box = sandbox();
    const chat = conversation(box.project);
    const asked = chat.prompt('Which key does the quince service use?');
    const transcript_path = box.write('transcripts/a.jsonl', asked);
    const last_assistant_message = `The quince service uses ${SECRET} on staging.`;
    const input = payload(box, { transcript_path, last_assistant_message });
    const [first] = await handedOver(box, 'stop', input);
    expect(first).toEqual({
      version: 1,
      event: 'stop',
      transcriptPath: transcript_path,
      lastAnswer: expect.stringMatching(
        /^The quince service uses (?!sk-ant-api03).+ on staging\.$/,
      ),
      receivedAtMs: expect.any(Number),
    });

    await hook(box, 'session-end', payload(box, { transcript_path }));
    expect(await box.settled()).toMatchObject({ turns: 1, sessions: 1, inbox: 0, pending: 0 });
    const [passage = ''] = passages(box, 'quince');
    expect(passage).toContain('on staging.');
    const files = readdirSync(box.memory, { recursive: true, encoding: 'utf8' });
    for (const name of files.filter((each) => each !== 'inbox')) {
      expect(readFileSync(join(box.memory, name)).includes(SECRET)).toBe(false);
    }
  });

  it('an answer that the transcript lacks is stored, and once only when it comes', async () => {
    const box = sandbox();
    const chat = conversation(box.project);
    const path = box.write('transcripts/a.jsonl', chat.prompt('Which fruit is in season?'));
    const answer = 'Quinces are, until the end of November.';
    const input = payload(box, { transcript_path: path, last_assistant_message: answer });
    await until('the answer is stored', async () => {
      expectSilence(await hook(box, 'stop', input));
      return (await box.settled()).turns === 1 && passages(box, 'quinces').length === 1;
    });
    expect(count(passages(box, 'quinces')[0] ?? '', answer)).toBe(1);

    appendFileSync(path, chat.answer(answer));
    await hook(box, 'stop', input);
    expect(await box.settled()).toMatchObject({ turns: 1 });
    appendFileSync(path, chat.turn('And after that?', 'Medlars.'));
    await hook(box, 'session-end', payload(box, { transcript_path: path }));
    await until('all is taken in', async () => (await box.settled()).turns === 2);
    const found = passages(box, 'quinces');
    expect(found).toHaveLength(1);
    expect(count(found[0] ?? '', answer)).toBe(1);
  });

  it('an answer that comes a moment later is waited for', async () => {
    const box = sandbox();
    const chat = conversation(box.project);
    const path = box.write('transcripts/a.jsonl', chat.prompt('Which fruit is in season?'));
    const answer = 'Quinces are.';
    const input = payload(box, { transcript_path: path, last_assistant_message: answer });
    await handedOver(box, 'stop', input);
    const running = hook(box, 'session-end', payload(box, { transcript_path: path }));
    appendFileSync(path, chat.answer(answer));
    await running;
    expect(await box.settled()).toMatchObject({ turns: 1 });
    expect(count(passages(box, 'quinces')[0] ?? '', answer)).toBe(1);
  });

  it('an answer stays in its turn when the next prompts come before the worker', async () => {
    const box = sandbox();
    const session = randomUUID();
    const path = box.write('transcripts/a.jsonl', '');
    const asked = ['quince', 'medlar', 'walnut'];
    for (const fruit of asked) {
      const at = new Date(Date.now() - 2_000).toISOString();
      const chat = conversation(box.project, { session, at });
      appendFileSync(path, chat.turn(`Is there a ${fruit}?`, `One ${fruit} is.`));
      const last_assistant_message = `One ${fruit} is.`;
      const input = payload(box, { transcript_path: path, last_assistant_message });
      await handedOver(box, 'stop', input);
    }
    await hook(box, 'session-end', payload(box, { transcript_path: path }));
    expect(await box.settled()).toMatchObject({ turns: 3, inbox: 0 });
    for (const fruit of asked) {
      expect(passages(box, fruit)).toEqual([`Is there a ${fruit}?\n\nOne ${fruit} is.`]);
    }
  });

  it('what arrives while a command writes is taken in after it', async () => {
    const box = sandbox();
    const path = box.write(
      'transcripts/a.jsonl',
      conversation(box.project).turn('Which fruit?', 'Quinces.'),
    );
    await handedOver(box, 'stop', payload(box, { transcript_path: path }));
    const other = conversation(box.project).turn('Which nut?', 'Walnuts.');
    const ingest = ['ingest', box.write('other/b.jsonl', other)];
    expect((await box.cli(ingest)).exitCode).toBe(0);
    expect(await box.settled()).toMatchObject({ turns: 2, inbox: 0 });
  });

  it('a subagent’s Stop has no answer of the turn', async () => {
    const box = sandbox();
    const transcript_path = box.write('transcripts/a.jsonl', conversation(box.project).prompt('x'));
    const more = { transcript_path, agent_id: 'a60be0d65dabe6473', agent_type: 'Explore' };
    const input = payload(box, { ...more, last_assistant_message: 'Child result: 42' });
    const [first] = await handedOver(box, 'stop', input);
    expect(first).not.toHaveProperty('lastAnswer');
    expect(first).toMatchObject({ transcriptPath: transcript_path });
  });

  it('only a Stop hands an answer over', async () => {
    const box = sandbox();
    const transcript_path = box.write('transcripts/a.jsonl', conversation(box.project).prompt('x'));
    const input = payload(box, { transcript_path, last_assistant_message: 'no' });
    for (const event of ['session-start', 'pre-compact', 'session-end']) {
      const found = await handedOver(box, event, input);
      expect(found.at(-1)).toEqual({
        version: 1,
        event: expect.any(String),
        transcriptPath: transcript_path,
        receivedAtMs: expect.any(Number),
      });
    }
  });

  it('a transcript that never exists stores nothing', async () => {
    const box = sandbox();
    const transcript_path = box.path('transcripts/never.jsonl');
    const input = payload(box, { transcript_path, last_assistant_message: 'Quinces.' });
    await handedOver(box, 'stop', input);
    await hook(box, 'session-end', payload(box, { transcript_path }));
    expect(await box.settled()).toMatchObject({ turns: 0, sessions: 0, transcripts: 0, inbox: 0 });
  });

  it('what cannot be read does not stand in the way of the rest', async () => {
    const box = sandbox();
    const chat = conversation(box.project);
    const good = box.write('transcripts/good.jsonl', chat.turn('Which port?', 'Port 6543.'));
    const bad = box.path('transcripts');
    for (const transcript_path of [bad, good]) {
      await handedOver(box, 'stop', payload(box, { transcript_path }));
    }
    box.write('memory/inbox/00000000000000-000000000000.json', '{"version":1');
    await hook(box, 'session-end', payload(box, { transcript_path: good }));
    await until('the good one is in', async () => (await box.settled()).turns === 1);
    expect(box.log()).toContain('ingest stop: cannot read ');
  });

  it('a SessionStart takes in what was left beside it', async () => {
    const box = sandbox();
    for (const name of ['a', 'b']) {
      const chat = conversation(box.project);
      box.write(`transcripts/${name}.jsonl`, chat.turn(`Which port has ${name}?`, 'Port 6543.'));
    }
    const input = payload(box, {
      transcript_path: box.path('transcripts/new.jsonl'),
      source: 'startup',
    });
    await until('both are in', async () => {
      const env = { MEMENTOR_CONTEXT_BUDGET: '0' };
      expectSilence(await hook(box, 'session-start', input, { env }));
      return (await box.settled()).turns === 2;
    });
    expect(await box.status()).toMatchObject({ sessions: 2, transcripts: 2 });
  });

  it('the first prompt of a fork recalls nothing, as it may be in its context', async () => {
    const box = sandbox();
    const chat = conversation(box.project);
    const asked = 'Which port does the quince database listen on?';
    const path = box.write('transcripts/a.jsonl', chat.turn(asked, 'The quince listens on 6543.'));
    await hook(box, 'stop', payload(box, { transcript_path: path }));
    await until('it is in', async () => (await box.settled()).turns === 1);
    const fork = box.path('transcripts/fork.jsonl');
    const input = { session_id: 'the-fork', transcript_path: fork, prompt: asked };
    const started = payload(box, { ...input, source: 'fork' });
    expectSilence(await hook(box, 'session-start', started));
    expectSilence(await hook(box, 'user-prompt-submit', payload(box, input)));
    const other = payload(box, { ...input, session_id: 'another' });
    expect((await hook(box, 'user-prompt-submit', other)).stdout).toContain('6543');
    // Once its transcript exists, the store knows what its context holds.
    box.write('transcripts/fork.jsonl', '');
    const later = await hook(box, 'user-prompt-submit', payload(box, input));
    expect(later.stdout).toContain('6543');
  });

  it('what was brought back is not repeated, until the context is compacted', async () => {
    const box = sandbox();
    const chat = conversation(box.project);
    const asked = 'Which port does the quince database listen on?';
    const path = box.write('transcripts/a.jsonl', chat.turn(asked, 'The quince listens on 6543.'));
    await hook(box, 'stop', payload(box, { transcript_path: path }));
    await until('it is in', async () => (await box.settled()).turns === 1);
    const transcript_path = box.path('transcripts/b.jsonl');
    const input = payload(box, { session_id: 'the-session', transcript_path, prompt: asked });
    const record = box.path('memory/recalls/the-session.jsonl');
    /** Sends the prompt until the hook was in time to record it; returns what was said. */
    const send = async (more: object = {}) =>
      await until('it is recorded', async () => {
        const before = existsSync(record) ? readFileSync(record, 'utf8').length : 0;
        const result = await hook(box, 'user-prompt-submit', { ...input, ...more });
        expect(result).toMatchObject({ exitCode: 0, stderr: '' });
        return existsSync(record) && readFileSync(record, 'utf8').length > before
          ? `said: ${result.stdout}`
          : undefined;
      });
    const last = async () =>
      JSON.parse((await box.cli(['why', '--session', 'the-session', '--json'])).stdout);

    expect(await send()).toContain('6543');
    // Until its transcript is there, the session may be one that is not kept.
    expect(await last()).toMatchObject({ prompt: '', candidates: [{ verdict: 'injected' }] });
    box.write('transcripts/b.jsonl', '');
    expect(await send()).toBe('said: ');
    expect(await last()).toMatchObject({
      prompt: asked,
      injected: [],
      candidates: [{ verdict: 'recalled' }],
    });
    await until('it is marked', async () => {
      await hook(box, 'session-start', { ...input, source: 'compact' });
      return readFileSync(record, 'utf8').includes('"compacted":true');
    });
    expect(await send()).toContain('6543');
    const marks = (name: string) => readFileSync(record, 'utf8').split(`"${name}":`).length - 1;
    await until('it is marked that the last prompt set one off', async () => {
      await hook(box, 'pre-compact', { ...input, trigger: 'auto' });
      return marks('compacting') > 0;
    });
    const compacted = marks('compacted');
    await until('it is marked again', async () => {
      await hook(box, 'session-start', { ...input, source: 'compact' });
      return marks('compacted') > compacted;
    });
    expect(await send()).toBe('said: ');
    expect(await last()).toMatchObject({ candidates: [{ verdict: 'recalled' }] });
    expect(await send({ prompt: `${asked} --no-recall` })).toBe('said: ');
    expect(await last()).toMatchObject({ dismissed: 'marker' });
    expect((await box.cli(['mute', '--session', 'the-session'])).exitCode).toBe(0);
    expect(await send()).toBe('said: ');
    expect(await last()).toMatchObject({ dismissed: 'muted' });
    expect((await box.cli(['doctor', '--json'])).stdout).toContain('muted for session the-session');
    expect(statSync(record).mode & 0o777).toBe(0o600);
    expect(statSync(join(record, '..')).mode & 0o777).toBe(0o700);
  });

  it('a muted session is taken in all the same', async () => {
    const box = sandbox();
    expect((await box.cli(['mute', '--project'])).exitCode).toBe(0);
    const chat = conversation(box.project);
    const path = box.write('transcripts/a.jsonl', chat.turn('Which port?', 'Port 6543.'));
    await until('it is in', async () => {
      expectSilence(await hook(box, 'stop', payload(box, { transcript_path: path })));
      return (await box.settled()).turns === 1;
    });
    expect(passages(box, '6543')).toHaveLength(1);
  });

  it.skipIf(!hasProc)('twenty at once leave one copy, and no process behind', async () => {
    const box = sandbox();
    const chat = conversation(box.project);
    const prompts = Array.from({ length: 12 }, (_, n) => `What about quince number ${n}?`);
    const text = prompts.map((asked, n) => chat.turn(asked, `Answer ${n}.`)).join('');
    const transcript_path = box.write('transcripts/a.jsonl', text);
    const input = payload(box, { transcript_path, last_assistant_message: 'Answer 11.' });
    await until('all is taken in', async () => {
      const runs = Array.from({ length: 20 }, () => hook(box, 'stop', input));
      for (const result of await Promise.all(runs)) {
        expect(result).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
      }
      return (await box.settled()).turns === 12;
    });
    expect(await box.status()).toMatchObject({
      turns: 12,
      sessions: 1,
      transcripts: 1,
      pending: 0,
    });
    const found = passages(box, 'quince');
    expect(found).toHaveLength(12);
    for (const passage of found) expect(count(passage, 'Answer ')).toBe(1);
    expect(box.processes()).toEqual([]);
  });

  it.skipIf(!hasProc)(
    'a worker that is killed in the middle loses and repeats nothing',
    async () => {
      const box = sandbox();
      const chat = conversation(box.project);
      const turns = 3_000;
      const padding = 'and so on, '.repeat(40);
      const lines = Array.from({ length: turns }, (_, n) =>
        chat.turn(`What about quince number ${n}?`, `Answer ${n}. ${padding}`),
      );
      const transcript_path = box.write('transcripts/a.jsonl', lines.join(''));
      const input = payload(box, { transcript_path });
      // Text alone: vectors would take long, and are a matter of the core's own tests.
      const options = { env: { MEMENTOR_MODELS: box.path('none') } };
      const stored = () => {
        if (!existsSync(box.path('memory/memory.db'))) return 0;
        try {
          return openForReading({ home: box.memory, nowMs: 0 }).stats().turns;
        } catch {
          return 0;
        }
      };
      await until('some turns are in', async () => {
        if (box.processes().length === 0) await hook(box, 'stop', input, options);
        return stored() > 0;
      });
      for (const pid of box.processes()) kill(pid, 'SIGKILL');
      await until('it is gone', () => box.processes().length === 0);
      const before = stored();
      expect(before).toBeGreaterThan(0);

      await until('all turns are in', async () => {
        await hook(box, 'session-end', input, options);
        await until('no process is left', () => box.processes().length === 0);
        return stored() === turns;
      });
      expect(await box.settled()).toMatchObject({ turns, sessions: 1, inbox: 0 });
      expect(openForReading({ home: box.memory, nowMs: 0 }).soundness().problems).toEqual([]);
      expect(before).toBeLessThan(turns);
    },
  );
});

describe('what must not be stored', () => {
  const CLIENT = 'customer WALRUS-7781 complained about the quince';

  /** Hands a conversation over that names the client; returns its transcript and its input. */
  function conversationOf(box: Sandbox, name = 'a') {
    const chat = conversation(box.project);
    const text = chat.turn(`${CLIENT}, why?`, `It was sour, said WALRUS-7781.`);
    const transcript_path = box.write(`transcripts/${name}.jsonl`, text);
    const last_assistant_message = 'It was sour, said WALRUS-7781.';
    return { transcript_path, last_assistant_message, session_id: chat.session };
  }

  function holds(box: Sandbox, text: string): string[] {
    const names = readdirSync(box.memory, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => statSync(join(box.memory, name)).isFile());
    return files.filter((name) => readFileSync(join(box.memory, name)).includes(text));
  }

  it('is masked by the worker as by the hook, whoever sets it', async () => {
    for (const where of ['environment', 'file']) {
      const box = sandbox();
      const pattern = 'WALRUS-[0-9]+';
      if (where === 'file') box.write('memory/config.json', JSON.stringify({ mask: [pattern] }));
      const env = where === 'file' ? {} : { MEMENTOR_MASK: pattern };
      expectSilence(await hook(box, 'stop', payload(box, conversationOf(box)), { env }));
      expect(await box.settled()).toMatchObject({ turns: 1 });
      expect({ where, holds: holds(box, 'WALRUS-7781') }).toEqual({ where, holds: [] });
      expect(passages(box, 'quince')[0]).toContain('customer [masked:own] complained');
    }
  });

  it('is kept out by a worker that was started with other settings', async () => {
    const box = sandbox();
    const lock = native().IngestLock.tryAcquire(box.memory);
    const masked = payload(box, conversationOf(box, 'masked'));
    await hook(box, 'stop', masked, { env: { MEMENTOR_MASK: 'WALRUS-[0-9]+' } });
    const elsewhere = join(box.root, 'elsewhere');
    const chat = conversation(elsewhere);
    const transcript_path = box.write('transcripts/x.jsonl', chat.turn('Medlars?', 'Secretly.'));
    // What the hook looks at is not excluded, what the conversation began in is.
    const env = { MEMENTOR_EXCLUDE: elsewhere };
    await hook(box, 'stop', payload(box, { transcript_path }), { env });
    await until('no process is left', () => box.processes().length === 0);
    expect(box.inbox()).toHaveLength(2);
    lock?.release();
    const plain = conversation(box.project);
    const path = box.write('transcripts/plain.jsonl', plain.turn('WALRUS-1?', 'Yes, a quince.'));
    expectSilence(await hook(box, 'stop', payload(box, { transcript_path: path })));
    expect(await box.settled()).toMatchObject({ turns: 2 });
    expect(holds(box, 'WALRUS-7781')).toEqual([]);
    expect(holds(box, 'Medlars')).toEqual([]);
    expect(passages(box, 'quince').join()).toContain('WALRUS-1');
  });

  it.each([
    ['an exclude that is no list', { exclude: '/w/**' }],
    ['a mask that is no list', { mask: 'WALRUS-7781' }],
    ['a pattern that is none', { mask: ['WALRUS-7781('] }],
    ['a glob that is none', { exclude: ['/{w,x}'] }],
  ])('waits in the inbox while it cannot be understood: %s', async (_, config) => {
    const box = sandbox();
    box.write('memory/config.json', JSON.stringify(config));
    expectSilence(await hook(box, 'stop', payload(box, conversationOf(box))));
    await until('no process is left', () => box.processes().length === 0);
    expect(box.inbox()).toHaveLength(1);
    expect(box.log()).toContain('hook stop: waits in the inbox: ');
    expect(box.log()).toContain('worker: ');
    expect(existsSync(box.path('memory/memory.db'))).toBe(false);
    const isMasked = 'mask' in config;
    expect(holds(box, 'WALRUS-7781').filter((name) => name.startsWith('inbox'))).toHaveLength(
      isMasked ? 0 : 1,
    );
    expect(holds(box, 'WALRUS-7781')).not.toContain('mementor.log');
    const asked = payload(box, { prompt: 'why did they complain about the quince?' });
    expectSilence(await hook(box, 'user-prompt-submit', asked));

    box.write('memory/config.json', JSON.stringify({ mask: ['WALRUS-[0-9]+'] }));
    expectSilence(await hook(box, 'session-end', payload(box, conversationOf(box, 'b'))));
    expect(await box.settled()).toMatchObject({ turns: 2, inbox: 0 });
    expect(holds(box, 'WALRUS-7781')).toEqual([]);
  });

  it('waits for its own session when it stood in that one’s environment', async () => {
    const box = sandbox();
    const input = payload(box, conversationOf(box));
    const other = payload(box, {
      transcript_path: box.write(
        'transcripts/o.jsonl',
        conversation(box.project).turn('Which port?', 'Port 6543.'),
      ),
    });
    expectSilence(await hook(box, 'stop', input, { env: { MEMENTOR_MASK: 'WALRUS-7781(' } }));
    await until('no process is left', () => box.processes().length === 0);
    // Another session's worker must not take it, in whatever way.
    expectSilence(await hook(box, 'session-start', other));
    await until('the other one is in', async () => (await box.status()).turns === 1);
    await until('no process is left', () => box.processes().length === 0);
    expect(box.inbox()).toHaveLength(1);
    expect((await box.cli(['doctor'])).stdout).toContain('could not understand MEMENTOR_MASK');
    expect(holds(box, 'WALRUS-7781')).toEqual([]);
    expectSilence(await hook(box, 'stop', input, { env: { MEMENTOR_MASK: 'WALRUS-7781' } }));
    expect(await box.settled()).toMatchObject({ turns: 2, inbox: 0 });
    expect(holds(box, 'WALRUS-7781')).toEqual([]);
  });

  it('is found by the worker where the hook was told by a relative path', async () => {
    const box = sandbox();
    const home = join(box.project, 'kept');
    const env = { MEMENTOR_HOME: 'kept', MEMENTOR_MODELS: 'none' };
    expectSilence(await hook(box, 'stop', payload(box, conversationOf(box)), { env }));
    const status = async () =>
      JSON.parse((await box.cli(['status', '--json'], { env: { MEMENTOR_HOME: home } })).stdout);
    await until('it is in', async () => (await status()).turns === 1);
    // There are no models in the hook's folder `none`.
    expect(await status()).toMatchObject({ turns: 1, inbox: 0 });
    expect((await status()).pending).toBeGreaterThan(0);
  });
});

describe('recalling', () => {
  const QUESTION = 'my client cannot reach the billing db on staging, which port is it?';
  const examples = join(ROOT, 'test', 'fixtures', 'demo');
  let box: Sandbox;

  beforeAll(async () => {
    box = sandbox();
    for (const name of readdirSync(examples)) {
      const text = readFileSync(join(examples, name), 'utf8');
      const cwd = JSON.stringify(box.project).slice(1, -1);
      box.write(`transcripts/${name}`, text.replaceAll('{{CWD}}', cwd));
    }
    const { exitCode, stderr } = await box.cli(['ingest', '--all']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  async function asked(prompt: string, more: object = {}, options: RunOptions = {}) {
    return await hook(box, 'user-prompt-submit', payload(box, { prompt, ...more }), options);
  }

  /** Asks until there is an answer: on a loaded machine a hook may be late, and is silent. */
  async function recalled(prompt: string, more: object = {}, options: RunOptions = {}) {
    return await until('it recalls', async () => {
      const result = await asked(prompt, more, options);
      expect(result).toMatchObject({ exitCode: 0, stderr: '' });
      return result.stdout;
    });
  }

  it('gives one JSON object with the right turn, and nothing else', async () => {
    const stdout = await recalled(QUESTION);
    expect(stdout.startsWith('{')).toBe(true);
    const output: unknown = JSON.parse(stdout);
    expect(output).toEqual({
      systemMessage: expect.stringMatching(/^Mementor: added \d past turns? \(.*\d.*\)$/),
      hookSpecificOutput: {
        hookEventName: 'UserPromptSubmit',
        additionalContext: expect.stringMatching(/^<mementor>\n.*6543.*\n<\/mementor>$/s),
      },
    });
    expect(stdout.length).toBeLessThan(4_000);
    expect(stdout).toContain('[2026-11-');
  });

  it('tells the user nothing where the setting says so', async () => {
    const stdout = await recalled(QUESTION, {}, { env: { MEMENTOR_NOTICE: 'false' } });
    expect(Object.keys(JSON.parse(stdout))).toEqual(['hookSpecificOutput']);
  });

  it('looks in the project, wherever the session has gone', async () => {
    const elsewhere = { cwd: box.home };
    const found = await recalled(QUESTION, elsewhere, { env: { CLAUDE_PROJECT_DIR: box.project } });
    expect(found).toContain('6543');
    const env = { CLAUDE_PROJECT_DIR: box.home };
    expectSilence(await asked(QUESTION, {}, { env, cwd: box.home }));
  });

  it('never repeats what its own session holds', async () => {
    const text = readFileSync(join(examples, 'staging-database.jsonl'), 'utf8');
    const own: { sessionId: string } = JSON.parse(text.split('\n')[0] ?? '');
    const { stdout, exitCode } = await asked(QUESTION, { session_id: own.sessionId });
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('6543');
  });

  it.each([
    'ok',
    'yes please',
    'continue',
    'run the tests again',
    'commit this, then push',
    '/compact keep the port of the staging database',
    '!psql -h staging billing',
    '<task-notification>\n<summary>the staging database port</summary>\n</task-notification>',
    'write a haiku about autumn leaves on quiet water',
    '',
    ' \n\t',
  ])('is silent for %j', async (prompt) => {
    expectSilence(await asked(prompt));
  });

  it('is silent for a prompt that a model wrote', async () => {
    expectSilence(await asked(QUESTION, { agent_id: 'a60be0d65dabe6473' }));
  });

  it('answers however slowly Node starts', async () => {
    const sleeping = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);';
    const env = { NODE_OPTIONS: `--require ${box.write('slow.cjs', sleeping)}` };
    const { exitCode, stdout } = await asked(QUESTION, {}, { env });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('6543');
  });

  it('goes on while transcripts are taken in', async () => {
    const lock = native().IngestLock.tryAcquire(box.memory);
    expect(await recalled(QUESTION)).toContain('6543');
    lock?.release();
  });

  it('goes on by words alone without the model', async () => {
    const env = { MEMENTOR_MODELS: box.path('none') };
    const stdout = await recalled(
      'why does connecting to the staging database of billing fail?',
      {},
      { env },
    );
    expect(JSON.parse(stdout)).toHaveProperty('hookSpecificOutput.hookEventName');
  });

  it('notices a transcript that is far behind, and catches up', async () => {
    const chat = conversation(box.project);
    const text = chat.turn(
      'Where do medlars grow?',
      `In the walled garden. ${'Yes. '.repeat(20_000)}`,
    );
    const transcript_path = box.write('transcripts/behind.jsonl', text);
    const before = (await box.status()).turns;
    await until('it is taken in', async () => {
      await asked('ok', { transcript_path, session_id: chat.session });
      return (await box.settled()).turns === before + 1;
    });
  });
});
