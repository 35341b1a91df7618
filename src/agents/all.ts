/**
 * The coding agents that Mementor supports. A new agent needs a folder and an entry in each list.
 * A bundle contains only the lists it uses: a hook never loads the installation code.
 */

import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code/agent.ts';
import { claudeCodeHooks } from './claude-code/hook-format.ts';
import { claudeCodeInstallation } from './claude-code/installation.ts';
import type { HookFormat } from './hook-format.ts';
import type { Installation } from './installation.ts';

/** The first agent is the default. */
export const AGENTS: readonly [Agent, ...Agent[]] = [claudeCode];

export const HOOK_FORMATS: readonly [HookFormat, ...HookFormat[]] = [claudeCodeHooks];

export const INSTALLATIONS: readonly [Installation, ...Installation[]] = [claudeCodeInstallation];
