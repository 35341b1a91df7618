/** What `--help` says about an installation into Codex. */

import type { InstallationHelp } from '../installation.ts';

export const codexInstallationHelp: InstallationHelp = {
  agent: 'codex',
  scopes: {
    user: '~/.codex/hooks.json: all sessions',
    project: 'not for Codex yet',
    local: 'not for Codex yet',
  },
  mcp: 'not for Codex yet: `codex mcp add mementor -- mementor mcp` does it',
  form: 'Codex has one form',
};
