/** How agents call our hooks, and what they expect back. */

import { claudeCodeHooks } from './claude-code/hook-format.ts';
import type { HookFormat } from './hook-format.ts';

export const HOOK_FORMATS: readonly [HookFormat, ...HookFormat[]] = [claudeCodeHooks];
