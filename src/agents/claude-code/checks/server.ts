/** Checks the server of tools that our plugin starts. No check if it was never installed. */

import { existsSync } from 'node:fs';
import { homeOf } from '../../../home/paths.ts';
import { type Check, fail, ok, warn } from '../../../process/check.ts';
import type { Context } from '../../../process/context.ts';
import { nodeAt } from '../../../process/node.ts';
import { programOf } from '../../settings-file/program.ts';
import { readReceipt } from '../../settings-file/receipt.ts';
import { hooksPerScope } from '../install/hook-state.ts';
import type { McpServer } from '../install/mcp-server.ts';
import { MCP_FILE, PLUGIN_ID, PLUGIN_SCOPES } from '../install/plugin.ts';
import { pluginsPerScope, type ScopePlugin } from '../install/plugin-state.ts';

export async function serverChecks(context: Context): Promise<Check[]> {
  const plugins = await pluginsPerScope(context, await hooksPerScope(context));
  const checks = PLUGIN_SCOPES.map((scope) => serverCheck(plugins[scope], context));
  return (await Promise.all(checks)).filter((check) => check !== undefined);
}

async function serverCheck(plugin: ScopePlugin, context: Context): Promise<Check | undefined> {
  const { scope, path, server, isOff, error } = plugin;
  // The check of the hooks tells of a folder that cannot be read.
  if (error !== undefined) return undefined;
  const flag = scope === 'user' ? '' : ` --${scope}`;
  const name = scope === 'user' ? 'mcp' : `mcp ${scope}`;
  const fix = `run \`mementor enable --mcp${flag}\`, or \`mementor disable --mcp${flag}\``;
  if (server === undefined) {
    const receipt = readReceipt(homeOf(context), path);
    const wasThere = receipt?.files?.some((file) => file.path === MCP_FILE);
    return wasThere ? warn(name, `${path} has no server of Mementor's any more`, fix) : undefined;
  }
  if (isOff) {
    const on = `run \`claude plugin enable ${PLUGIN_ID}\`, or \`mementor disable --mcp${flag}\``;
    return warn(name, `${path} is switched off in Claude Code's settings`, on);
  }
  const problem = await problemOf(server, context);
  if (problem !== undefined) return fail(name, `${path}: ${problem}`, fix);
  const program = programOf(context);
  const isNode = server.command === program.nodePath || program.isSameNode(server.command);
  const isThis = isNode && server.script === program.scriptPath;
  if (!isThis) return warn(name, `${path} starts another installation or another Node`, fix);
  return ok(name, `on in ${path}`);
}

async function problemOf({ command, script }: McpServer, context: Context) {
  const missing = [command, script].find((file) => !existsSync(file));
  if (missing !== undefined) return `it starts ${missing}, which no longer exists`;
  // The Node that runs this process has its own check.
  if (command === context.nodePath) return undefined;
  return (await nodeAt(command, context)).problem;
}
