/**
 * The program: parses arguments, runs a command, reports its error. Actions are imported lazily.
 */

import { type Argument, Command, CommanderError, Help, Option } from 'commander';
import { codeOf, shownError } from '../errors/errors.ts';
import { EXIT_STATUSES, examples, notes, section, VARIABLES } from '../help/reference.ts';
import { withShortPaths } from '../output/layout/paths.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { VERSION } from '../version.ts';
import { addBrowse } from './browse.ts';
import type { Wiring } from './flags.ts';
import { addHelp } from './help.ts';
import { addMaintain } from './maintain.ts';
import { addMemory } from './memory.ts';
import { misuse } from './misuse.ts';
import { addModels } from './models.ts';
import { addNotes } from './notes.ts';
import { OneCommand, onlyCommandOf } from './one-command.ts';
import { addSetUp } from './set-up.ts';
import { addSettings } from './settings.ts';
import { addWork } from './work.ts';

/** Parses the arguments, runs the command, and prints its error, if any. */
export async function runProgram(args: readonly string[], bare: Context): Promise<ExitCode> {
  const context = await wrapping(bare);
  const json = args.includes('--json');
  let exitCode: ExitCode = 0;
  let started: string | undefined;
  const set = (code: ExitCode) => {
    exitCode = code;
  };
  try {
    if (args.length === 0) {
      const { run } = await import('../commands/overview.ts');
      return await run(context);
    }
    const root = commandsFor(args, { context, set }, json);
    root.hook('preAction', (_, command) => {
      started = command.name();
    });
    await root.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed the help or the version.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    report(error, json, context);
    return UNKNOWN_IDS.has(codeOf(error) ?? '') ? 1 : 2;
  } finally {
    if (started !== undefined && context.stderr.isTTY) await tellOfDeadHooks(started, context);
  }
}

/** Codes of an id that nothing has: nothing was found, as in a search. */
const UNKNOWN_IDS: ReadonlySet<string> = new Set([
  'SESSION_UNKNOWN',
  'TURN_UNKNOWN',
  'NOTE_UNKNOWN',
]);

/** A pipe gets lines as they are, so it does not load what wraps them. */
async function wrapping(context: Context): Promise<Context> {
  if (!context.stdout.isTTY && !context.stderr.isTTY) return context;
  const { withWrappedMessages } = await import('../output/wrapped-output.ts');
  return withWrappedMessages(context);
}

/** Only a terminal is told, so everything else does not load what it needs. */
export async function tellOfDeadHooks(started: string, context: Context): Promise<void> {
  const { tellOfDeadHooks: tell } = await import('./dead-hooks.ts');
  await tell(started, context);
}

/** What was typed may be in an error, and its end far away. */
const SAID_CHARS_MAX = 1_000;

function report(error: unknown, json: boolean, context: Context): void {
  const known = shownError(error);
  if (json) {
    const { code, message, hint } = known;
    context.stdout.write(`${JSON.stringify({ version: 1, error: { code, message, hint } })}\n`);
    return;
  }
  const paint = style(context.stderr, context.env);
  const short = (text: string) => {
    const said = withShortPaths(text, { home: context.homedir });
    return said.length > SAID_CHARS_MAX ? `${said.slice(0, SAID_CHARS_MAX)}…` : said;
  };
  context.stderr.write(`${paint.red('error:')} ${short(known.message)}\n`);
  if (known.hint !== undefined) {
    context.stderr.write(`\n${paint.cyan('hint:')} ${short(known.hint)}\n`);
  }
  if (context.env.MEMENTOR_LOG === 'debug' && error instanceof Error) {
    context.stderr.write(`\n${error.stack}\n`);
  }
}

/** Returns the program with the command that the arguments name, or with all of them. */
function commandsFor(args: readonly string[], wiring: Wiring, json: boolean): Command {
  const name = onlyCommandOf(args);
  if (name === undefined) return program(wiring, json);
  const one = new OneCommand(name, NAME);
  addAll(one, wiring, json);
  return one.isFound ? one : program(wiring, json);
}

const NAME = 'mementor';

/** Builds the commands: names, options and help. */
export function program(wiring: Wiring, json = false): Command {
  const root = new Command(NAME);
  addAll(root, wiring, json);
  return root;
}

