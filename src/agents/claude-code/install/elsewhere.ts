/** Hooks of ours in other settings files and plugins than those of here: receipts name them. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import { SCOPES } from '../../installation.ts';
import { hooksAt } from '../../settings-file/file-hooks.ts';
import { programOf } from '../../settings-file/program.ts';
import { receiptsIn } from '../../settings-file/receipt.ts';
import { settingsPath } from '../paths.ts';
import { CLAUDE_HOOKS } from './hook-command.ts';
import { HOOKS_FILE, PLUGIN_SCOPES, pluginFolder } from './plugin.ts';
import { warmFolder } from './warm-plugin.ts';

/** A settings file or a plugin of another project, or of another folder of the client. */
export interface Elsewhere {
  readonly path: string;
  readonly commands: readonly string[];
}

/** Returns the places elsewhere that have hooks of ours now. */
export async function hooksElsewhere(context: Context): Promise<Elsewhere[]> {
  const here = new Set([
    ...SCOPES.map((scope) => settingsPath(scope, context)),
    ...PLUGIN_SCOPES.map((scope) => pluginFolder(scope, context)),
    warmFolder(context),
  ]);
  const receipts = await receiptsIn(homeOf(context));
  const others = receipts.filter(({ path, part, commands = [] }) => {
    return part === undefined && commands.length > 0 && !here.has(path);
  });
  const program = programOf(context);
  const found = others.map(async ({ path, files, commands = [] }) => {
    if (files !== undefined) return existsSync(join(path, HOOKS_FILE)) ? { path, commands } : [];
    const hooks = await hooksAt({ path, layout: CLAUDE_HOOKS, program }, context);
    return hooks.commands.length > 0 ? { path, commands: hooks.commands } : [];
  });
  return (await Promise.all(found)).flat();
}
