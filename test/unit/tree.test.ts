/** The one walk of a tree of folders, and that there is no other. */

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { filesBelow, removeTree } from '../../src/files/tree.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';

let root: string;
let outside: string;

beforeEach(() => {
  const folder = temporaryFolder();
  root = join(folder, 'root');
  outside = join(folder, 'outside');
  for (const path of [join(root, 'a/b'), outside]) mkdirSync(path, { recursive: true });
  writeFileSync(join(outside, 'theirs'), 'theirs');
  writeFileSync(join(root, 'a/b/ours'), 'ours');
  symlinkSync(outside, join(root, 'a/out'));
  symlinkSync(join(outside, 'theirs'), join(root, 'a/b/link'));
  symlinkSync(join(outside, 'none'), join(root, 'nowhere'));
  // Whoever follows one of these never ends.
  symlinkSync('.', join(root, 'a/self'));
  symlinkSync(root, join(root, 'a/b/up'));
});

describe('a tree with links', () => {
  it('is listed without what lies behind them', () => {
    const below = filesBelow(root).map((path) => path.slice(root.length + 1));
    expect(below.sort()).toEqual(['a/b/link', 'a/b/ours', 'a/b/up', 'a/out', 'a/self', 'nowhere']);
  });

  it('is deleted without what lies behind them', () => {
    removeTree(root);
    expect(existsSync(root)).toBe(false);
    expect(readdirSync(outside)).toEqual(['theirs']);
    removeTree(root);
  });

  it('is no tree where it is itself a link, or a file', () => {
    symlinkSync(outside, root.replace('root', 'linked'));
    removeTree(root.replace('root', 'linked'));
    removeTree(join(root, 'a/b/ours'));
    expect(readdirSync(outside)).toEqual(['theirs']);
    expect(lstatSync(join(root, 'a/b')).isDirectory()).toBe(true);
  });
});

/** Calls of Node's own that walk a tree: what they do with links depends on its version. */
const WALKS =
  /\b(?:readdir|rm|rmdir|cp|opendir|glob)(?:Sync)?\([^;]*?\brecursive\b|\bglob(?:Sync)?\(/s;

describe('the sources', () => {
  it('know no other walk', () => {
    const sources = filesBelow(join(import.meta.dirname, '../../src'));
    const walking = sources.filter((path) => WALKS.test(readFileSync(path, 'utf8')));
    expect(walking).toEqual([]);
    expect(sources.length).toBeGreaterThan(300);
    for (const call of ['await rm(path, {\n recursive: true })', 'readdirSync(a, { recursive })']) {
      expect(WALKS.test(call)).toBe(true);
    }
  });
});
