/** Which package brings the addon, and what is said where none does. */

import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type * as memory from '../../src/memory.ts';
import { addonPackage, thisHost } from '../../src/process/addon-package.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';

const ROOT = join(import.meta.dirname, '../..');

it.each([
  ['linux', 'x64', false, 'mementor-linux-x64-gnu'],
  ['linux', 'x64', true, 'mementor-linux-x64-musl'],
  ['linux', 'arm64', false, 'mementor-linux-arm64-gnu'],
  ['linux', 'arm64', true, 'mementor-linux-arm64-musl'],
  ['darwin', 'arm64', false, 'mementor-darwin-arm64'],
  ['darwin', 'x64', false, 'mementor-darwin-x64'],
  ['win32', 'x64', false, 'mementor-win32-x64-msvc'],
  ['win32', 'arm64', false, undefined],
  ['win32', 'ia32', false, undefined],
  ['linux', 'arm', false, undefined],
  ['linux', 'ppc64', true, undefined],
  ['freebsd', 'x64', false, undefined],
])('for %s %s (musl: %s) it is %s', (platform, arch, isMusl, name) => {
  expect(addonPackage({ platform, arch, isMusl })).toBe(name);
});

it('has a package for each target that package.json has built', async () => {
  const { napi } = (await import('../../package.json', { with: { type: 'json' } })).default;
  const platforms = { apple: 'darwin', unknown: 'linux', pc: 'win32' };
  const names = napi.targets.map((target: string) => {
    const [cpu = '', vendor = '', , libc] = target.split('-');
    const platform = platforms[vendor as keyof typeof platforms];
    const arch = cpu === 'x86_64' ? 'x64' : 'arm64';
    return addonPackage({ platform, arch, isMusl: libc === 'musl' });
  });
  expect(names).toHaveLength(7);
  expect(new Set(names).size).toBe(7);
  expect(names).not.toContain(undefined);
});

it('tells glibc from musl by the Node that runs', () => {
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const isMusl = process.platform === 'linux' && !report.header.glibcVersionRuntime;
  expect(thisHost()).toEqual({ platform: process.platform, arch: process.arch, isMusl });
});

/** Copies the shell into a folder where nothing was built, and imports it from there. */
async function elsewhere(): Promise<{ folder: string; load: () => Promise<typeof memory> }> {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
  const url = pathToFileURL(join(folder, 'src/memory.ts')).href;
  return { folder, load: async () => await import(/* @vite-ignore */ url) };
}

it('names the package that was looked for', async () => {
  const { load } = await elsewhere();
  const { native } = await load();
  const name = addonPackage(thisHost()) ?? 'there is none for';
  expect(native).toThrow(
    expect.objectContaining({
      code: 'ADDON_MISSING',
      message: expect.stringMatching(
        new RegExp(`^the native addon cannot be loaded: .*${name}.*$`),
      ),
      hint: expect.stringContaining('npm install'),
    }),
  );
});

it.skipIf(addonPackage(thisHost()) === undefined)('loads it from the package', async () => {
  const { folder, load } = await elsewhere();
  const name = addonPackage(thisHost()) ?? '';
  const installed = join(folder, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ name, main: 'mementor.node' }));
  symlinkSync(join(ROOT, 'native/mementor.node'), join(installed, 'mementor.node'));
  expect((await load()).native().about().schema).toBeGreaterThan(0);
});
