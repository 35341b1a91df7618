/** The inbox: whole files, in order, for their owner alone. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isEmpty, list, type Payload, put, remove, removeUnfinished } from '../../src/inbox.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';

let inbox: string;

beforeEach(() => {
  inbox = join(temporaryFolder(), 'mö "home"', 'inbox');
});

function payload(receivedAtMs: number, more: Partial<Payload> = {}): Payload {
  return { version: 1, event: 'stop', transcriptPath: '/t.jsonl', receivedAtMs, ...more };
}

describe('the inbox', () => {
  it('is empty before anything was put into it, and after', () => {
    expect(isEmpty(inbox)).toBe(true);
    expect(list(inbox)).toEqual([]);
    put(inbox, payload(1));
    expect(isEmpty(inbox)).toBe(false);
    for (const item of list(inbox)) remove(item.path);
    expect(isEmpty(inbox)).toBe(true);
  });

  it('gives back what was put into it, the oldest first', () => {
    const times = [1_763_000_000_000, 5, 1_763_000_000_001, 40];
    for (const time of times) put(inbox, payload(time, { lastAnswer: `at ${time}` }));
    const items = list(inbox);
    expect(items.map((item) => item.payload)).toEqual(
      [5, 40, 1_763_000_000_000, 1_763_000_000_001].map((time) =>
        payload(time, { lastAnswer: `at ${time}` }),
      ),
    );
  });

  it('keeps every one of many that come at the same time', () => {
    for (let n = 0; n < 50; n += 1) put(inbox, payload(7));
    expect(list(inbox)).toHaveLength(50);
  });

  it.skipIf(process.platform === 'win32')('can be read by its owner alone', () => {
    put(inbox, payload(1));
    const [item] = list(inbox);
    expect(statSync(inbox).mode & 0o777).toBe(0o700);
    expect(statSync(item?.path ?? '').mode & 0o777).toBe(0o600);
  });

  it('never shows a payload that is still being written', () => {
    mkdirSync(inbox, { recursive: true });
    writeFileSync(join(inbox, '.00000000000001-ab.json.cd.tmp'), '{"version":1,');
    expect(isEmpty(inbox)).toBe(true);
    expect(list(inbox)).toEqual([]);
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
    [
      'a version of the future',
      '{"version":2,"event":"stop","transcriptPath":"/t","receivedAtMs":1}',
    ],
  ])('drops a payload that is %s, and only that', (_, text) => {
    put(inbox, payload(2));
    const broken = join(inbox, '00000000000001-aaaaaaaaaaaa.json');
    writeFileSync(broken, text);
    expect(list(inbox)).toHaveLength(1);
    expect(existsSync(broken)).toBe(false);
    expect(readdirSync(inbox)).toHaveLength(1);
  });

  it('loses what a stopped hook left half-written, once no hook can still be at it', () => {
    put(inbox, payload(1));
    const half = join(inbox, '.00000000000002-bb.json.cc.tmp');
    writeFileSync(half, '');
    removeUnfinished(inbox, statSync(half).mtimeMs + 1_000);
    expect(existsSync(half)).toBe(true);
    removeUnfinished(inbox, statSync(half).mtimeMs + 60_000);
    expect(existsSync(half)).toBe(false);
    expect(list(inbox)).toHaveLength(1);
  });

  it('leaves what is not its own', () => {
    put(inbox, payload(1));
    writeFileSync(join(inbox, 'notes.txt'), 'mine');
    list(inbox);
    expect(readFileSync(join(inbox, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'says so when it cannot be written',
    () => {
      mkdirSync(inbox, { recursive: true });
      chmodSync(inbox, 0o500);
      expect(() => put(inbox, payload(1))).toThrow('EACCES');
    },
  );

  it('says so when its home is a file', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => put(join(file, 'inbox'), payload(1))).toThrow('ENOTDIR');
  });
});
