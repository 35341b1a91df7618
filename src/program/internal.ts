/** Commands that only the help knows: `cli.ts` runs them without the program, and `program.ts` `help`. */

import { argument, type Declared, option } from '../command-line/command.ts';

const declared = (command: Declared) => async () => ({ command });

export const HOOK = declared({
  description: 'Handle a hook event (JSON on standard input)',
  arguments: [
    argument('<event>', 'session-start, user-prompt-submit, stop, pre-compact or session-end'),
  ],
});

export const STATUSLINE = declared({
  description: "Print a segment for the status line (the client's JSON on standard input)",
  options: [option('--beside <command>', 'Run this command too, and print behind what it prints')],
  examples: ['mementor statusline < status.json', 'mementor statusline --beside ./my-line.sh'],
});

export const MCP = declared({
  description: 'Serve the memory to a coding agent as tools (MCP)',
  examples: ['claude mcp add mementor mementor mcp'],
});

export const HELP = declared({
  description: 'Show the help of a command',
  arguments: [argument('[command...]', 'the command; the commands most used when left out')],
  options: [option('--all', 'list every command, exit statuses and environment variables')],
  examples: ['mementor help query', 'mementor help notes set'],
});
