/** The form in which a command is declared: what it takes, its examples, and what it does. */

import { Argument, Option } from 'commander';
import type { Context, ExitCode } from '../process/context.ts';
import type { Kind } from './kinds.ts';

/** A command as a file of `commands/` declares it. Its name and its place are in the table. */
export interface Declared {
  readonly description: string;
  readonly arguments?: readonly Argument[];
  /** A text is a heading over the options that follow. */
  readonly options?: readonly (Option | string)[];
  readonly examples?: readonly string[];
  /** What else its help says: lines under a heading. */
  readonly note?: readonly [heading: string, ...lines: string[]];
  /** Whether words that look like unknown options are arguments. */
  readonly takesAnyWord?: boolean;
  readonly goesOnWith?: readonly Flaw[];
  /** Undefined for a command that only has subcommands. */
  readonly run?: (options: never, context: Context, refuse: Refuse) => Promise<ExitCode>;
  readonly commands?: readonly Entry[];
}

/**
 * Flaws of the settings that a command tells and goes on with. Other commands fail, because they
 * store; `status` and `doctor` report them.
 */
export type Flaw = 'misspelt keys' | 'unreadable settings';

/** Ends a command whose options do not fit together: the message is one of its command line. */
export type Refuse = (message: string) => never;

/** A command's place: what lists say of it, and where it is declared. */
export interface Entry {
  readonly name: string;
  /** Other names, out of habit. */
  readonly aliases?: readonly string[];
  /** Heading of the help that lists it; empty where only the whole help does. */
  readonly group?: string;
  /** A few words for lists. */
  readonly summary: string;
  /** Whether it is left out of lists. */
  readonly isHidden?: boolean;
  /** Whether it runs where no subcommand is named. */
  readonly isUsual?: boolean;
  readonly load: () => Promise<{ readonly command: Declared }>;
}

/** Declares a command. Its options come by name, arguments too; a switch is true or false. */
export function declared<Options>(
  declared: Omit<Declared, 'run'> & {
    readonly run: (options: Options, context: Context, refuse: Refuse) => Promise<ExitCode>;
  },
): Declared {
  return declared;
}

/** What else is known of an option or argument. */
interface More {
  /** Its name among the options, where that is not the one that is typed. */
  readonly as?: string;
  readonly choices?: readonly string[];
  readonly conflicts?: readonly string[];
  readonly fallback?: unknown;
  readonly parse?: (text: string) => unknown;
  /** What a shell completes it with. */
  readonly names?: Kind;
  /** Given several times, or with commas: a list. */
  readonly many?: 'repeated' | 'with commas';
}

/** An option that knows what it names. */
export class NamedOption extends Option {
  readonly names: Kind | undefined;
  readonly #as: string | undefined;

  constructor(flags: string, description: string, { as, names }: More) {
    super(flags, description);
    this.names = names;
    this.#as = as;
  }

  override attributeName(): string {
    return this.#as ?? super.attributeName();
  }
}

export function option(flags: string, description: string, more: More = {}): NamedOption {
  const made = new NamedOption(flags, description, more);
  const { choices, conflicts, fallback, parse, many } = more;
  if (choices !== undefined) made.choices(choices);
  if (conflicts !== undefined) made.conflicts([...conflicts]);
  if (fallback !== undefined) made.default(fallback);
  if (parse !== undefined) made.argParser(parse);
  if (many !== undefined) made.default([]).argParser(many === 'repeated' ? collected : split);
  return made;
}

function collected(value: string, before: string[]): string[] {
  return [...before, value];
}

function split(value: string, before: string[]): string[] {
  const parts = value.split(',').map((part) => part.trim());
  return [...before, ...parts.filter((part) => part !== '')];
}

/** An argument that knows what it names, and its name among the options. */
export class NamedArgument extends Argument {
  readonly names: Kind | undefined;
  readonly as: string;
  /** Whether its words are one text. */
  readonly isText: boolean;

  constructor(name: string, description: string, more: More & { readonly isText?: boolean }) {
    super(name, description);
    this.names = more.names;
    this.as = more.as ?? this.name();
    this.isText = more.isText === true;
  }
}

/** Declares an argument: `<needed>`, `[optional]` or `[many...]`. */
export function argument(name: string, description: string, more: More = {}): NamedArgument {
  return withMore(new NamedArgument(name, description, more), more);
}

/** Declares an argument that is one text, however many words it has. */
export function text(name: string, description: string, as?: string): NamedArgument {
  return new NamedArgument(name, description, {
    isText: true,
    ...(as === undefined ? {} : { as }),
  });
}

function withMore(made: NamedArgument, { choices, parse }: More): NamedArgument {
  if (choices !== undefined) made.choices(choices);
  if (parse !== undefined) made.argParser(parse);
  return made;
}
