/** What `npm run slim` deletes, and what it never touches. */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesIn, freeableLine, leftovers, sized } from '../../scripts/leftovers.mjs';
import { temporaryFolder } from '../helpers/fake-context.ts';
import { ROOT } from '../helpers/sandbox.ts';

/** A clone in which Mementor was built. */
function clone(files: Readonly<Record<string, string>> = {}): string {
  const root = temporaryFolder();
  const addons = ['native/mementor.node', 'native/mementor-code.node'];
  const built = [...addons, 'dist/cli.js', 'dist/program.js', 'dist/worker.js'];
  const all = {
    ...Object.fromEntries(built.map((name) => [name, 'built'])),
    'target/CACHEDIR.TAG': 'Signature',
    'target/release/deps/lib.rlib': 'x'.repeat(1_000),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return root;
}

function slim(root: string, ...args: string[]): string {
  cpSync(join(ROOT, 'scripts'), join(root, 'scripts'), { recursive: true });
  const env = { PATH: process.env.PATH, HOME: root };
  return execFileSync(process.execPath, [join(root, 'scripts/slim.mjs'), ...args], {
    env,
    encoding: 'utf8',
  });
}

it("deletes Cargo's folder and the development packages, and nothing else", () => {
  const manifest = { name: 'clone', version: '1.0.0', devDependencies: { tool: '1.0.0' } };
  const tool = { name: 'tool', version: '1.0.0' };
  const root = clone({
    'package.json': JSON.stringify(manifest),
    'node_modules/tool/package.json': JSON.stringify(tool),
    'src/cli.ts': 'mine',
  });
  expect(slim(root, '--dry-run')).toContain('Nothing was deleted');
  expect(existsSync(join(root, 'target'))).toBe(true);
  expect(slim(root)).toContain('Freed ');
  const left = ['target', 'node_modules/tool', 'native/mementor.node', 'dist/cli.js', 'src/cli.ts'];
  const there = left.filter((name) => existsSync(join(root, name)));
  expect(there).toEqual(['native/mementor.node', 'dist/cli.js', 'src/cli.ts']);
  // A second time there is nothing left to free.
  expect(slim(root)).toContain('Freed 0 MB');
});

it('leaves packages that a link shares with others', () => {
  const shared = clone({ 'node_modules/tool/package.json': '{"name":"tool","version":"1.0.0"}' });
  const root = clone({ 'package.json': '{"name":"clone","version":"1.0.0"}' });
  symlinkSync(join(shared, 'node_modules'), join(root, 'node_modules'));
  expect(slim(root)).toContain('The development packages in node_modules stay.');
  expect(existsSync(join(shared, 'node_modules/tool/package.json'))).toBe(true);
});

it('deletes nothing while something is not built', () => {
  const root = clone();
  rmSync(join(root, 'dist/worker.js'));
  expect(leftovers(root)).toEqual({ stays: expect.stringContaining('dist/worker.js is missing') });
  expect(() => slim(root)).toThrow('nothing was deleted');
  expect(existsSync(join(root, 'target'))).toBe(true);
});

it('deletes no folder that Cargo did not make, or that others may use', () => {
  const root = clone();
  const elsewhere = clone();
  expect(leftovers(root, join(elsewhere, 'target'))).toHaveProperty('stays');
  symlinkSync(join(elsewhere, 'target'), join(root, 'linked'));
  expect(leftovers(root, join(root, 'linked'))).toHaveProperty('stays');
  rmSync(join(root, 'target/CACHEDIR.TAG'));
  expect(leftovers(root)).toEqual({ stays: expect.stringContaining('was not made by Cargo') });
});

it('measures what a folder takes', () => {
  const root = clone();
  expect(leftovers(root)).toEqual({ path: join(root, 'target'), bytes: 1_009 });
  expect(bytesIn(join(root, 'dist'))).toBe(15);
  expect(freeableLine(root)).toBe('');
  writeFileSync(join(root, 'target/release/large'), Buffer.alloc(101e6));
  expect(freeableLine(root)).toContain('101 MB in target are needed only to build and test');
  expect([sized(1_431_000_000), sized(85_400_000), sized(9)]).toEqual(['1.4 GB', '85 MB', '0 MB']);
});
