/** How agents call our hooks, and what they expect back. */

import { parseObject } from '../files/json-object.ts';
import type { World } from '../process/world.ts';
import { claudeCodeHooks } from './claude-code/hook-format.ts';
import { codexHooks } from './codex/hook-format.ts';
import { copilotHooks } from './copilot/hook-format.ts';
import { cursorHooks } from './cursor/hook-format.ts';
import { geminiHooks } from './gemini/hook-format.ts';
import type { HookFormat, HookInput } from './hook-format.ts';
import { openCodeHooks } from './opencode/hook-format.ts';
import { qwenHooks } from './qwen/hook-format.ts';

/** The first agent is the default. Of several that know a call, the first other one counts. */
export const HOOK_FORMATS: readonly [HookFormat, ...HookFormat[]] = [
  claudeCodeHooks,
  // Before all others: its fields are added to those of the hook that it runs.
  cursorHooks,
  codexHooks,
  copilotHooks,
  geminiHooks,
  qwenHooks,
  openCodeHooks,
];

/** A hook's call: whose it is, and what it says. */
export interface HookCall {
  readonly format: HookFormat;
  readonly input: HookInput;
}

/**
 * Reads a hook's input, and tells by it which agent calls: the variables that an agent sets are
 * set by others too. Undefined if it is no object.
 */
export function hookCall(text: string, world: World): HookCall | undefined {
  const fields = parseObject(text);
  if (fields === undefined) return undefined;
  const [first, ...others] = HOOK_FORMATS;
  const format = others.find(({ owns }) => owns(fields)) ?? first;
  return { format, input: format.parse(fields, world) };
}
