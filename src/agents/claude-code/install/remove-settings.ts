/** Removes our hooks and our status line from one of Claude Code's settings files. */

import type { Context } from '../../../process/context.ts';
import type { Removal } from '../../installation.ts';
import { hooksPart } from '../../settings-file/file-hooks.ts';
import { settingsRemoval } from '../../settings-file/removal.ts';
import { CLAUDE_HOOKS } from './hook-command.ts';
import { linePart } from './status-line.ts';

/** Plans the removal of our hooks, and of our status line, from a settings file. */
export async function claudeRemoval(path: string, context: Context): Promise<Removal> {
  const hooks = hooksPart({ path, layout: CLAUDE_HOOKS, program: context });
  return await settingsRemoval(path, [hooks, linePart(path, context)], context);
}

/** Plans to take our status line out. */
export async function statusLineRemoval(path: string, context: Context): Promise<Removal> {
  return await settingsRemoval(path, [linePart(path, context)], context, 'status line of Mementor');
}
