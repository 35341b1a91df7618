/**
 * `mementor complete WORD...`: prints what a shell offers in place of the last word. It waits at
 * every press of a key: only the command that is named is loaded. Silent about every error.
 */

import type { Argument, Command, Option } from 'commander';
import { NamedArgument, NamedOption } from '../command-line/command.ts';
import { type Name, namesOf } from '../help/completion/names.ts';
import type { Context } from '../process/context.ts';
import { oneLine } from '../text/lines.ts';
import { printable } from '../text/numbers.ts';
import { program } from './build.ts';

const MEANING_CHARS_MAX = 60;

/** The scripts of the shells have file names completed instead. */
const FILES: Name = [':files', ''];

/** Prints the words that may stand in place of the last one, which may be empty. */
export async function complete(words: readonly string[], context: Context): Promise<void> {
  try {
    const offered = await offersFor(withoutEqualSigns(words), context);
    context.stdout.write(offered.filter(isTypeable).map(lineOf).join(''));
  } catch {
    // A message would end up in the middle of what is being typed.
  }
}

/** Bash takes `--option=value` apart at the equals sign. */
function withoutEqualSigns(words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  return [...words.slice(0, -1).filter((word) => word !== '='), last === '=' ? '' : last];
}

/** Whether a name can be typed as it is; names are untrusted. */
function isTypeable([name]: Name): boolean {
  return name !== '' && printable(name) === name;
}

function lineOf([name, meaning]: Name): string {
  const shown = oneLine(meaning, MEANING_CHARS_MAX);
  return shown === '' ? `${name}\n` : `${name}\t${shown}\n`;
}

async function offersFor(words: readonly string[], context: Context): Promise<readonly Name[]> {
  const [before, word] = [words.slice(0, -1), words.at(-1) ?? ''];
  const { command, option, given } = placeOf(before, await wholeOf(before, context));
  const isBeginning = ([name]: Name) => name.startsWith(word) || name === FILES[0];
  const previous = before.at(-1) ?? '';
  if (option !== undefined) {
    return valuesOf(option, word, previous, context).filter(isBeginning);
  }
  const [, flag, part = ''] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
  const assigned = flag === undefined ? undefined : optionOf(flag, command);
  if (assigned !== undefined) {
    const values = valuesOf(assigned, part, '', context).filter(([name]) => name.startsWith(part));
    return values.map(([name, meaning]) => [`${flag}=${name}`, meaning]);
  }
  if (word.startsWith('-')) return flagsOf(command).filter(isBeginning);
  if (command.commands.length > 0) return commandsOf(command).filter(isBeginning);
  const [argument] = command.registeredArguments.filter(
    ({ variadic }, index) => index === given || (variadic && index < given),
  );
  return argument === undefined
    ? []
    : valuesOf(argument, word, previous, context).filter(isBeginning);
}

async function wholeOf(words: readonly string[], context: Context): Promise<Command> {
  return await program({ context, json: false, run: async () => {} }, words);
}

interface Place {
  readonly command: Command;
  /** The option whose value comes next. */
  readonly option: Option | undefined;
  /** How many arguments precede. */
  readonly given: number;
}

function placeOf(words: readonly string[], root: Command): Place {
  let place: Place = { command: root, option: undefined, given: 0 };
  for (const word of words) {
    const { command, option, given } = place;
    const child = command.commands.find((each) => isNamed(each, word));
    if (option !== undefined) place = { command, option: undefined, given };
    else if (word.startsWith('-')) {
      const meant = optionOf(word, command);
      place = { command, option: meant?.required ? meant : undefined, given };
    } else if (child !== undefined) place = { command: child, option: undefined, given: 0 };
    else place = { command, option: undefined, given: given + 1 };
  }
  return place;
}

function isNamed(command: Command, word: string): boolean {
  return command.name() === word || command.aliases().includes(word);
}

function optionOf(flag: string, command: Command): Option | undefined {
  return optionsOf(command).find(({ short, long }) => flag === short || flag === long);
}

/** Where a subcommand is left out, its command takes the options of the usual one too. */
function optionsOf(command: Command): readonly Option[] {
  const help = command.createHelp();
  return [command, ...command.commands.filter(({ options }) => options.length > 0)].flatMap(
    (each) => help.visibleOptions(each),
  );
}

function flagsOf(command: Command): readonly Name[] {
  const flags = optionsOf(command).flatMap(({ short, long, description }) =>
    [short, long].flatMap((flag): Name[] => (flag === undefined ? [] : [[flag, description]])),
  );
  return [...new Map(flags)];
}

function commandsOf(command: Command): readonly Name[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .flatMap((child) =>
      [child.name(), ...child.aliases()].map((name): Name => [name, child.summary()]),
    );
}

function valuesOf(
  value: Option | Argument,
  word: string,
  previous: string,
  context: Context,
): readonly Name[] {
  if (value.argChoices !== undefined) return value.argChoices.map((choice) => [choice, '']);
  const isNamed = value instanceof NamedOption || value instanceof NamedArgument;
  if (isNamed && value.names !== undefined) return namesOf(value.names, word, previous, context);
  const name = 'flags' in value ? /<(.+)>/.exec(value.flags)?.[1] : value.name();
  return name === 'path' || name === 'file' || name === 'folder' ? [FILES] : [];
}
