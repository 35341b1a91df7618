/** One snapshot of the settings: the worker acts on what the hook saw, whoever set it, and how. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workerEnvironment } from '../../src/capture/start-worker.ts';
import { openOptionsInHook } from '../../src/database/open.ts';
import {
  configPath,
  enginesAddon,
  homeOf,
  modelsFolder,
  onnxruntimeLibrary,
} from '../../src/home/paths.ts';
import { keptOutOf } from '../../src/settings/kept-out.ts';
import { settingsInHook } from '../../src/settings/read.ts';
import { KEYS, type Key, SETTINGS } from '../../src/settings/table.ts';
import { type FakeContext, fakeContext } from '../helpers/fake-context.ts';

/** Another value than the default one, for each setting there is. */
const OTHER: { readonly [K in Key]: unknown } = {
  'context-budget': 700,
  detect: false,
  exclude: ['~/clients/*', 'secret'],
  limit: 17,
  mask: ['walrus-[0-9]+', 'a "b"'],
  model: 'another',
  notice: false,
  rate: 7.5,
  recall: false,
  suspect: ['HACK', 'WIP'],
  threads: 9,
};

/** The context of the worker that this hook starts: in a folder of its own, with what is passed on. */
function workerOf(hook: FakeContext): FakeContext {
  return { ...hook, env: workerEnvironment(hook), cwd: homeOf(hook) };
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

describe('the snapshot of the settings', () => {
  it.each(KEYS)('has %s of the environment', (key) => {
    const env = { [SETTINGS[key].variable]: textOf(OTHER[key]) };
    const hook = fakeContext({ env });
    expect(settingsInHook(hook)(key)).toEqual(OTHER[key]);
    expect(settingsInHook(hook)(key)).not.toEqual(SETTINGS[key].fallback);
    expect(settingsInHook(workerOf(hook))(key)).toEqual(OTHER[key]);
    expect(openOptionsInHook(settingsInHook(workerOf(hook)), workerOf(hook))).toEqual(
      openOptionsInHook(settingsInHook(hook), hook),
    );
  });

  it.each(KEYS)('has %s of the file, wherever that lies', (key) => {
    const hook = fakeContext({ env: { MEMENTOR_HOME: 'relative/home' } });
    mkdirSync(homeOf(hook), { recursive: true });
    writeFileSync(configPath(homeOf(hook)), JSON.stringify({ [key]: OTHER[key] }));
    expect(settingsInHook(hook)(key)).toEqual(OTHER[key]);
    expect(settingsInHook(workerOf(hook))(key)).toEqual(OTHER[key]);
  });

  it('has what is kept out, with the home directory in its place', () => {
    const hook = fakeContext({ env: { HOME: '/home/zoë', MEMENTOR_EXCLUDE: '~/clients' } });
    const worker = workerOf(hook);
    expect(keptOutOf(settingsInHook(worker), worker)).toEqual({
      mask: [],
      exclude: ['/home/zoë/clients'],
    });
  });

  it('has paths as they are meant where the hook runs', () => {
    const env = {
      MEMENTOR_HOME: 'memory',
      MEMENTOR_MODELS: '../models',
      MEMENTOR_ENGINES: 'engines.node',
      MEMENTOR_ONNXRUNTIME: './lib/onnxruntime.so',
    };
    const hook = fakeContext({ env });
    const worker = workerOf(hook);
    expect(homeOf(worker)).toBe(join(hook.cwd, 'memory'));
    expect(enginesAddon(worker)).toBe(join(hook.cwd, 'engines.node'));
    expect(modelsFolder(worker)).toBe(join(dirname(hook.cwd), 'models'));
    expect(onnxruntimeLibrary(worker)).toBe(join(hook.cwd, 'lib/onnxruntime.so'));
    const other = fakeContext({ env: { ORT_DYLIB_PATH: 'ort.so', MEMENTOR_MODELS: '' } });
    expect(onnxruntimeLibrary(workerOf(other))).toBe(join(other.cwd, 'ort.so'));
    expect(modelsFolder(workerOf(other))).toBe(modelsFolder(other));
  });

  it('has nothing else of the person’s environment', () => {
    const env = {
      AWS_SECRET_ACCESS_KEY: 'x',
      GITHUB_TOKEN: 'y',
      NODE_OPTIONS: '--z',
      PATH: '/bin',
    };
    const hook = fakeContext({ env });
    expect(workerEnvironment(hook)).toEqual({ PATH: '/bin', MEMENTOR_HOME: homeOf(hook) });
  });

  it('has the home of the hook, also where no variable names it', () => {
    const hook = fakeContext({ env: {} });
    expect(homeOf({ ...workerOf(hook), homedir: '/elsewhere' })).toBe(homeOf(hook));
  });
});
