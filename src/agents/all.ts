/**
 * The coding agents that Mementor supports. A new agent needs a folder and an entry here and in the
 * lists beside this one (`all-….ts`). Each list is a file of its own, so that a command loads only
 * what it needs: a hook never loads the installation code.
 */

import type { Agent } from './agent.ts';
import { aider } from './aider/agent.ts';
import { claudeCode } from './claude-code/agent.ts';
import { codex } from './codex/agent.ts';
import { copilot } from './copilot/agent.ts';
import { cursor } from './cursor/agent.ts';
import { gemini } from './gemini/agent.ts';
import { openCode } from './opencode/agent.ts';
import { qwen } from './qwen/agent.ts';
import { specStory } from './specstory/agent.ts';

/** The first agent is the default. */
export const AGENTS: readonly [Agent, ...Agent[]] = [
  claudeCode,
  codex,
  copilot,
  gemini,
  qwen,
  openCode,
  cursor,
  aider,
  specStory,
];
