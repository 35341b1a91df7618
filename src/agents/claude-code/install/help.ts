/** What `--help` says about the places and forms of an installation. */

import type { InstallationHelp } from '../../installation.ts';

/** Older clients silently ignore the plugin. */
export const PLUGIN_CLIENT_MIN = '2.1.157';

export const claudeCodeInstallationHelp: InstallationHelp = {
  agent: 'claude-code',
  scopes: {
    user: '~/.claude/settings.json: all sessions (default)',
    project:
      '.claude/settings.json: this project; it helps others only where Mementor and Node are at the same paths',
    local: '.claude/settings.local.json: this project, for you alone',
  },
  mcp: `Only the server of tools for the model (\`mementor mcp\`), in a plugin of ours (needs Claude Code ${PLUGIN_CLIENT_MIN}), or in the list of servers of the agent that \`--agent\` names`,
  skill: `Only the skill that tells the model when to search, and the commands \`/mementor:recall\`, \`remember\`, \`notes\` and \`why\` (needs Claude Code ${PLUGIN_CLIENT_MIN})`,
  statusline:
    'Only a segment in the status line, behind your own if you have one: what was recalled in the session, notes to review',
  warm: 'Only the plugin that answers prompts from a server that Claude Code keeps running, instead of starting a process for each (needs Claude Code 2.1.196)',
  form:
    'Where to install: in the settings file, or as a plugin in `skills/` next to it ' +
    `(needs Claude Code ${PLUGIN_CLIENT_MIN}; takes effect in new sessions)`,
};
