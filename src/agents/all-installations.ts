/** How our hooks are installed into agents. */

import { MementorError } from '../process/errors.ts';
import { claudeCodeInstallation } from './claude-code/installation.ts';
import { codexInstallation } from './codex/installation.ts';
import type { Installation } from './installation.ts';

/** The first agent is the default. */
export const INSTALLATIONS: readonly [Installation, ...Installation[]] = [
  claudeCodeInstallation,
  codexInstallation,
];

/** Returns the installation into an agent; into the default one without a name. */
export function installationInto(agent: string | undefined): Installation {
  const found = INSTALLATIONS.find((each) => each.agent === (agent ?? INSTALLATIONS[0].agent));
  if (found !== undefined) return found;
  const known = INSTALLATIONS.map((each) => `\`${each.agent}\``).join(', ');
  throw new MementorError('AGENT_UNKNOWN', `no agent is called ${agent}`, `known are ${known}`);
}
