/** Misuse of the command line as an error: what is wrong, and the exact next line to type. Pure. */

import type { Command, CommanderError } from 'commander';
import { MementorError } from '../errors/errors.ts';
import { nearestOf } from '../text/nearest.ts';

/** Words that other programs use for one of our commands. */
const MEANT: Readonly<Record<string, string>> = {
  backup: 'export --database',
  delete: 'forget',
  find: 'query',
  grep: 'query',
  history: 'sessions',
  init: 'enable',
  install: 'enable',
  log: 'sessions',
  man: 'help --all',
  purge: 'disable --purge',
  remove: 'forget',
  rm: 'forget',
  settings: 'config',
  stats: 'status --usage',
};

/** Returns our error for Commander's error in a command, given its words after the program's name. */
export function misuse(error: CommanderError, command: Command, path: string): MementorError {
  const isUnknown =
    error.code === 'commander.unknownCommand' ||
    // A command with subcommands takes no arguments of its own.
    (error.code === 'commander.excessArguments' && command.commands.length > 0);
  if (isUnknown) return unknownCommand(command, path);
  if (error.code === 'commander.excessArguments' && isLeftOut(command)) {
    return unknownCommand(parentOf(command), parentPath(path));
  }
  if (error.code === 'commander.help') {
    return usage('a command is missing', listHint(command, path));
  }
  const sentence = SENTENCE.exec(error.message)?.[1];
  const takesText = path === '' || command.registeredArguments.length > 0;
  if (sentence !== undefined && takesText) {
    return usage(
      `'${sentence}' begins like an option`,
      `put -- before it: mementor ${path || 'query'} -- ${quoted(sentence)}`,
    );
  }
  const [first = '', suggestion] = error.message.replace(/^error: /, '').split('\n', 2);
  const meant = /^\(Did you mean (?:one of )?(.+)\?\)$/.exec(suggestion ?? '')?.[1];
  const message = first.replace(CHOICE, "unknown $2 '$1'");
  const near = meant?.split(', ') ?? choicesMeant(first);
  return usage(message, hintOf(near, listHint(command, path)));
}

/** A text of several words that was taken for an option; `--name="a b"` is none. */
const SENTENCE = /^error: unknown option '([^=\s]*\s.*)'/s;

const REFUSED_CHOICE = /'(.*)' is invalid for .*Allowed choices are (.+)\.$/s;

/** Returns the allowed choices that a refused one may be meant as, nearest first. */
function choicesMeant(message: string): string[] {
  const [, word = '', choices = ''] = REFUSED_CHOICE.exec(message) ?? [];
  return choices === '' ? [] : nearestOf(word, choices.split(', '));
}

/** Whether a default command runs without being named: its argument was meant as a command. */
function isLeftOut(command: Command): boolean {
  const typed = command.parent?.args[0];
  return typed !== undefined && typed !== command.name() && command.args[0] === typed;
}

function parentOf(command: Command): Command {
  return command.parent ?? command;
}

function parentPath(path: string): string {
  return path.split(' ').slice(0, -1).join(' ');
}

const CHOICE = /^command-argument value '(.*)' is invalid for argument '(\w+)'/s;

function unknownCommand(command: Command, path: string): MementorError {
  const [name = '', ...others] = command.args;
  const meant = commandsMeant(name, command, path);
  const hint = hintOf(meant, listHint(command, path));
  const isSentence = /\s/.test(name.trim()) || others.length >= 2;
  if (path !== '' || !isSentence) return usage(`unknown command '${name}'`, hint);
  const text = command.args.filter((word) => !word.startsWith('-')).join(' ');
  const search = `to search for it: mementor query ${quoted(text)}`;
  if (meant.length > 0) return usage(`unknown command '${name}'`, `${hint}; ${search}`);
  return usage(`'${text}' is not a command`, search);
}

/** Returns a text as one word for a shell, in double quotes if these leave it unchanged. */
function quoted(text: string): string {
  return /["\\$`!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

/** Returns the commands that a word may be meant as, nearest first. */
function commandsMeant(word: string, command: Command, path: string): string[] {
  const whole = (name: string) => ['mementor', path, name].filter((part) => part !== '').join(' ');
  const known = Object.hasOwn(MEANT, word) && path === '' ? MEANT[word] : undefined;
  if (known !== undefined) return [whole(known)];
  const names = command
    .createHelp()
    .visibleCommands(command)
    .flatMap((child) => [child.name(), ...child.aliases()]);
  return nearestOf(word, names).map(whole);
}

function hintOf(meant: readonly string[], list: string): string {
  if (meant.length === 0) return `run ${list}`;
  return `did you mean ${meant.map((each) => `\`${each}\``).join(' or ')}? See ${list}`;
}

function listHint(command: Command, path: string): string {
  if (path === '') return '`mementor --help` for the commands';
  const what = command.commands.length > 0 ? 'commands' : 'arguments and options';
  return `\`mementor ${path} --help\` for its ${what}`;
}

function usage(message: string, hint: string): MementorError {
  return new MementorError('USAGE', message, hint);
}
