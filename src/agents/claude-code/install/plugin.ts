/** The skills-directory plugin: its location, its files, and how to recognise them. Pure. */

import { dirname, join } from 'node:path';
import { isObject, parseJson } from '../../../files/json-object.ts';
import type { World } from '../../../process/world.ts';
import type { Scope } from '../../installation.ts';
import type { Hooks } from '../../settings-file/hooks.ts';
import { callIn, isOwnCommand } from '../../settings-file/own-command.ts';
import { enableIn } from '../../settings-file/settings-edit.ts';
import { claudeConfigDir, settingsPath } from '../paths.ts';
import { HOOK_EVENTS } from './hook-command.ts';
import { type McpServer, mcpServers, ownServer } from './mcp-server.ts';
import { SKILL_FILES, skillFiles } from './skill.ts';

/** Claude Code has no personal plugins of one project. */
export const PLUGIN_SCOPES = ['user', 'project'] as const;
export type PluginScope = (typeof PLUGIN_SCOPES)[number];

export const PLUGIN_NAME = 'mementor';
/** The plugin's id in Claude Code's settings and commands. */
export const PLUGIN_ID = `${PLUGIN_NAME}@skills-dir`;

/** Relative to the plugin's folder, with `/`, as are all paths in this file. */
export const MANIFEST = '.claude-plugin/plugin.json';
export const HOOKS_FILE = 'hooks/hooks.json';
export const MCP_FILE = '.mcp.json';

/**
 * What the plugin may contain: the hooks, the server of tools for the model, the skill with the
 * slash commands.
 */
export const PARTS = ['hooks', 'mcp', 'skill'] as const;
export type Part = (typeof PARTS)[number];

/** Returns the part that a file is of; undefined for the manifest, which all of them need. */
export function partOf(path: string): Part | undefined {
  if (path === HOOKS_FILE) return 'hooks';
  if (path === MCP_FILE) return 'mcp';
  return SKILL_FILES.includes(path) ? 'skill' : undefined;
}

/** Every file that we may write into the folder. */
export const ALL_FILES: readonly string[] = [MANIFEST, HOOKS_FILE, MCP_FILE, ...SKILL_FILES];

export interface PluginFile {
  readonly path: string;
  readonly text: string;
}

export function isPluginScope(scope: Scope): scope is PluginScope {
  return scope !== 'local';
}

/** Returns the plugin's folder in a scope. */
export function pluginFolder(scope: PluginScope, world: World): string {
  const claude = scope === 'user' ? claudeConfigDir(world) : dirname(settingsPath(scope, world));
  return join(claude, 'skills', PLUGIN_NAME);
}

/** Returns the files of the plugin's parts, with the same hooks as in a settings file. */
export function pluginFiles(
  hooks: Hooks,
  version: string | undefined,
  parts: readonly Part[] = ['hooks'],
): PluginFile[] {
  const manifest = {
    name: PLUGIN_NAME,
    ...(version === undefined ? {} : { version }),
    description: 'Local memory for Claude Code: past conversations come back when they are needed',
  };
  const groups = HOOK_EVENTS.map((event) => [event, [{ hooks: [hooks.wanted[event]] }]]);
  return [
    { path: MANIFEST, text: pretty(manifest) },
    ...(parts.includes('hooks')
      ? [{ path: HOOKS_FILE, text: pretty({ hooks: Object.fromEntries(groups) }) }]
      : []),
    ...(parts.includes('mcp') ? [{ path: MCP_FILE, text: pretty(mcpServers(hooks.program)) }] : []),
    ...(parts.includes('skill') ? skillFiles(hooks.program) : []),
  ];
}

/** What a folder of ours may hold, and how it is known. */
export interface FolderKind {
  readonly paths: readonly string[];
  /** Whether a file holds only what some version of ours writes, in any formatting. */
  readonly isOwnForm: (file: PluginFile) => boolean;
  /** Whether a file that we have not written is somebody else's. */
  readonly isOthers: (file: PluginFile) => boolean;
  /** Whether a text in this place is a person's as soon as it is not ours. */
  readonly isFree: (path: string) => boolean;
  readonly judge: (files: readonly PluginFile[], isWritten: boolean) => Judged;
}

