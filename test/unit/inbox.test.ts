/** The inbox: whole files, in order, for their owner alone. */

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Inbox, native } from '../../src/memory.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';
import { type Payload, putPayload as put } from '../helpers/payload.ts';

let home: string;
let inbox: string;

beforeEach(() => {
  home = join(temporaryFolder(), 'mö "home"');
  inbox = join(home, 'inbox');
});

/** The payloads as the worker finds them: what is none is set aside. */
const list = () => native().inbox(home, true).waiting;
/** What is never taken in, as the doctor finds it. */
const refused = (): Inbox['refused'] => native().inbox(home, false).refused;
/** Whether the worker has nothing to do. */
const isEmpty = () => {
  const { waiting, broken } = native().inbox(home, false);
  return waiting.length + broken.length === 0;
};
const remove = (path: string) => rmSync(path);
const removeUnfinished = (nowMs: number) => native().tidyHome(home, nowMs);

/** A payload as it is found. */
function found(receivedAtMs: number, more: Partial<Payload> = {}) {
  return { event: 'stop', transcriptPath: '/t.jsonl', receivedAtMs, ...more };
}

/** A payload as its file has it. */
function payload(receivedAtMs: number, more: Partial<Payload> = {}): Payload {
  return { version: 1, ...found(receivedAtMs, more) };
}

describe('the inbox', () => {
  it('is empty before anything was put into it, and after', () => {
    expect(isEmpty()).toBe(true);
    expect(list()).toEqual([]);
    put(inbox, payload(1));
    expect(isEmpty()).toBe(false);
    for (const item of list()) remove(item.path);
    expect(isEmpty()).toBe(true);
  });

  it('gives back what was put into it, the oldest first', () => {
    const times = [1_763_000_000_000, 5, 1_763_000_000_001, 40];
    for (const time of times) put(inbox, payload(time, { lastAnswer: `at ${time}` }));
    const items = list();
    expect(items.map((item) => item.payload)).toEqual(
      [5, 40, 1_763_000_000_000, 1_763_000_000_001].map((time) =>
        found(time, { lastAnswer: `at ${time}` }),
      ),
    );
  });

  it('never shows a payload that is still being written', () => {
    mkdirSync(inbox, { recursive: true });
    writeFileSync(join(inbox, '.00000000000001-ab.json.cd.tmp'), '{"version":1,');
    expect(isEmpty()).toBe(true);
    expect(list()).toEqual([]);
    put(inbox, payload(1));
    expect(readdirSync(inbox).filter((name) => name.endsWith('.tmp'))).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['garbage', '\u0000\uFFFD{'],
    ['half of it', '{"version":1,"event":"stop","transc'],
    ['null', 'null'],
    ['an array', '[]'],
    ['no path', '{"version":1,"event":"stop","receivedAtMs":1}'],
    ['a path of another type', '{"version":1,"event":"stop","transcriptPath":1,"receivedAtMs":1}'],
    ['no time', '{"version":1,"event":"stop","transcriptPath":"/t"}'],
    [
      'an answer of another type',
      '{"version":1,"event":"stop","transcriptPath":"/t","receivedAtMs":1,"lastAnswer":null}',
    ],
  ])('sets a payload aside that is %s, and only that', (_, text) => {
    put(inbox, payload(2));
    const broken = join(inbox, '00000000000001-aaaaaaaaaaaa.json');
    writeFileSync(broken, text);
    expect(list()).toHaveLength(1);
    expect(existsSync(broken)).toBe(false);
    expect(readFileSync(`${broken}.unreadable`, 'utf8')).toBe(text);
    expect(refused()).toEqual([
      { path: `${broken}.unreadable`, why: 'it is no payload of a hook' },
    ]);
    for (const item of list()) remove(item.path);
    expect(isEmpty()).toBe(true);
  });

  it('leaves a payload of a newer version for those who know it', () => {
    put(inbox, payload(2));
    const newer = join(inbox, '00000000000001-aaaaaaaaaaaa.json');
    writeFileSync(newer, '{"version":1000,"event":"stop"}');
    for (const item of list()) remove(item.path);
    expect(isEmpty()).toBe(true);
    expect(refused()).toEqual([{ path: newer, why: 'a newer Mementor wrote it' }]);
  });

  it.skipIf(process.platform === 'win32')(
    'leaves what is no regular file, names it, and takes in the others',
    () => {
      put(inbox, payload(2));
      mkdirSync(join(inbox, 'a.json'));
      execFileSync('mkfifo', [join(inbox, 'b.json')]);
      symlinkSync(join(inbox, 'c.json'), join(inbox, 'c.json'));
      symlinkSync('/dev/zero', join(inbox, 'd.json'));
      for (const item of list()) remove(item.path);
      expect(isEmpty()).toBe(true);
      const named = refused().map(({ path, why }) => [basename(path), why]);
      expect(named).toEqual([
        ['a.json', 'it is a folder, not a regular file'],
        ['b.json', 'it is a FIFO, not a regular file'],
        ['c.json', 'its symbolic links form a circle'],
        ['d.json', 'it is a device, not a regular file'],
      ]);
    },
  );

  it('loses what a stopped hook left half-written, once no hook can still be at it', () => {
    put(inbox, payload(1));
    const half = join(inbox, '.00000000000002-bbbbbbbbbbbb.json.tmp');
    writeFileSync(half, '{"version":1,');
    removeUnfinished(statSync(half).mtimeMs + 1_000);
    expect(existsSync(half)).toBe(true);
    removeUnfinished(statSync(half).mtimeMs + 60_000);
    expect(existsSync(half)).toBe(false);
    expect(list()).toHaveLength(1);
  });

  it('keeps a payload that a stopped hook had written to its end', () => {
    mkdirSync(inbox, { recursive: true });
    const whole = join(inbox, '.00000000000002-bbbbbbbbbbbb.json.tmp');
    writeFileSync(whole, JSON.stringify(payload(2)));
    removeUnfinished(statSync(whole).mtimeMs + 60_000);
    expect(list().map((item) => item.payload)).toEqual([found(2)]);
    expect(readdirSync(inbox)).toEqual(['00000000000002-bbbbbbbbbbbb.json']);
  });

  it('clears away no folder, and no file of another name', () => {
    mkdirSync(join(inbox, '.00000000000002-bbbbbbbbbbbb.json.tmp'), { recursive: true });
    writeFileSync(join(inbox, 'notes.tmp'), 'mine');
    removeUnfinished(Date.now() + 60_000);
    expect(readdirSync(inbox)).toHaveLength(2);
  });

  it('leaves what is not its own', () => {
    put(inbox, payload(1));
    writeFileSync(join(inbox, 'notes.txt'), 'mine');
    list();
    expect(readFileSync(join(inbox, 'notes.txt'), 'utf8')).toBe('mine');
  });
});
