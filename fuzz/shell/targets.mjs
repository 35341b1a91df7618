/** What is fuzzed of the shell: each takes any text and throws when something does not hold. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOOK_EVENTS, hooksOf } from '../../src/agents/claude-code/install/hook-command.ts';
import { disableIn, enableIn, inspectHooks } from '../../src/agents/settings-file/settings-edit.ts';
import { MementorError } from '../../src/errors/errors.ts';
import { configPath, stateOf } from '../../src/home/paths.ts';
import { readMuted } from '../../src/recalls/muted.ts';
import { find, settingsOf } from '../../src/settings/read.ts';
import { KEYS, SETTINGS } from '../../src/settings/table.ts';

const HERE = { nodePath: '/usr/bin/node', scriptPath: '/opt/m/dist/cli.js', platform: 'linux' };
const FILE = { file: 'settings.json' };

/** Only errors of ours may come out; returns nothing then. */
function orRefused(code, work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof MementorError && error.code === code) return undefined;
    throw error;
  }
}

const hooks = hooksOf(HERE);
const bare = (text) => JSON.parse(text.replace(/^\uFEFF/, ''));

function settings(text) {
  const enabled = orRefused('SETTINGS_INVALID', () => enableIn(text, hooks, FILE));
  if (enabled === undefined) {
    const disabled = orRefused('SETTINGS_INVALID', () => disableIn(text, hooks, FILE));
    assert.equal(disabled, undefined);
    return;
  }
  const before = inspectHooks(text, hooks, FILE);
  // A command that a person rewrote stays, and none of ours is put beside it.
  const wanted = HOOK_EVENTS.map((event) => (before[event] === 'mixed' ? 'mixed' : 'ours'));
  const states = inspectHooks(enabled.text, hooks, FILE);
  const found = HOOK_EVENTS.map((event) => states[event]);
  assert.deepEqual(found, wanted, 'each hook stands there once');
  assert.equal(enableIn(enabled.text, hooks, FILE).changed, false, 'twice is once');
  disabledAgain(text, enabled);
}

function disabledAgain(text, enabled) {
  // What was there of ours before is no one else's.
  const before = disableIn(text, hooks, FILE).text;
  if (enabled.changed) {
    const { text: back } = disableIn(enabled.text, hooks, { ...FILE, undo: enabled.undo });
    assert.equal(back, before, 'the way back leads to the same bytes');
  }
  const cut = disableIn(enabled.text, hooks, FILE).text;
  assert.deepEqual(pruned(bare(cut)), pruned(bare(before)), 'without an undo nothing else goes');
}

/** Without the empty containers that a cut takes with it. */
function pruned(value) {
  const { hooks: section, ...others } = value;
  if (section === undefined) return others;
  const isFull = (group) => !(Array.isArray(group?.hooks) && group.hooks.length === 0);
  const lists = Object.entries(section).map(([event, list]) => [
    event,
    Array.isArray(list) ? list.filter(isFull) : list,
  ]);
  const full = lists.filter(([, list]) => !(Array.isArray(list) && list.length === 0));
  return full.length === 0 ? others : { ...others, hooks: Object.fromEntries(full) };
}

const home = mkdtempSync(join(tmpdir(), 'mementor-fuzz-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

/** Whatever a file holds, each setting has a value of its kind. */
function config(text) {
  writeFileSync(configPath(home), text);
  const settings = settingsOf(home);
  for (const key of KEYS) {
    const { value } = find(key, settings);
    assert.deepEqual(SETTINGS[key].fromJson(value), value, 'settings have valid values');
  }
}

function muted(text) {
  writeFileSync(stateOf(home), text);
  const found = orRefused('MUTED_BROKEN', () => readMuted(home));
  if (found === undefined) return;
  for (const each of [...found.sessions, ...found.projects]) assert.equal(typeof each, 'string');
}

/** By name, which is that of its folder in the corpus too. */
export const targets = { settings, config, muted };
