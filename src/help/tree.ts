/** The commands as plain data, from which completion is generated. */

import type { Argument, Command, Option } from 'commander';
import { NamedArgument, NamedOption } from '../command-line/command.ts';
import type { Kind } from '../command-line/kinds.ts';

export interface CommandNode {
  readonly name: string;
  /** Other names of the command. */
  readonly aliases: readonly string[];
  /** The command's words after the program's name; empty for the program itself. */
  readonly path: string;
  readonly description: string;
  readonly group: string;
  readonly usage: string;
  readonly version: string | undefined;
  readonly options: readonly OptionNode[];
  readonly arguments: readonly ArgumentNode[];
  /** Without hidden commands. */
  readonly commands: readonly CommandNode[];
}

export interface OptionNode {
  /** `-n` and `--limit`. */
  readonly flags: readonly string[];
  /** Name of the option's value; undefined if it takes none. */
  readonly value: string | undefined;
  readonly description: string;
  readonly choices: readonly string[];
  /** What it names; undefined for any word. */
  readonly names: Kind | undefined;
}

export interface ArgumentNode {
  readonly name: string;
  /** Whether it may be repeated. */
  readonly many: boolean;
  readonly description: string;
  readonly choices: readonly string[];
  /** What it names; undefined for any word. */
  readonly names: Kind | undefined;
}

export function treeOf(command: Command): CommandNode {
  return nodeOf(command, '');
}

function nodeOf(command: Command, path: string): CommandNode {
  const help = command.createHelp();
  return {
    name: command.name(),
    aliases: command.aliases(),
    path,
    description: command.summary(),
    group: command.helpGroup(),
    usage: command.usage(),
    version: command.version(),
    options: optionsOf(command).map(optionNode),
    arguments: command.registeredArguments.map(argumentNode),
    commands: help
      .visibleCommands(command)
      .map((child) => nodeOf(child, `${path} ${child.name()}`.trimStart())),
  };
}

/** Where a command is left out, its parent takes the options of the default one too. */
function optionsOf(command: Command): Option[] {
  const help = command.createHelp();
  const own = help.visibleOptions(command);
  const usual = command.commands.find((child) => child.name() === defaultNameOf(command));
  const known = new Set(own.map(({ long }) => long));
  const others = usual === undefined ? [] : help.visibleOptions(usual);
  return [...own, ...others.filter(({ long }) => !known.has(long))];
}

/** Commander tells nobody which one it is, but it keeps the name. */
function defaultNameOf(command: Command): string | undefined {
  const name = '_defaultCommandName' in command ? command._defaultCommandName : undefined;
  return typeof name === 'string' ? name : undefined;
}

function optionNode(option: Option): OptionNode {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined);
  const value = /<(.+)>/.exec(option.flags)?.[1];
  const names = option instanceof NamedOption ? option.names : undefined;
  return { flags, value, description: option.description, choices: option.argChoices ?? [], names };
}

function argumentNode(argument: Argument): ArgumentNode {
  const { description, argChoices, variadic } = argument;
  const names = argument instanceof NamedArgument ? argument.names : undefined;
  return { name: argument.name(), many: variadic, description, choices: argChoices ?? [], names };
}

/** Returns a command and all its subcommands, recursively. */
export function withDescendants(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.commands.flatMap(withDescendants)];
}
