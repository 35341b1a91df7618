/** A context whose streams collect text and whose home is an empty temporary folder. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Context, Output } from '../../src/process/context.ts';

/** An output that remembers what was written to it. */
export interface FakeOutput extends Output {
  readonly text: string;
}

export interface FakeContext extends Context {
  readonly stdout: FakeOutput;
  readonly stderr: FakeOutput;
}

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Makes an empty folder that is removed after the test file. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mementor-test-')));
  made.push(folder);
  return folder;
}

export function fakeOutput(isTTY = false, columns?: number, rows?: number): FakeOutput {
  let text = '';
  return {
    isTTY,
    columns,
    rows,
    write: (more) => {
      text += more;
    },
    get text() {
      return text;
    },
  };
}

/** Builds a context; home is `<folder>/home`, the working directory `<folder>/home/project`. */
export function fakeContext(overrides: Partial<FakeContext> = {}): FakeContext {
  const homedir = overrides.homedir ?? join(temporaryFolder(), 'home');
  const cwd = overrides.cwd ?? join(homedir, 'project');
  mkdirSync(cwd, { recursive: true });
  return {
    command: 'test',
    env: {},
    stdout: fakeOutput(),
    stderr: fakeOutput(),
    readStdin: () => '',
    ask: undefined,
    keyboard: undefined,
    ignoringInterrupts: (work) => work(),
    now: () => new Date('2026-01-02T03:04:05Z'),
    uptimeMs: () => performance.now(),
    platform: 'linux',
    nodePath: process.execPath,
    scriptPath: '/opt/mementor/dist/cli.js',
    interrupted: new AbortController().signal,
    ...overrides,
    homedir,
    cwd,
  };
}
