/**
 * The plugin of warm recall: a server that lists no tools, and a prompt hook that calls it. It is a
 * folder of its own, so that hook and server always come and go together. Pure.
 *
 * Never in settings.json: clients before 2.1.118 drop the whole file for a hook of this type.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseObject } from '../../../files/json-object.ts';
import { homeOf, warmOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import type { World } from '../../../process/world.ts';
import { programOf } from '../../settings-file/program.ts';
import { serverOf } from '../../settings-file/server-text.ts';
import { claudeConfigDir } from '../paths.ts';
import type { Installation } from './hook-command.ts';
import {
  type FolderKind,
  HOOKS_FILE,
  MANIFEST,
  MCP_FILE,
  type PluginFile,
  pretty,
} from './plugin.ts';

export const WARM_NAME = 'mementor-warm';

const SERVER = 'prompts';
/** What follows the script in the command of the server. */
const WORD = 'warm';
/** The client waits so long for a server that is still starting, or hangs. */
const TIMEOUT_S = 1;
/** The fields of the event that the server gets. */
const FIELDS = ['session_id', 'prompt_id', 'prompt', 'transcript_path', 'cwd', 'agent_id'];

/** Returns the plugin's folder: there is one, for all sessions. */
export function warmFolder(world: World): string {
  return join(claudeConfigDir(world), 'skills', WARM_NAME);
}

/**
 * Returns an installation whose prompt hook in the user's settings leaves prompts to a server that
 * answers them, if the plugin is there.
 */
export function yielding(context: Context): Installation {
  const isThere = existsSync(join(warmFolder(context), HOOKS_FILE));
  const program = programOf(context);
  return isThere ? { ...program, warm: warmOf(homeOf(context)) } : program;
}

/** Returns the files of the plugin, relative to its folder. */
export function warmFiles(
  program: Pick<Installation, 'nodePath' | 'scriptPath' | 'home'>,
  version: string | undefined,
): PluginFile[] {
  const manifest = {
    name: WARM_NAME,
    ...(version === undefined ? {} : { version }),
    description: 'Answers prompts for Mementor without starting a process for each',
  };
  const hook = {
    type: 'mcp_tool',
    server: `plugin:${WARM_NAME}:${SERVER}`,
    tool: 'prompt',
    input: Object.fromEntries(FIELDS.map((name) => [name, `\${${name}}`])),
    timeout: TIMEOUT_S,
  };
  const server = serverOf(program, WORD);
  return [
    { path: MANIFEST, text: pretty(manifest) },
    { path: HOOKS_FILE, text: pretty({ hooks: { UserPromptSubmit: [{ hooks: [hook] }] } }) },
    { path: MCP_FILE, text: pretty({ mcpServers: { [SERVER]: server } }) },
  ];
}

/** Returns how the folder is known: by a receipt, or by a file as we would write it. */
export function warmKind(
  installation: Pick<Installation, 'nodePath' | 'scriptPath' | 'home'>,
): FolderKind {
  const isOwnForm = ({ path, text }: PluginFile) => {
    const { version } = parseObject(text) ?? {};
    const named = path === MANIFEST && typeof version === 'string' ? version : undefined;
    return warmFiles(installation, named).some((each) => each.path === path && each.text === text);
  };
  const paths = [MANIFEST, HOOKS_FILE, MCP_FILE];
  return {
    paths,
    isOwnForm,
    isOthers: () => false,
    isFree: () => false,
    judge: (files, isWritten) => ({
      isKnown: isWritten || files.some(isOwnForm),
      isUpToDate: files.filter(isOwnForm).length === paths.length,
      commands: [],
      server: undefined,
    }),
  };
}
