/**
 * The program: parses arguments, runs a command, reports its error. Actions are imported lazily.
 */

import { Command, CommanderError } from 'commander';
import { EXIT_STATUSES, examples, section, VARIABLES } from '../help/reference.ts';
import { style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError, messageOf } from '../process/errors.ts';
import { hintFor } from '../process/hints.ts';
import { addBrowse } from './browse.ts';
import type { Wiring } from './flags.ts';
import { addMaintain } from './maintain.ts';
import { addMemory } from './memory.ts';
import { addModels } from './models.ts';
import { addNotes } from './notes.ts';
import { addSetUp } from './set-up.ts';
import { addSettings } from './settings.ts';

const VERSION = '0.1.0';

/** Parses the arguments, runs the command, and prints its error, if any. */
export async function runProgram(args: readonly string[], context: Context): Promise<ExitCode> {
  const json = args.includes('--json');
  let exitCode: ExitCode = 0;
  const set = (code: ExitCode) => {
    exitCode = code;
  };
  try {
    await program({ context, set }, json).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // Without `--json`, Commander has already printed usage errors.
      if (json) report(usageError(error), json, context);
    } else report(error, json, context);
    return 2;
  }
}

function usageError(error: CommanderError): MementorError {
  // Commander's message for help shown because a command is missing is `(outputHelp)`.
  const text = error.code === 'commander.help' ? 'a command is missing' : error.message;
  const message = text.replace(/^error: /, '').split('\n', 1)[0] ?? '';
  return new MementorError('USAGE', message, 'run `mementor --help` for the commands');
}

function report(error: unknown, json: boolean, context: Context): void {
  const known =
    error instanceof MementorError
      ? error
      : new MementorError('INTERNAL', messageOf(error), hintFor('INTERNAL'));
  if (json) {
    const { code, message, hint } = known;
    context.stdout.write(`${JSON.stringify({ version: 1, error: { code, message, hint } })}\n`);
    return;
  }
  const paint = style(context.stderr, context.env);
  context.stderr.write(`${paint.red('error:')} ${known.message}\n`);
  if (known.hint !== undefined) {
    context.stderr.write(`\n${paint.cyan('hint:')} ${known.hint}\n`);
  }
  if (context.env.MEMENTOR_LOG === 'debug' && error instanceof Error) {
    context.stderr.write(`\n${error.stack}\n`);
  }
}

/** Builds the commands: names, options and help. */
export function program(wiring: Wiring, json = false): Command {
  const { stdout, stderr } = wiring.context;
  const root = new Command('mementor')
    .description('Local memory for Claude Code: past conversations come back, on this machine only')
    .version(VERSION, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
    .showHelpAfterError('(run `mementor --help` for the commands)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => {
        if (!json) stderr.write(text);
      },
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addSetUp(root, wiring);
  addMemory(root, wiring);
  addNotes(root, wiring);
  addBrowse(root, wiring);
  addMaintain(root, wiring);
  addModels(root, wiring);
  addSettings(root, wiring);
  addInternal(root);
  addReference(root, '');
  return root;
}

/** Listed for users who see them in an agent's settings; `cli.ts` runs them without this file. */
function addInternal(root: Command): void {
  root.commandsGroup('For Claude Code');
  root
    .command('hook')
    .description('Handle a hook event (JSON on standard input)')
    .argument('<event>', 'session-start, user-prompt-submit, stop, pre-compact or session-end');
  root.command('drain', { hidden: true }).description('Take in what the hooks handed over');
}

/**
 * Appends examples to every command's help, and exit statuses and variables to the program's own.
 */
function addReference(command: Command, path: string): void {
  command.addHelpText('after', () => {
    const common =
      path === '' ? section('Exit status', EXIT_STATUSES) + section('Environment', VARIABLES) : '';
    return examples(path) + common;
  });
  for (const child of command.commands) {
    addReference(child, `${path} ${child.name()}`.trimStart());
  }
}
