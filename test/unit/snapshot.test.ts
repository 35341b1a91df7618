/** One snapshot of the settings: the worker acts on what the hook saw, whoever set it, and how. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openOptionsInHook } from '../../src/database/open.ts';
import { configPath, homeOf } from '../../src/home/paths.ts';
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

/**
 * The context of the worker that this hook starts: in a folder of its own, with the variables that
 * the core passes on.
 */
function workerOf(hook: FakeContext): FakeContext {
  const ours = Object.entries(hook.env).filter(([name]) => name.startsWith('MEMENTOR_'));
  const env = { ...Object.fromEntries(ours), MEMENTOR_HOME: homeOf(hook) };
  return { ...hook, env, cwd: homeOf(hook) };
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
});
