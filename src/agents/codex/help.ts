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
  skill: 'not for Codex yet',
  statusline: 'not for Codex: it has no status line of commands',
  warm: 'not for Codex: its hooks are commands',
  form: 'Codex has one form',
};