interface Judged {
  readonly isKnown: boolean;
  readonly isUpToDate: boolean;
  readonly commands: readonly string[];
  readonly server: McpServer | undefined;
}

/** Returns how the plugin's folder is known. */
export function pluginKind(hooks: Hooks): FolderKind {
  return {
    paths: ALL_FILES,
    isOwnForm: (file) => isOwnForm(file, hooks),
    isOthers: ({ path, text }) => path === MCP_FILE && ownServer(text) === undefined,
    isFree: (path) => partOf(path) === 'skill',
    judge: (files, isWritten) => {
      const text = (path: string) => files.find((file) => file.path === path)?.text;
      const commands = ownCommands(text(HOOKS_FILE), hooks);
      const server = ownServer(text(MCP_FILE));
      const hasOthers = server !== undefined || files.some(({ path }) => partOf(path) === 'skill');
      const isConfirmed = commands.length > 0 || hasOthers || isWritten;
      const hasOnlyOthers = text(HOOKS_FILE) === undefined && hasOthers;
      return {
        isKnown: hasOurName(text(MANIFEST)) && isConfirmed,
        isUpToDate: hasOnlyOthers || isUpToDate(text(HOOKS_FILE), hooks),
        commands,
        server,
      };
    },
  };
}

/** Returns whether a manifest names our plugin; hooks or a receipt must confirm it. */
export function hasOurName(manifest: string | undefined): boolean {
  const value = parseJson(manifest);
  return isObject(value) && value.name === PLUGIN_NAME;
}

/** Returns our commands in a hooks file, whatever else it contains. */
export function ownCommands(text: string | undefined, hooks: Hooks): string[] {
  return groupsIn(parseJson(text))
    .flatMap((group) => (isObject(group) ? listOf(group.hooks) : []))
    .map((handler) => (isObject(handler) ? handler.command : undefined))
    .filter((command) => typeof command === 'string')
    .filter((command) => isOwnCommand(command, hooks.known));
}

/** Returns whether a hooks file contains each of our hooks exactly once, unchanged. */
export function isUpToDate(text: string | undefined, hooks: Hooks): boolean {
  try {
    return text !== undefined && !enableIn(text, hooks, { file: HOOKS_FILE }).changed;
  } catch {
    return false;
  }
}

/** Whether a file contains only what some version of ours writes, in any formatting. */
export function isOwnForm({ path, text }: PluginFile, hooks: Hooks): boolean {
  const value = parseJson(text);
  if (path === MCP_FILE) return ownServer(text) !== undefined;
  if (path === MANIFEST) {
    return hasOurName(text) && hasOnly(value, ['name', 'version', 'description']);
  }
  // Of a text, there is only one form that is surely ours.
  if (partOf(path) === 'skill') return skillFiles(hooks.program).some(isSame);
  return path === HOOKS_FILE && hasOnly(value, ['hooks']) && groupsIn(value).every(isOwnGroup);

  function isSame(file: PluginFile): boolean {
    return file.path === path && file.text === text;
  }

  function isOwnGroup(group: unknown): boolean {
    return isObject(group) && hasOnly(group, ['hooks']) && listOf(group.hooks).every(isOwnHandler);
  }

  function isOwnHandler(handler: unknown): boolean {
    if (!isObject(handler) || !hasOnly(handler, ['type', 'command', 'timeout'])) return false;
    const { command } = handler;
    if (typeof command !== 'string' || !isOwnCommand(command, hooks.known)) return false;
    // The plugin is written anew, without what a person set for the call.
    return callIn(command)?.variables === '';
  }
}

function groupsIn(value: unknown): unknown[] {
  if (!isObject(value) || !isObject(value.hooks)) return [];
  return Object.values(value.hooks).flatMap(listOf);
}

/** Renders a file of JSON. */
export function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function hasOnly(value: unknown, keys: readonly string[]): boolean {
  return isObject(value) && Object.keys(value).every((key) => keys.includes(key));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
