/** What the parts of an installation are called, and what is said of an agent without them. Pure. */

import type { Failed } from '../operations/each-agent.ts';

interface Parts {
  readonly mcp?: boolean | undefined;
  readonly skill?: boolean | undefined;
  readonly statusline?: boolean | undefined;
  readonly warm?: boolean | undefined;
}

/** What is enabled, and the option that takes it back. */
export function nameOf({ mcp, skill, statusline, warm }: Parts): {
  readonly what: string;
  readonly option: string[];
} {
  if (mcp) return { what: "Mementor's tools for the model", option: ['--mcp'] };
  if (skill) return { what: "Mementor's skill and slash commands", option: ['--skill'] };
  if (warm) return { what: "Mementor's warm recall", option: ['--warm'] };
  if (statusline) {
    return { what: "Mementor's segment of the status line", option: ['--statusline'] };
  }
  return { what: 'Mementor', option: [] };
}

/** Says what could not be done for one of several agents. */
export function failedText({ agent, error: { message, hint } }: Failed): string {
  return `${agent}: ${message}${hint === undefined ? '' : `; ${hint}`}`;
}
