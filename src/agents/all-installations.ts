/** How our hooks are installed into agents. */

import { MementorError } from '../errors/errors.ts';
import type { Context } from '../process/context.ts';
import { claudeCodeInstallation } from './claude-code/installation.ts';
import { codexInstallation } from './codex/installation.ts';
import { copilotInstallation } from './copilot/installation.ts';
import { geminiInstallation } from './gemini/installation.ts';
import type { Installation } from './installation.ts';
import { openCodeInstallation } from './opencode/installation.ts';
import { qwenInstallation } from './qwen/installation.ts';

/** The first agent is the default. */
export const INSTALLATIONS: readonly [Installation, ...Installation[]] = [
  claudeCodeInstallation,
  codexInstallation,
  copilotInstallation,
  geminiInstallation,
  qwenInstallation,
  openCodeInstallation,
];

/** In the place of an agent's name: every agent that seems to be installed. */
export const ALL_AGENTS = 'all';

/**
 * Returns the installations into an agent, or into all that are found; into the default one without
 * a name.
 */
export function installationsInto(
  agent: string | undefined,
  context: Context,
): readonly Installation[] {
  if (agent === ALL_AGENTS) {
    const seen = INSTALLATIONS.filter(({ isSeen }) => isSeen(context));
    if (seen.length > 0) return seen;
    const hint = 'start the agent once, or name it: `--agent NAME`';
    throw new MementorError('AGENT_UNKNOWN', 'no coding agent has a folder here', hint);
  }
  const found = INSTALLATIONS.find((each) => each.agent === (agent ?? INSTALLATIONS[0].agent));
  if (found !== undefined) return [found];
  const known = INSTALLATIONS.map((each) => `\`${each.agent}\``).join(', ');
  throw new MementorError('AGENT_UNKNOWN', `no agent is called ${agent}`, `known are ${known}`);
}