function addAll(root: Command, wiring: Wiring, json: boolean): void {
  const { stdout, stderr } = wiring.context;
  root
    .description('Local memory for Claude Code: past conversations come back, on this machine only')
    .version(VERSION, '-v, --version', 'Print the version')
    .addOption(new Option('-V').hideHelp())
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
    .configureHelp({ subcommandTerm: termOf, optionDescription, minWidthToWrap: 10 })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => {
        if (!json) stderr.write(text);
      },
      // `misuse` makes a sentence and a hint of it.
      outputError: () => {},
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addSetUp(root, wiring);
  addMemory(root, wiring);
  addNotes(root, wiring);
  addBrowse(root, wiring);
  addWork(root, wiring);
  addMaintain(root, wiring);
  addModels(root, wiring);
  addSettings(root, wiring);
  addHelp(root);
  addInternal(root);
  addReference(root, '', json);
  root.hook('preAction', (_, command) => warnOfKeys(command, wiring.context));
  root.on('option:V', () => {
    stdout.write(`${VERSION}\n`);
    throw new CommanderError(0, 'commander.version', VERSION);
  });
}

/** Commands that go on with a misspelt key; those that store fail, `status` and `doctor` report it. */
const GOING_ON = ['query', 'sessions', 'show', 'mute', 'config'];

/** Commands that go on though the file cannot be understood: they only show what is stored. */
const SHOWING = [
  ...['query', 'sessions', 'show', 'browse', 'stats', 'mute', 'resume', 'restore', 'export'],
  ...['backup', 'why', 'notes', 'notes list', 'notes show', 'notes history'],
  ...['fix', 'how', 'blame', 'recover', 'files', 'context', 'recap'],
];

async function warnOfKeys(command: Command, context: Context): Promise<void> {
  const names = [command.name(), command.parent?.name()];
  const path = command.parent?.parent ? `${names[1]} ${names[0]}` : names[0];
  const isGoingOn = GOING_ON.some((name) => names.includes(name));
  const isShowing = SHOWING.some((name) => name === path);
  if (!isGoingOn && !isShowing) return;
  const { keyWarnings, problemWarning } = await import('../settings/problems.ts');
  const isAboutSettings = names.includes('config');
  const problem = isShowing ? await problemWarning(context) : undefined;
  const paint = style(context.stderr, context.env);
  const keys = isGoingOn ? keyWarnings(context, isAboutSettings) : [];
  for (const text of keys) context.stderr.write(`${paint.yellow('warning:')} ${text}\n`);
  if (problem !== undefined) {
    const { renderWarning } = await import('../output/warning.ts');
    context.stderr.write(renderWarning(problem, context));
  }
}

/** Every command takes options, and an alias is for who types it: the list is shorter without. */
function termOf(command: Command): string {
  const names = command.registeredArguments.map(argumentTerm);
  return [command.name(), ...names].join(' ');
}

function argumentTerm(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '');
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Listed for users who see them in an agent's settings; `cli.ts` runs them without this file. */
function addInternal(root: Command): void {
  root.commandsGroup('For Claude Code');
  root
    .command('hook')
    .description('Handle a hook event (JSON on standard input)')
    .argument('<event>', 'session-start, user-prompt-submit, stop, pre-compact or session-end');
  root.command('warm', { hidden: true }).description('Answer the prompts of a client (MCP)');
  root.command('drain', { hidden: true }).description('Store what the hooks handed over');
  root
    .command('statusline')
    .description("Print a segment for the status line (the client's JSON on standard input)")
    .option('--beside <command>', 'Run this command too, and print behind what it prints');
  root.command('mcp').description('Serve the memory to a coding agent as tools (MCP)');
}

/**
 * Appends examples to every command's help, and exit statuses and variables to the program's own.
 * An error in a command names that command's help.
 */
function addReference(command: Command, path: string, json: boolean): void {
  command.exitOverride((error) => {
    // Without `--json`, the help is shown where a command is missing: that says enough.
    const isShown = error.exitCode === 0 || (error.code === 'commander.help' && !json);
    throw isShown ? error : misuse(error, command, path);
  });
  command.addHelpText('after', () => {
    const common =
      path === '' ? section('Exit status', EXIT_STATUSES) + section('Environment', VARIABLES) : '';
    return notes(path) + examples(path) + common;
  });
  for (const child of command.commands) {
    addReference(child, `${path} ${child.name()}`.trimStart(), json);
  }
}

/** An empty list is what anyone expects of an option that is not given. */
function optionDescription(option: Option): string {
  const isEmptyList = Array.isArray(option.defaultValue) && option.defaultValue.length === 0;
  return isEmptyList ? option.description : new Help().optionDescription(option);
}
