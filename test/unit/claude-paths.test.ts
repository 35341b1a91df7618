/** Paths of Claude Code and of Mementor, on each platform. */

import { describe, expect, it } from 'vitest';
import {
  claudeConfigDir,
  settingsPath,
  transcriptsRoot,
} from '../../src/agents/claude-code/paths.ts';
import { homeOf } from '../../src/home/paths.ts';
import type { World } from '../../src/process/world.ts';

function world(overrides: Partial<World> = {}): World {
  return { env: {}, homedir: '/home/u', cwd: '/code/app', platform: 'linux', ...overrides };
}

const WINDOWS = { platform: 'win32', homedir: 'C:\\Users\\u', cwd: 'D:\\app' } as const;

describe('Claude Code', () => {
  it('has its folder in the home directory', () => {
    expect(claudeConfigDir(world())).toBe('/home/u/.claude');
    expect(transcriptsRoot(world())).toBe('/home/u/.claude/projects');
    expect(claudeConfigDir(world(WINDOWS))).toBe('C:\\Users\\u\\.claude');
  });

  it('follows CLAUDE_CONFIG_DIR, also a relative one; an empty one counts as unset', () => {
    expect(claudeConfigDir(world({ env: { CLAUDE_CONFIG_DIR: '/cfg' } }))).toBe('/cfg');
    expect(claudeConfigDir(world({ env: { CLAUDE_CONFIG_DIR: 'cfg' } }))).toBe('/code/app/cfg');
    expect(claudeConfigDir(world({ env: { CLAUDE_CONFIG_DIR: '' } }))).toBe('/home/u/.claude');
  });

  it('has a settings file for each scope', () => {
    const there = world({ env: { CLAUDE_CONFIG_DIR: '/cfg' } });
    expect(settingsPath('user', there)).toBe('/cfg/settings.json');
    expect(settingsPath('project', there)).toBe('/code/app/.claude/settings.json');
    expect(settingsPath('local', there)).toBe('/code/app/.claude/settings.local.json');
    expect(settingsPath('local', world(WINDOWS))).toBe('D:\\app\\.claude\\settings.local.json');
  });
});

describe('Mementor', () => {
  it.each<[string, Partial<World>, string]>([
    ['Linux', {}, '/home/u/.local/share/mementor'],
    ['XDG_DATA_HOME', { env: { XDG_DATA_HOME: '/data' } }, '/data/mementor'],
    ['a relative XDG_DATA_HOME', { env: { XDG_DATA_HOME: 'd' } }, '/home/u/.local/share/mementor'],
    ['macOS', { platform: 'darwin' }, '/home/u/Library/Application Support/mementor'],
    ['Windows', { ...WINDOWS, env: { LOCALAPPDATA: 'E:\\Data' } }, 'E:\\Data\\mementor'],
    ['bare Windows', WINDOWS, 'C:\\Users\\u\\AppData\\Local\\mementor'],
    ['MEMENTOR_HOME', { env: { MEMENTOR_HOME: '/m', XDG_DATA_HOME: '/data' } }, '/m'],
    ['a relative MEMENTOR_HOME', { env: { MEMENTOR_HOME: '../m' } }, '/code/m'],
    ['an empty MEMENTOR_HOME', { env: { MEMENTOR_HOME: '' } }, '/home/u/.local/share/mementor'],
  ])('keeps its data where %s has it', (_, overrides, expected) => {
    expect(homeOf(world(overrides))).toBe(expected);
  });
});
