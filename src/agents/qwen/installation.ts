/** Installs our hooks into Qwen Code: into the person's `settings.json`. */

import { COMMON_EVENTS } from '../hook-events.ts';
import { hooksFileInstallation } from '../hooks-file-installation.ts';
import { plainLayout } from '../settings-file/hooks.ts';
import { jsonServer } from '../settings-file/server-text.ts';
import { propertyOf, valueIn } from '../settings-file/settings-json.ts';
import { qwenHome, settingsPath } from './paths.ts';

const FORM = { client: 'Qwen Code', comments: true };

export const qwenInstallation = hooksFileInstallation({
  agent: 'qwen',
  folder: qwenHome,
  file: settingsPath,
  layout: plainLayout({
    ...FORM,
    events: COMMON_EVENTS,
    // Seconds below 1,000, else milliseconds.
    timeout: 5,
    timeoutMax: 600,
    anyShell: true,
  }),
  server: {
    file: settingsPath,
    text: (path, server) => jsonServer(path, FORM, server),
    title: 'mcpServers.mementor',
  },
  use: () => ['Qwen Code runs the hooks from its next start on, without asking.'],
  switchedOff: (root) =>
    valueIn(propertyOf(root, 'disableAllHooks'))?.value === true ? 'disableAllHooks' : undefined,
});
