/**
 * Every command: its name, its group in the help, what lists say of it, and the file that declares
 * it. Without a group, only `help --all` lists it. In the order of the help.
 */

import type { Entry } from '../command-line/command.ts';
import { HELP, HOOK, MCP, STATUSLINE } from './internal.ts';

type Load = Entry['load'];

/** Names of other programs stay: they are habits. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  disable: ['uninstall'],
  query: ['search'],
  sessions: ['ls', 'list'],
};

/** What `git config` says with a word before the key, and we with an option. */
const CONFIG_WORDS: Readonly<Record<string, readonly string[]>> = {
  add: ['--add'],
  get: [],
  list: [],
  remove: ['--remove'],
  set: [],
  unset: ['--unset'],
};

/** Returns arguments in our own form. */
export function withoutHabits(args: readonly string[]): readonly string[] {
  const [command, word = '', ...rest] = args;
  if (command !== 'config' || !Object.hasOwn(CONFIG_WORDS, word)) return args;
  return [command, ...(CONFIG_WORDS[word] ?? []), ...rest];
}

const TABLE: readonly (readonly [name: string, group: string, summary: string, load: Load])[] = [
  ['enable', 'Start', 'Connect a coding agent', () => import('../commands/enable.ts')],
  ['disable', 'Start', 'Disconnect it, or purge', () => import('../commands/disable.ts')],
  ['status', 'Start', 'See what is stored', () => import('../commands/status.ts')],
  ['doctor', 'Start', 'Check the installation', () => import('../commands/doctor.ts')],
  ['query', 'Find', 'Search what was said', () => import('../commands/query.ts')],
  ['sessions', 'Find', 'List past sessions', () => import('../commands/sessions.ts')],
  ['show', 'Find', 'Read a turn or a session', () => import('../commands/show.ts')],
  ['resume', 'Find', 'Get back into a session', () => import('../commands/resume.ts')],
  ['recap', 'Find', 'Sum up the last days', () => import('../commands/recap.ts')],
  ['browse', 'Find', 'Search while typing', () => import('../commands/browse.ts')],
  ['remember', 'Notes', 'Write a note', () => import('../commands/remember.ts')],
  ['notes', 'Notes', 'List and change notes', () => import('../commands/notes.ts')],
  ['index', 'Code', 'Read code for search', () => import('../commands/index-code.ts')],
  ['graph', 'Code', 'Who calls whom', () => import('../commands/graph.ts')],
  ['fix', 'What was done', 'What ended an error', () => import('../commands/fix.ts')],
  ['how', 'What was done', 'Commands that worked', () => import('../commands/how.ts')],
  ['lessons', 'What was done', 'What failed again', () => import('../commands/lessons.ts')],
  ['blame', 'What was done', 'Turns that changed a file', () => import('../commands/blame.ts')],
  ['why', 'Control', 'What a prompt got, and why', () => import('../commands/why.ts')],
  ['mute', 'Control', 'Add nothing to prompts', () => import('../commands/mute.ts')],
  ['config', 'Control', 'Show and change settings', () => import('../commands/config.ts')],
  ['ingest', 'Keep', 'Read transcripts', () => import('../commands/ingest.ts')],
  ['forget', 'Keep', 'Delete turns for good', () => import('../commands/forget.ts')],
  ['export', 'Keep', 'Write the memory out', () => import('../commands/export.ts')],
  ['import', 'Keep', 'Take an export in', () => import('../commands/import.ts')],
  ['repair', 'Keep', 'Mend a damaged memory', () => import('../commands/repair.ts')],
  ['project', '', 'Change what belongs to a project', () => import('../commands/project.ts')],
  ['model', '', 'Choose the model of the search', () => import('../commands/model.ts')],
  ['completion', '', 'Complete commands in a shell', () => import('../commands/completion.ts')],
  ['help', '', 'Show the help of a command', HELP],
  // `cli.ts` runs these without the program; people see them in an agent's settings.
  ['hook', '', 'Handle an event of an agent', HOOK],
  ['statusline', '', "Print a status line's segment", STATUSLINE],
  ['mcp', '', 'Serve the memory as tools', MCP],
];

export const COMMANDS: readonly Entry[] = TABLE.map(([name, group, summary, load]) => ({
  name,
  aliases: ALIASES[name] ?? [],
  group,
  summary,
  load,
}));
