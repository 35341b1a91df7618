/** Detects hooks of other memory tools: two tools in one session inject two memories per prompt. */

import { type Check, minor, warn } from '../../../process/check.ts';
import type { ScopeHooks } from '../install/hook-state.ts';

/** Each tool is detected by a word in its hook command or plugin id. */
const TOOLS: Readonly<Record<string, RegExp>> = {
  'claude-mem': component('claude-mem'),
  'episodic-memory': component('episodic-memory'),
  'mcp-memory-service': component(
    'mcp-memory-service|mcp_memory_service|hooks[\\\\/]core[\\\\/](?:session-start|session-end|mid-conversation|memory-retrieval)',
  ),
  'basic-memory': component('basic-memory|basic_memory'),
  mem0: component('mem0'),
  mempalace: component('mempalace'),
  memsearch: component('memsearch'),
  memorix: component('memorix'),
  supermemory: component('supermemory|claude-supermemory'),
  // These words have other meanings: a folder or a user of that name is not the tool.
  'deja-vu': program('deja|deja-vu'),
  cass: program('cass'),
  engram: program('engram'),
  qmd: program('qmd'),
  subcog: program('subcog'),
};

/** Matches a name as the start of a path component, anywhere in a path. */
function component(names: string): RegExp {
  return new RegExp(`(?:^|[\\s"'=/\\\\@])(?:${names})(?![A-Za-z0-9])`, 'i');
}

/** Matches a name as the last path component, with an optional suffix such as an extension. */
function program(names: string): RegExp {
  return new RegExp(`(?:^|[\\s"'=/\\\\])(?:${names})(?:[-_.][\\w.-]*)?(?=["'\\s@;|&)]|$)`, 'i');
}

/** Returns the tools that a hook command or plugin id belongs to. */
export function toolsOf(command: string): string[] {
  return Object.keys(TOOLS).filter((name) => TOOLS[name]?.test(command));
}

export function otherToolsChecks(scopes: readonly ScopeHooks[]): Check[] {
  const found = scopes.flatMap(({ path, foreign }) =>
    [...new Set(foreign.flatMap(toolsOf))].map((name) => `${name} in ${path}`),
  );
  if (found.length === 0) return [minor('other tools', 'no hooks of a memory tool that is known')];
  const detail = `${found.join(', ')}: prompts may get two memories`;
  const fix =
    'keep one: take its hooks out, or run `mementor config recall false` to store without adding';
  return [warn('other tools', detail, fix)];
}
