/**
 * An administrator's settings for all users of a machine. Read-only. Settings from a server, the
 * Windows registry or a macOS profile are not visible here.
 */

import { readdir } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { MementorError } from '../../../errors/errors.ts';
import { readSettings } from '../../settings-file/settings.ts';
import { parseSettings, propertyOf, valueIn } from '../../settings-file/settings-json.ts';
import { cleanupDaysIn } from './cleanup-days.ts';
import { STRICT_JSON } from './strict-json.ts';

export interface ManagedFile {
  readonly path: string;
  /** Which of the two settings that disable our hooks the file sets. */
  readonly silencedBy: 'disableAllHooks' | 'allowManagedHooksOnly' | undefined;
  readonly cleanupDays: number | undefined;
  /** Why the file cannot be read. */
  readonly error: MementorError | undefined;
}

/** Returns the possible paths of managed settings on a platform. */
export function managedPaths(platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') {
    return ['/Library/Application Support/ClaudeCode/managed-settings.json'];
  }
  if (platform !== 'win32') return ['/etc/claude-code/managed-settings.json'];
  // Older clients read the second path.
  return [
    'C:\\Program Files\\ClaudeCode\\managed-settings.json',
    'C:\\ProgramData\\ClaudeCode\\managed-settings.json',
  ];
}

/** Returns the existing files, each with the drop-in files in the `.d` folder beside it. */
export async function managedFiles(paths: readonly string[]): Promise<ManagedFile[]> {
  const pieces = await Promise.all(paths.map(piecesOf));
  const all = paths.flatMap((path, index) => [path, ...(pieces[index] ?? [])]);
  return (await Promise.all(all.map(read))).filter((file) => file !== undefined);
}

async function piecesOf(path: string): Promise<string[]> {
  const folder = path.replace(/\.json$/, '.d');
  const names = await readdir(folder).catch(() => []);
  const { join } = path.includes('\\') ? win32 : posix;
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

async function read(path: string): Promise<ManagedFile | undefined> {
  const nothing = { path, silencedBy: undefined, cleanupDays: undefined };
  try {
    const { text } = await readSettings(path);
    if (text === undefined) return undefined;
    const { root } = parseSettings(text, path, STRICT_JSON);
    const switches = ['disableAllHooks', 'allowManagedHooksOnly'] as const;
    const silencedBy = switches.find((key) => valueIn(propertyOf(root, key))?.value === true);
    return { path, silencedBy, cleanupDays: cleanupDaysIn(root), error: undefined };
  } catch (error) {
    if (!(error instanceof MementorError)) throw error;
    return { ...nothing, error };
  }
}
