/** The documents: how long they may be, and that links, files and scripts in them exist. */

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { anchorsIn, codeIn, DOCUMENTS, linksIn, RECORDS, textOf } from '../helpers/documents.ts';
import { ROOT } from '../helpers/sandbox.ts';

it.each([
  ['README.md', 12_288],
  ['CHANGELOG.md', 4_096],
  ['bench/RESULTS.md', 40_960],
])('%s has at most %d bytes', (path, bytes) => {
  expect(Buffer.byteLength(textOf(path))).toBeLessThanOrEqual(bytes);
});

it('every link leads to a file, and to a heading of it', () => {
  const links = DOCUMENTS.flatMap((page) => linksIn(textOf(page)).map((link) => ({ page, link })));
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(({ page, link }) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : normalize(join(dirname(page), file));
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsIn(textOf(target)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

it('every script of npm exists', () => {
  const { scripts } = JSON.parse(textOf('package.json'));
  const named = DOCUMENTS.flatMap((page) => [
    ...textOf(page).matchAll(/\bnpm run ([a-z:]+[a-z])/g),
  ]);
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
});

it('every file of the code that a record names exists', () => {
  const folders = ['src', 'crates', 'native', 'test', 'scripts', 'bench', 'fuzz/fuzz_targets'];
  const known = folders.flatMap((folder) => {
    const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    return paths.map((path) => `/${folder}/${path}`.replaceAll('\\', '/'));
  });
  const isKnown = (path: string) => known.some((each) => each.endsWith(`/${path}`));
  // `x.ts` stands for any name.
  const isPath = (code: string) => /^[\w./-]+\/(?!x\.)[\w.-]+\.(?:rs|ts|mjs)$/.test(code);
  const named = RECORDS.flatMap((page) => codeIn(textOf(page)).filter(isPath));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !isKnown(path))).toEqual([]);
});
