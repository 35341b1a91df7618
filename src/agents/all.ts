/**
 * The coding agents that Mementor knows. A new one gets a folder, and a line in each list. A bundle
 * holds only the lists that it uses: a hook never loads how an agent is installed.
 */

import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code/agent.ts';
import { claudeCodeHooks } from './claude-code/hook-format.ts';
import { claudeCodeInstallation } from './claude-code/installation.ts';
import type { HookFormat } from './hook-format.ts';
import type { Installation } from './installation.ts';

/** The first one is meant where nothing names another. */
export const AGENTS: readonly [Agent, ...Agent[]] = [claudeCode];

export const HOOK_FORMATS: readonly [HookFormat, ...HookFormat[]] = [claudeCodeHooks];

export const INSTALLATIONS: readonly [Installation, ...Installation[]] = [claudeCodeInstallation];
