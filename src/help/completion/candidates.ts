/** Completion candidates for each position of the command line, for every shell. Pure. */

import type { ArgumentNode, CommandNode, OptionNode } from '../tree.ts';
import type { Kind } from './kinds.ts';

/** The candidates for a value. */
export type Value =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'files' }
  /** Names that `mementor complete` looks up. */
  | { readonly kind: 'names'; readonly of: Kind }
  /** Words and numbers, which a shell cannot complete. */
  | { readonly kind: 'any' };

/** Returns the candidates for an option's value; undefined if the option takes none. */
export function optionValue(option: OptionNode): Value | undefined {
  if (option.value === undefined) return undefined;
  const flag = option.flags.find((each) => each.startsWith('--')) ?? '';
  return candidatesFor(option.value, option.choices, OPTION_NAMES[flag]);
}

/** An argument of a command: its place, and the candidates for its value. */
export interface ArgumentValue {
  readonly argument: ArgumentNode;
  readonly value: Value;
}

/** Returns the candidates for each argument of a command. */
export function argumentValues(command: CommandNode): ArgumentValue[] {
  return command.arguments.map((argument) => {
    const kind = ARGUMENT_NAMES[`${command.path} ${argument.name}`];
    return { argument, value: candidatesFor(argument.name, argument.choices, kind) };
  });
}

/** Returns every name of a command's subcommands. */
export function namesOf({ commands }: CommandNode): string[] {
  return commands.flatMap(({ name, aliases }) => [name, ...aliases]);
}

/** What an option's value names, by the option. */
const OPTION_NAMES: Readonly<Record<string, Kind>> = {
  '--project': 'project',
  '--session': 'session',
  '--turn': 'id',
  '--branch': 'branch',
  '--kind': 'note-kind',
  '--state': 'note-state',
  '--supersedes': 'note',
};

/** What an argument names, by the command and the argument. */
const ARGUMENT_NAMES: Readonly<Record<string, Kind>> = {
  'show id': 'id',
  'forget id': 'id',
  'restore id': 'session',
  'resume id': 'session',
  'sessions id': 'session',
  'notes show id': 'note',
  'notes history id': 'note',
  'notes edit id': 'note',
  'notes accept id': 'note',
  'notes reject id': 'note',
  'notes resolve id': 'note',
  'notes archive id': 'note',
  'notes restore id': 'note',
  'notes pin id': 'note',
  'notes unpin id': 'note',
  'notes delete id': 'note',
  'notes undo id': 'note',
  'project join project': 'project',
  'model use id': 'model',
  'model pull id': 'model',
  'model verify id': 'model',
  'model remove id': 'model',
  'config set value': 'value',
  'config remove pattern': 'item',
};

function candidatesFor(name: string, choices: readonly string[], of: Kind | undefined): Value {
  if (choices.length > 0) return { kind: 'choices', choices };
  if (of !== undefined) return { kind: 'names', of };
  return name === 'path' || name === 'file' ? { kind: 'files' } : { kind: 'any' };
}

/** Returns a text in single quotes for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the first line of a description, short enough for a list. */
export function summary(description: string): string {
  return description.split('\n', 1)[0] ?? '';
}
