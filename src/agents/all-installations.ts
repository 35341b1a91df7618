/** How our hooks are installed into agents. */

import { claudeCodeInstallation } from './claude-code/installation.ts';
import type { Installation } from './installation.ts';

export const INSTALLATIONS: readonly [Installation, ...Installation[]] = [claudeCodeInstallation];
