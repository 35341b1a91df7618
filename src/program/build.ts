/**
 * Makes the program of the commands' declarations. A command that is named is made and loaded alone,
 * because making and loading all takes longer than most of them work.
 */

import { Command, CommanderError, Help, Option } from 'commander';
import { type Declared, type Entry, NamedArgument, type Refuse } from '../command-line/command.ts';
import { examples, notes } from '../help/sections.ts';
import { pageOf } from '../output/layout/page.ts';
import { fitted } from '../output/layout/wrap.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { VERSION } from '../version.ts';
import { misuse } from './misuse.ts';
import { COMMANDS } from './table.ts';

/** What a program is made for. */
export interface Wiring {
  readonly context: Context;
  /** Whether everything is told as JSON. */
  readonly json: boolean;
  /** Runs a command's action, given its name. */
  readonly run: (
    name: string,
    declared: Declared,
    action: () => Promise<ExitCode>,
  ) => Promise<void>;
}

/**
 * Returns the program with the command that words name, and what lists say of the others where it
 * needs to be said. Without words, it has all commands.
 */
export async function program(wiring: Wiring, words?: readonly string[]): Promise<Command> {
  const root = rootOf(wiring);
  await addCommands(root, COMMANDS, words, wiring);
  return root;
}

function rootOf({ context, json }: Wiring): Command {
  const { stdout, stderr } = context;
  const root = new Command('mementor')
    .description(
      'Local memory for coding agents: past conversations come back, on this machine only',
    )
    .version(VERSION, '-v, --version', 'Print the version')
    .addOption(new Option('-V').hideHelp())
    // Behind the name of a command, `-v` is the command's own.
    .enablePositionalOptions()
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      optionDescription,
      minWidthToWrap: 10,
    })
    .configureOutput({
      writeOut: (text) => stdout.write(fitted(text, pageOf(stdout, context).width)),
      writeErr: (text) => {
        if (!json) stderr.write(text);
      },
      // `misuse` makes a sentence and a hint of it.
      outputError: () => {},
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  root.on('option:V', () => {
    stdout.write(`${VERSION}\n`);
    throw new CommanderError(0, 'commander.version', VERSION);
  });
  return tellingMisuse(root, '', json);
}

async function addCommands(
  parent: Command,
  entries: readonly Entry[],
  words: readonly string[] | undefined,
  wiring: Wiring,
  path = '',
): Promise<void> {
  const at = words?.findIndex((word) => !word.startsWith('-')) ?? -1;
  const named = entries.find(({ name, aliases }) =>
    [name, ...(aliases ?? [])].some((each) => each === words?.[at]),
  );
  const made = named === undefined ? entries : [named, ...entries.filter(isOtherUsual(named))];
  for (const entry of made) {
    const { name, aliases = [], summary, isHidden = false, isUsual = false } = entry;
    const child = parent.command(name, { hidden: isHidden, isDefault: isUsual });
    const whole = `${path} ${name}`.trimStart();
    tellingMisuse(
      child
        .aliases([...aliases])
        .summary(summary)
        .helpCommand(false),
      whole,
      wiring.json,
    );
    if (words !== undefined && entry !== named && !isUsual) continue;
    const { command: declared } = await entry.load();
    declare(child, declared, wiring);
    const rest = words?.slice(at + 1);
    await addCommands(child, declared.commands ?? [], rest, wiring, whole);
  }
}

/** What runs where no subcommand is named is always there. */
function isOtherUsual(named: Entry): (entry: Entry) => boolean {
  return (entry) => entry.isUsual === true && entry !== named;
}

function declare(command: Command, declared: Declared, wiring: Wiring): void {
  command.description(declared.description);
  for (const each of declared.arguments ?? []) command.addArgument(each);
  for (const each of declared.options ?? []) {
    if (typeof each === 'string') command.optionsGroup(each);
    else command.addOption(each);
  }
  if (declared.takesAnyWord) command.allowUnknownOption();
  command.addHelpText('after', () => notes(declared) + examples(declared));
  const { run } = declared;
  if (run === undefined) return;
  const refuse: Refuse = (message) => command.error(`error: ${message}`, { exitCode: 1 });
  command.action(async () => {
    const options = optionsOf(command);
    await wiring.run(command.name(), declared, () => run(options as never, wiring.context, refuse));
  });
}

/**
 * Returns a command's options and arguments by name. A switch that was not given is false; one that
 * can also be denied, as with `--no-read`, is undefined.
 */
function optionsOf(command: Command): Readonly<Record<string, unknown>> {
  const denied = command.options.filter(({ negate }) => negate).map((each) => each.attributeName());
  const switches = command.options.filter(
    (option) => option.isBoolean() && !option.negate && !denied.includes(option.attributeName()),
  );
  const given = command.registeredArguments.map((argument, index) => {
    const value: unknown = command.processedArgs[index];
    if (!(argument instanceof NamedArgument)) return [argument.name(), value];
    if (!argument.isText || !Array.isArray(value)) return [argument.as, value];
    return [argument.as, value.length === 0 ? undefined : value.join(' ')];
  });
  return {
    ...Object.fromEntries(switches.map((option) => [option.attributeName(), false])),
    ...command.opts(),
    ...Object.fromEntries(given),
  };
}

/** An error in a command names that command's help. */
function tellingMisuse(command: Command, path: string, json: boolean): Command {
  return command.exitOverride((error) => {
    // Without `--json`, the help is shown where a command is missing: that says enough.
    const isShown = error.exitCode === 0 || (error.code === 'commander.help' && !json);
    throw isShown ? error : misuse(error, command, path);
  });
}

/** An empty list is what anyone expects of an option that is not given. */
function optionDescription(option: Option): string {
  const isEmptyList = Array.isArray(option.defaultValue) && option.defaultValue.length === 0;
  return isEmptyList ? option.description : new Help().optionDescription(option);
}
