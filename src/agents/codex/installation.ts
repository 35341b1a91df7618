/** Installs our hooks into Codex: into `hooks.json`. */

import { COMMON_EVENTS } from '../hook-events.ts';
import { hooksFileInstallation } from '../hooks-file-installation.ts';
import { plainLayout } from '../settings-file/hooks.ts';
import { codexHome, configPath, hooksPath } from './paths.ts';
import { tomlServer } from './server-text.ts';
import { trustCheck, trustPart, untrusted } from './trust.ts';

export const codexInstallation = hooksFileInstallation({
  agent: 'codex',
  folder: codexHome,
  file: hooksPath,
  // Any change of a command or of its timeout would take its trust away.
  layout: plainLayout({
    client: 'Codex',
    events: COMMON_EVENTS,
    // Seconds.
    timeout: 5,
    timeoutMax: 600,
  }),
  server: {
    file: configPath,
    text: (_, server) => tomlServer(server),
    title: 'mcp_servers.mementor',
  },
  use: () => [
    'Codex asks before it runs a hook, and skips in silence what you have not trusted: start `codex`, type `/hooks`, and trust those of Mementor, or run `mementor enable --agent codex --trust`. A change of the file asks again.',
  ],
  consent: {
    check: trustCheck,
    wanted: untrusted,
    part: (context) => trustPart([], context),
  },
});
