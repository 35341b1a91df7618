/** Installs our plugin into OpenCode, as a file of our own in its folder of plugins. */

import { existsSync } from 'node:fs';
import { isObject, parseObject } from '../../files/json-object.ts';
import { textIfReadable } from '../../files/regular-file.ts';
import { minor } from '../../process/check.ts';
import type { World } from '../../process/world.ts';
import { hooksFileInstallation } from '../hooks-file-installation.ts';
import { listedServer, type ServerList } from '../settings-file/server-text.ts';
import { configRoot, packagesPath, pluginPath, settingsPaths } from './paths.ts';
import { commandsIn, isPlugin, PLUGIN_EVENTS, pluginText } from './plugin-text.ts';

const FORM = { client: 'OpenCode', comments: true, lastCommas: true };

const SERVERS: ServerList = {
  key: 'mcp',
  entryOf: ({ command, args, env }) => ({
    type: 'local',
    command: [command, ...args],
    ...(env ? { environment: env } : {}),
  }),
  commandOf: ({ command }) => {
    const [program, ...words]: unknown[] = Array.isArray(command) ? command : [];
    return [program, words];
  },
};

export const openCodeInstallation = hooksFileInstallation({
  agent: 'opencode',
  folder: configRoot,
  file: pluginPath,
  layout: {
    client: FORM.client,
    own: { events: PLUGIN_EVENTS, of: pluginText, isOurs: isPlugin, commandsIn },
  },
  server: {
    file: (world) => {
      const [commented, plain] = settingsPaths(world);
      return !existsSync(plain) && existsSync(commented) ? commented : plain;
    },
    text: (path, server) => listedServer(path, FORM, server, SERVERS),
    title: 'mcp.mementor',
  },
  use: (context) => [
    'OpenCode loads the plugin from its next start on, without asking.',
    ...(waits(context) ? [WAIT] : []),
  ],
  notes: (context) => (waits(context) ? [minor('plugin opencode', WAIT)] : []),
});

const PACKAGE = '@opencode-ai/plugin';

const WAIT = `With any plugin, OpenCode 1.14 and later wait at a start until they have installed their own package ${PACKAGE}: start OpenCode once with a network, because without one each start takes over a minute.`;

/** Whether the client has yet to install what it wants beside plugins. */
function waits(world: World): boolean {
  const installed = parseObject(textIfReadable(packagesPath(world)) ?? '')?.packages;
  const root = isObject(installed) ? installed[''] : undefined;
  const wanted = isObject(root) ? root.dependencies : undefined;
  return !isObject(wanted) || wanted[PACKAGE] === undefined;
}
