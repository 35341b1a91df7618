/** What `--help` says about an installation: a command need not load the installation itself. */

import { claudeCodeInstallationHelp } from './claude-code/install/help.ts';
import type { InstallationHelp } from './installation.ts';

/** The help of the default agent: its places and parts are those that the options name. */
export const INSTALLATION_HELP: InstallationHelp = claudeCodeInstallationHelp;
