/** What `--help` says about installing into agents: a command need not load the installation. */

import { claudeCodeInstallationHelp } from './claude-code/install/help.ts';
import { codexInstallationHelp } from './codex/help.ts';
import type { InstallationHelp } from './installation.ts';

export const INSTALLATION_HELPS: readonly [InstallationHelp, ...InstallationHelp[]] = [
  claudeCodeInstallationHelp,
  codexInstallationHelp,
];
