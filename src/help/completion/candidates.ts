/** Completion candidates for each position of the command line, for every shell. Pure. */

import type { ArgumentNode, CommandNode, OptionNode } from '../tree.ts';

/** The candidates for a value. */
export type Value =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'files' }
  /** Words, numbers and names, which a shell cannot complete. */
  | { readonly kind: 'any' };

/** Returns the candidates for an option's value; undefined if the option takes none. */
export function optionValue(option: OptionNode): Value | undefined {
  return option.value === undefined ? undefined : valueNamed(option.value, option.choices);
}

/** Returns the candidates for a command's first argument; undefined if it takes none. */
export function argumentValue(command: CommandNode): Value | undefined {
  const first: ArgumentNode | undefined = command.arguments[0];
  return first && valueNamed(first.name, first.choices);
}

function valueNamed(name: string, choices: readonly string[]): Value {
  if (choices.length > 0) return { kind: 'choices', choices };
  return name === 'path' ? { kind: 'files' } : { kind: 'any' };
}

/** Returns a text in single quotes for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the first line of a description, short enough for a list. */
export function summary(description: string): string {
  return description.split('\n', 1)[0] ?? '';
}
