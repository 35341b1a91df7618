/** Completion candidates for each position of the command line, for every shell. Pure. */

import type { Kind } from '../../command-line/kinds.ts';
import type { ArgumentNode, CommandNode, OptionNode } from '../tree.ts';

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
  return candidatesFor(option.value, option.choices, option.names);
}

/** An argument of a command: its place, and the candidates for its value. */
export interface ArgumentValue {
  readonly argument: ArgumentNode;
  readonly value: Value;
}

/** Returns the candidates for each argument of a command. */
export function argumentValues(command: CommandNode): ArgumentValue[] {
  return command.arguments.map((argument) => ({
    argument,
    value: candidatesFor(argument.name, argument.choices, argument.names),
  }));
}

/** Returns every name of a command's subcommands. */
export function namesOf({ commands }: CommandNode): string[] {
  return commands.flatMap(({ name, aliases }) => [name, ...aliases]);
}

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
