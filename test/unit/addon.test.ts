/** The boundary to the core, with the real addon: codes, panics, and the lock between processes. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MementorError } from '../../src/errors/errors.ts';
import { hintFor } from '../../src/errors/hints.ts';
import { native, openForReading, openForWriting, translated } from '../../src/memory.ts';
import { bundledModels } from '../../src/package-root.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';
import { conversation, ROOT, run, until } from '../helpers/sandbox.ts';

const ADDON = join(ROOT, 'native', 'mementor.node');
const NOW_MS = Date.parse('2026-01-02T03:04:05Z');
const isRoot = process.getuid?.() === 0;
/** A machine of which nothing is told. */
const on = { env: {}, cwd: '/', homedir: '/' };

let home: string;

beforeEach(() => {
  home = join(temporaryFolder(), 'mö "home"');
});

function open(write: boolean, more: object = {}) {
  const options = { home, nowMs: NOW_MS, ...more };
  if (!write) return openForReading(options);
  const lock = translated(() => native().IngestLock.tryAcquire(home, 'test', NOW_MS));
  if (lock === null) throw new Error('the ingest lock is held');
  try {
    return openForWriting(lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Returns the error that a call ends with; it has a hint. */
function failure(call: () => unknown): MementorError {
  try {
    call();
  } catch (error) {
    if (!(error instanceof MementorError)) throw error;
    expect(error.hint).toBe(hintFor(error.code));
    expect(error.hint).toBeTruthy();
    return error;
  }
  throw new Error('it did not fail');
}

/** Returns what a call throws, if it does. */
function raised(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Runs a script that has the addon as `native`, in a process of its own. */
function script(text: string, ...args: string[]) {
  const source = `const native = require(${JSON.stringify(ADDON)}); ${text}`;
  return run(['-e', source, '--', ...args], { cwd: ROOT, env: {}, stdin: '' });
}

/** Makes a database by another process, so that nobody here holds it open. */
async function makeDatabase(): Promise<string> {
  const { exitCode, stderr } = await script(
    `const [home, models] = process.argv.slice(1);
     const options = { home, models, busyMs: 0, threads: 1, nowMs: 0 };
     native.IngestLock.tryAcquire(home).open(options, false, true).stats();`,
    home,
    bundledModels,
  ).done;
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return join(home, 'memory.db');
}

/** Where SQLite keeps `user_version`: four bytes, the highest first. */
function setSchemaVersion(database: string, version: number): void {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(version);
  const file = openSync(database, 'r+');
  writeSync(file, bytes, 0, 4, 60);
  closeSync(file);
}

describe('error codes', () => {
  it('DATABASE_MISSING: reading never creates', () => {
    const error = failure(() => open(false));
    expect(error.code).toBe('DATABASE_MISSING');
    expect(error.message).toContain(home);
    expect(existsSync(home)).toBe(false);
  });

  it('DATABASE_NEWER: refused for reading and writing, and left as it is', async () => {
    const database = await makeDatabase();
    const newer = native().about().schema + 1;
    setSchemaVersion(database, newer);
    const before = readFileSync(database);
    for (const write of [false, true]) {
      const error = failure(() => open(write));
      expect(error.code).toBe('DATABASE_NEWER');
      expect(error.message).toContain(`version ${newer}`);
    }
    expect(readFileSync(database).equals(before)).toBe(true);
  });

  it('DATABASE_OLDER: refused for reading and writing, and left as it is', async () => {
    const database = await makeDatabase();
    setSchemaVersion(database, native().about().schema - 1);
    const before = readFileSync(database);
    for (const write of [false, true]) {
      expect(failure(() => open(write)).code).toBe('DATABASE_OLDER');
    }
    expect(readFileSync(database).equals(before)).toBe(true);
  });

  it.each([
    ['no database at all', (file: string) => writeFileSync(file, 'no database '.repeat(1_000))],
    ['a damaged header', (file: string) => writeFileSync(file, Buffer.alloc(8_192, 7))],
  ])('DATABASE_CORRUPT for a reader, moved aside by a writer: %s', (_, damage) => {
    mkdirSync(home, { recursive: true });
    const database = join(home, 'memory.db');
    damage(database);
    const before = readFileSync(database);
    const error = failure(() => open(false).stats());
    expect(error.code).toBe('DATABASE_CORRUPT');
    expect(error.message).toContain(database);
    expect(readFileSync(database).equals(before)).toBe(true);

    const memory = open(true);
    expect(memory.movedAside).toBe(`${database}.damaged-${NOW_MS}`);
    expect(readFileSync(memory.movedAside ?? '').equals(before)).toBe(true);
    expect(memory.stats().turns).toBe(0);
    expect(memory.soundness().problems).toEqual([]);
  });

  it('HOME_UNWRITABLE: the home is a file, or below one', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'mine');
    for (home of [file, join(file, 'below')]) {
      expect(failure(() => open(true)).code).toBe('HOME_UNWRITABLE');
      const locked = () => translated(() => native().IngestLock.tryAcquire(home));
      expect(failure(locked).code).toBe('HOME_UNWRITABLE');
      expect(failure(() => open(false)).code).toBe('DATABASE_MISSING');
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.skipIf(isRoot || process.platform === 'win32')('HOME_UNWRITABLE: no permission', () => {
    mkdirSync(home, { recursive: true });
    chmodSync(home, 0o500);
    expect(failure(() => open(true)).code).toBe('HOME_UNWRITABLE');
  });

  it('TRANSCRIPT_UNREADABLE: missing, or a folder', () => {
    const memory = open(true);
    const missing = join(home, 'no such.jsonl');
    const error = failure(() => memory.ingest(missing, on));
    expect(error.code).toBe('TRANSCRIPT_UNREADABLE');
    expect(error.message).toContain(missing);
    expect(failure(() => memory.ingest(home, on)).code).toBe('TRANSCRIPT_UNREADABLE');
    expect(failure(() => memory.ingest('', on)).code).toBe('TRANSCRIPT_UNREADABLE');
    expect(failure(() => memory.ingest('a\0b', on)).code).toBe('TRANSCRIPT_UNREADABLE');
    expect(memory.stats().transcripts).toBe(0);
  });

  it('MODEL_MISSING: no folder, no manifest, no file', () => {
    const models = temporaryFolder();
    for (const folder of [join(models, 'no such'), models]) {
      expect(failure(() => native().model(home, folder)).code).toBe('MODEL_MISSING');
      expect(failure(() => native().model(home, folder, null, true)).code).toBe('MODEL_MISSING');
    }
    copyFileSync(join(bundledModels, 'manifest.json'), join(models, 'manifest.json'));
    expect(failure(() => native().model(home, models, null, true)).message).toContain(
      'encoder.bin',
    );
  });

  it('MODEL_UNUSABLE: a broken manifest, a cut file, a changed file', () => {
    const models = temporaryFolder();
    writeFileSync(join(models, 'manifest.json'), '{"default":');
    expect(failure(() => native().model(home, models)).code).toBe('MODEL_UNUSABLE');
    rmSync(models, { recursive: true });
    cpSync(bundledModels, models, { recursive: true });
    const { id } = native().model(home, models);
    const packed = join(models, id, 'encoder.bin');
    const file = openSync(packed, 'r+');
    writeSync(file, '#');
    closeSync(file);
    expect(native().model(home, models).id).toBe(id);
    expect(failure(() => native().model(home, models, null, true)).message).toContain('sha256');
    truncateSync(packed, 100);
    const error = failure(() => native().model(home, models, null, true));
    expect(error.code).toBe('MODEL_UNUSABLE');
    expect(error.message).toContain('100 bytes');
  });

  it('a memory without its model stores, and finds by words', () => {
    const models = join(temporaryFolder(), 'none');
    const memory = open(true, { models });
    const project = temporaryFolder();
    const transcript = join(project, 'a.jsonl');
    writeFileSync(transcript, conversation(project).turn('Which port?', 'Port 6543, it is.'));
    expect(memory.ingest(transcript, on)).toMatchObject({ done: true, turns: 1 });
    expect(memory.makeReady().degraded?.code).toBe('MODEL_MISSING');
    const asked = {
      text: 'port',
      limit: 5,
      within: { directory: project, everything: false },
      filter: {},
      turns: true,
      nowMs: 0,
    };
    const answer = memory.query(asked, () => 0);
    expect(answer).toMatchObject({ semantic: false, degraded: { code: 'MODEL_MISSING' } });
    expect(answer.hits).toHaveLength(1);
  });
});

describe('a panic', () => {
  it('is an error with the code INTERNAL, and Node goes on', () => {
    for (let round = 0; round < 3; round += 1) {
      const error = failure(() => native().panicForTest());
      expect(error.code).toBe('INTERNAL');
      expect(error.message).toMatch(/^asked to panic \(at .*lib\.rs:\d+:\d+\)$/);
    }
    expect(native().about().version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('prints nothing, and the process ends well', async () => {
    const { done } = script('try { native.panicForTest() } catch { process.stdout.write("on") }');
    expect(await done).toMatchObject({ exitCode: 0, stdout: 'on', stderr: '' });
  });
});

describe('arguments of a wrong type', () => {
  it('throw and do no harm', () => {
    const wrong = [
      () => Reflect.apply(native().mask, undefined, [null]),
      () => Reflect.apply(native().mask, undefined, []),
      () => Reflect.apply(native().Memory.open, undefined, [{}]),
      () => Reflect.apply(native().IngestLock.tryAcquire, undefined, [5]),
    ];
    for (const call of wrong) expect(call).toThrow();
  });

  it('are errors of ours, with code and hint, of each function and method', () => {
    const memory = open(true);
    const methods = Object.keys(Object.getPrototypeOf(memory)).filter(
      (name) => name !== 'movedAside',
    );
    const functions = Object.keys(native()).filter((name) => /^[a-z]/.test(name));
    const thrown = [
      ...methods.map((name) => raised(() => Reflect.get(memory, name).call(memory))),
      ...functions.map((name) => raised(() => Reflect.get(native(), name)())),
    ].filter((error) => error !== undefined);
    expect(thrown.length).toBeGreaterThan(60);
    for (const error of thrown) {
      expect(error).toBeInstanceOf(MementorError);
      expect((error as MementorError).hint).toBe(hintFor((error as MementorError).code));
    }
  });
});

describe('the ingest lock', () => {
  const holders: ChildProcess[] = [];

  afterAll(() => {
    for (const holder of holders) holder.kill('SIGKILL');
  });

  /** Starts a process that takes the lock and keeps it. */
  async function holder(): Promise<ChildProcess> {
    const source = `const native = require(${JSON.stringify(ADDON)});
      globalThis.lock = native.IngestLock.tryAcquire(process.argv[1]);
      process.stdout.write(globalThis.lock === null ? 'taken' : 'held');
      setInterval(() => {}, 1e6);`;
    const child = spawn(process.execPath, ['-e', source, '--', home], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    holders.push(child);
    const said = await new Promise((resolve) => child.stdout?.once('data', resolve));
    expect(String(said)).toBe('held');
    return child;
  }

  it('has one holder at a time, in this process too', () => {
    const lock = native().IngestLock.tryAcquire(home);
    expect(lock).not.toBeNull();
    expect(native().IngestLock.tryAcquire(home)).toBeNull();
    lock?.release();
    lock?.release();
    const next = native().IngestLock.tryAcquire(home);
    expect(next).not.toBeNull();
    next?.release();
  });

  it('is another process’s until that one dies, however it dies', async () => {
    const child = await holder();
    expect(native().IngestLock.tryAcquire(home)).toBeNull();
    child.kill('SIGKILL');
    const lock = await until('the lock is free', () => native().IngestLock.tryAcquire(home));
    lock.release();
  });

  it('says who holds it, and nothing of one that is gone', async () => {
    expect(native().homeReport(home).holder).toBeNull();
    const lock = native().IngestLock.tryAcquire(home, 'rebuild', 1_772_355_600_000);
    expect(native().homeReport(home).holder).toEqual({
      pid: process.pid,
      command: 'rebuild',
      sinceMs: 1_772_355_600_000,
    });
    lock?.release();
    expect(native().homeReport(home).holder).toBeNull();
    const child = await holder();
    expect(native().homeReport(home).holder).toMatchObject({ pid: child.pid });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    expect(readFileSync(join(home, 'ingest.lock'), 'utf8')).toContain(`pid ${child.pid}`);
    expect(native().homeReport(home).holder).toBeNull();
  });

  it.skipIf(process.platform !== 'linux')(
    'takes no other process of that id for its holder',
    () => {
      const lock = native().IngestLock.tryAcquire(home, 'ingest', 1);
      const file = join(home, 'ingest.lock');
      const record = readFileSync(file, 'utf8');
      lock?.release();
      writeFileSync(file, record);
      expect(native().homeReport(home).holder).toMatchObject({ pid: process.pid });
      for (const other of [record.replace(/start \d+/, 'start 1'), 'pid x', '\0'.repeat(9_000)]) {
        writeFileSync(file, other);
        expect(native().homeReport(home).holder).toBeNull();
      }
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is a private file, also one that was open to others',
    () => {
      const file = join(home, 'ingest.lock');
      native().IngestLock.tryAcquire(home)?.release();
      expect(statSync(file).mode & 0o777).toBe(0o600);
      chmodSync(file, 0o666);
      native().IngestLock.tryAcquire(home)?.release();
      expect(statSync(file).mode & 0o777).toBe(0o600);
    },
  );

  it.skipIf(process.platform === 'win32')('writes through no link and waits for no FIFO', () => {
    mkdirSync(home, { recursive: true });
    const file = join(home, 'ingest.lock');
    const theirs = join(home, 'theirs');
    writeFileSync(theirs, 'mine');
    symlinkSync(theirs, file);
    expect(failure(() => translated(() => native().IngestLock.tryAcquire(home))).code).toBe(
      'HOME_UNWRITABLE',
    );
    expect(readFileSync(theirs, 'utf8')).toBe('mine');
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(failure(() => translated(() => native().IngestLock.tryAcquire(home))).code).toBe(
      'HOME_UNWRITABLE',
    );
    expect(native().homeReport(home).holder).toBeNull();
  });

  it.skipIf(process.platform === 'win32')(
    'has one holder even while purges delete its file',
    async () => {
      const source = `const native = require(${JSON.stringify(ADDON)});
      const fs = require('node:fs');
      const home = process.argv[1];
      let held = 0;
      for (const end = Date.now() + 1_500; Date.now() < end; ) {
        const lock = native.IngestLock.tryAcquire(home);
        if (lock === null) continue;
        held += 1;
        // Fails when another process is in here, too.
        fs.closeSync(fs.openSync(home + '.inside', 'wx'));
        fs.rmSync(home + '.inside');
        fs.rmSync(home + '/ingest.lock');
        lock.release();
      }
      process.stdout.write(held > 0 ? 'alone' : 'never');`;
      const options = { cwd: dirname(home), env: {}, stdin: null };
      const runs = [1, 2, 3].map(() => run(['-e', source, '--', home], options).done);
      for (const each of await Promise.all(runs)) {
        expect(each).toMatchObject({ exitCode: 0, stdout: 'alone', stderr: '' });
      }
    },
  );

  it('does not hinder a reader', async () => {
    await makeDatabase();
    const child = await holder();
    expect(open(false).stats().turns).toBe(0);
    child.kill('SIGKILL');
  });
});

describe('native/index.d.ts', () => {
  const declared = readFileSync(join(ROOT, 'native', 'index.d.ts'), 'utf8');

  it('declares what the addon exports, and the addon exports what is declared', () => {
    const names = [...declared.matchAll(/^export declare (?:class|function) (\w+)/gm)];
    expect(Object.keys(native()).sort()).toEqual(names.map((match) => match[1]).sort());
  });

  it('declares the methods that the addon has', () => {
    for (const name of ['Memory', 'IngestLock'] as const) {
      const body = declared.split(`export declare class ${name} {`)[1]?.split('\n}')[0] ?? '';
      const methods = [...body.matchAll(/^ {2}(?:get )?(\w+)\(/gm)].map((match) => match[1]);
      const { constructor: _, ...own } = Object.getOwnPropertyDescriptors(native()[name].prototype);
      expect(Object.keys(own).sort()).toEqual(methods.sort());
    }
  });

  it('has every row that its functions name', () => {
    const named = [...declared.matchAll(/\b(?:Row|Given)<(?:Array<)*(\w+)/g)].map(
      (match) => match[1],
    );
    expect(new Set(named).size).toBeGreaterThan(30);
    const rows = readFileSync(join(ROOT, 'native/rows.d.ts'), 'utf8');
    const [, imported = ''] =
      /^import type \{ (.*) \} from '\.\/rows\.d\.ts';$/m.exec(declared) ?? [];
    for (const name of named.filter((name) => name !== 'T')) {
      expect(rows).toMatch(new RegExp(`^export type ${name} = `, 'm'));
      expect(imported.split(', ')).toContain(name);
    }
  });

  it('is imported by one file alone', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const importers = files
      .filter((name) => name.endsWith('.ts'))
      .filter((name) =>
        /\/native\/(?!code\.d\.ts)|mementor\.node/.test(
          readFileSync(join(ROOT, 'src', name), 'utf8'),
        ),
      );
    expect(importers).toEqual(['memory.ts']);
  });
});
