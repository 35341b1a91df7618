/** Installs our hooks into Copilot CLI: as a file of our own in its folder of hooks. */

import { hooksFileInstallation } from '../hooks-file-installation.ts';
import { plainLayout } from '../settings-file/hooks.ts';
import { jsonServer } from '../settings-file/server-text.ts';
import { copilotHome, hooksPath, serversPath } from './paths.ts';

const FORM = { client: 'Copilot CLI', comments: false };

export const copilotInstallation = hooksFileInstallation({
  agent: 'copilot',
  folder: copilotHome,
  file: hooksPath,
  layout: plainLayout({
    ...FORM,
    empty: '{\n  "version": 1\n}\n',
    events: {
      SessionStart: 'session-start',
      UserPromptSubmit: 'user-prompt-submit',
      Stop: 'stop',
      SessionEnd: 'session-end',
    },
    // Seconds.
    timeout: 5,
    timeoutMax: 600,
    anyShell: true,
  }),
  server: {
    file: serversPath,
    text: (path, server) => jsonServer(path, FORM, server, { type: 'local', tools: ['*'] }),
    title: 'mcpServers.mementor',
  },
  use: () => [
    'Copilot CLI runs the hooks from its next start on, without asking, in folders that you trust. With hooks of another tool that add to prompts, only the last one counts.',
  ],
});
