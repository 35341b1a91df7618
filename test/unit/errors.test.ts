/** Errors of the operating system reach the user as sentences with a path and a next step. */

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MementorError, messageOf, reasonOf, shownError } from '../../src/errors/errors.ts';
import { writeAtomic } from '../../src/files/atomic-file.ts';
import { readText } from '../../src/files/regular-file.ts';
import { translated } from '../../src/memory.ts';
import { unwritable } from '../../src/process/unwritable.ts';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput, temporaryFolder } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

/** An error as Node throws it. */
function systemError(code: string, path = '/a/b'): Error {
  const error = new Error(`${code}: some words, open '${path}'`);
  return Object.assign(error, { code, path, syscall: 'open', errno: -1 });
}

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('an error of the operating system', () => {
  it.each([
    ['ENOENT', 'no such file or folder'],
    ['EISDIR', 'it is a folder, not a file'],
    ['EACCES', 'permission denied'],
    ['EPERM', 'permission denied'],
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'the disk is read-only'],
    ['ENOTDIR', 'a part of this path is a file, not a folder'],
  ])('%s: a sentence with the path, and a hint', (code, reason) => {
    const error = systemError(code);
    expect(messageOf(error)).toBe(`/a/b: ${reason}`);
    expect(reasonOf(error)).toBe(reason);
    const shown = shownError(error);
    expect(shown).toMatchObject({ code: 'FILE_ERROR', message: `/a/b: ${reason}` });
    expect(shown.hint).toMatch(/\S/);
  });

  it('that nobody knows is shown as it is, as a bug', () => {
    const error = systemError('EXXX');
    expect(shownError(error)).toMatchObject({ code: 'INTERNAL', message: error.message });
    expect(shownError('words')).toMatchObject({ code: 'INTERNAL', message: 'words' });
    const ours = new MementorError('USAGE', 'wrong', 'right');
    expect(shownError(ours)).toBe(ours);
  });

  it('of a full disk has the same hint from the core', () => {
    for (const [code, message] of [
      ['DISK_FULL', 'the disk is full'],
      ['HOME_UNWRITABLE', 'cannot write to /m: No space left on device (os error 28)'],
    ] as const) {
      const full = () => {
        throw Object.assign(new Error(message), { code });
      };
      const error = caught(() => translated(full));
      expect(error).toMatchObject({
        code: 'DISK_FULL',
        hint: expect.stringContaining('free some'),
      });
    }
  });

  it('of a full disk does not blame the folder', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      expect(unwritable('/m/config.json', systemError(code))).toMatchObject({
        code: 'DISK_FULL',
        message: expect.stringContaining('/m/config.json cannot be written: '),
        hint: expect.stringContaining('free some space'),
      });
    }
    expect(unwritable('/m/config.json', systemError('EACCES'))).toMatchObject({
      code: 'HOME_UNWRITABLE',
      message: '/m/config.json cannot be written: permission denied',
      hint: expect.stringContaining('MEMENTOR_HOME'),
    });
  });

  it('loses the number that Rust appends', () => {
    expect(messageOf(new Error('cannot write /x: Permission denied (os error 13)'))).toBe(
      'cannot write /x: Permission denied',
    );
  });

  it('names the kind of what is no regular file', () => {
    const folder = temporaryFolder();
    const error = caught(() => readText(folder));
    expect(messageOf(error)).toBe(`${folder}: it is a folder, not a regular file`);
    expect(shownError(error).code).toBe('FILE_ERROR');
  });

  it('names the file that was to be written, not the temporary one', async () => {
    const path = join(temporaryFolder(), 'gone', 'x.json');
    const error = await writeAtomic({ path, text: '' }).catch((each: unknown) => each);
    expect(messageOf(error)).toBe(`${path}: no such file or folder`);
  });
});

describe('an id that nothing has', () => {
  it.each([
    ['show'],
    ['sessions'],
    ['resume'],
    ['forget', '--yes'],
    ['forget', '--yes', '--session'],
    ['query', '--session'],
    ['query', 'quince', '--session'],
    ['why', '--session'],
    ['why', '--start', '--now', '--session'],
    ['mute', '--session'],
    ['mute', '--turn'],
    ['notes', 'show'],
    ['notes', 'accept'],
    ['notes', 'undo'],
    ['notes', 'delete', '--yes'],
    ['remember', 'a quince', '--supersedes'],
  ])('ends with 1, as where nothing is found: %s %s', async (...command) => {
    const base = fakeContext();
    const written = { project: 'project', session: 'aaaa1111', prompts: ['a quince?'] };
    remember(base, writeTranscript(base, written));
    for (const more of [[], ['--json']]) {
      const context = { ...base, stdout: fakeOutput(), stderr: fakeOutput() };
      expect(await runProgram([...command, 'ffff9999', ...more], context)).toBe(1);
    }
  });
});

describe('a command', () => {
  async function stderrOf(home: string, ...args: string[]): Promise<string> {
    const base = fakeContext({ env: { MEMENTOR_HOME: home, MEMENTOR_MODELS: '/nonexistent' } });
    const context = { ...base, stdout: fakeOutput(), stderr: fakeOutput() };
    expect(await runProgram(args, context)).toBe(2);
    expect(context.stderr.text).toMatch(/^error: .+\n\nhint: \S/);
    return context.stderr.text;
  }

  it.each([
    ['import', '/nonexistent/x'],
    ['import', '/'],
    ['export', '--database', '/nonexistent/x.db'],
    ['mute', '--always'],
    ['config', 'limit', '3'],
    ['query', 'x'],
    ['forget', '--secrets'],
    ['ingest', '/nonexistent'],
  ])('says %s %s as a sentence where the home is a file', async (...args) => {
    const home = join(temporaryFolder(), 'file');
    writeFileSync(home, '');
    const text = await stderrOf(home, ...args);
    expect(text).not.toMatch(/\bE[A-Z]{3,}\b|os error|syscall/);
    expect(text).not.toContain('bug');
  });

  it.skipIf(process.getuid?.() === 0)('says what it may not write', async () => {
    const home = temporaryFolder();
    chmodSync(home, 0o500);
    expect(await stderrOf(home, 'mute', '--always')).toContain('permission denied');
    chmodSync(home, 0o700);
  });
});
