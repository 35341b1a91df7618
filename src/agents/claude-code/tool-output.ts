/** What Claude Code leaves in the output of tools that a user need not see. Pure. */

import type { ToolOutput } from '../agent.ts';

export const toolOutput: ToolOutput = {
  // The core keeps the first line of an error, with the closing tag if it is the only one.
  plainError: (error) => error.replaceAll(/<\/?tool_use_error>/g, '').trim(),
  // Claude Code saves long output to a file, and reads it there.
  isKeptOutput: (path) => /[/\\]tool-results[/\\][^/\\]+$/.test(path),
};
