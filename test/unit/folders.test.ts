import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/files/folders.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mementor-folders-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('creates the missing parents and returns the first of them', () => {
    expect(makeFolder(join(root, 'a', 'b', 'c'), 0o700)).toBe(join(root, 'a'));
    expect(statSync(join(root, 'a', 'b', 'c')).isDirectory()).toBe(true);
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
  });

  it('returns nothing for a folder that exists', () => {
    expect(makeFolder(root)).toBeUndefined();
  });

  it('fails where a part of the path is a file, or a link to nothing', () => {
    writeFileSync(join(root, 'file'), '');
    symlinkSync(join(root, 'nothing'), join(root, 'link'));
    expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(root, 'file', 'x'))).toThrow('ENOTDIR');
    expect(() => makeFolder(join(root, 'link'))).toThrow('EEXIST');
    expect(existsSync(join(root, 'nothing'))).toBe(false);
  });

  // Node's own recursive mkdir tries it for ever.
  it.runIf(existsSync('/proc/self'))('fails at once where no folder can be created', () => {
    expect(() => makeFolder('/proc/nope/deeper')).toThrow('ENOENT');
  });
});
