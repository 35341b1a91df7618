/**
 * The program: parses arguments, runs a command, reports its error. Actions are imported lazily.
 */

import { CommanderError } from 'commander';
import type { Declared } from '../command-line/command.ts';
import { codeOf, shownError } from '../errors/errors.ts';
import { withShortPaths } from '../output/layout/paths.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { program, type Wiring } from './build.ts';
import { withoutHabits } from './table.ts';

/** Parses the arguments, runs the command, and prints its error, if any. */
export async function runProgram(typed: readonly string[], bare: Context): Promise<ExitCode> {
  const args = withoutHabits(typed);
  const context = await wrapping(bare);
  const json = args.includes('--json');
  let exitCode: ExitCode = 0;
  let started: string | undefined;
  const wiring: Wiring = {
    context,
    json,
    run: async (name, declared, action) => {
      started = name;
      await tellFlaws(name, declared, context);
      exitCode = await action();
    },
  };
  try {
    if (args.length === 0) {
      const { run } = await import('../commands/overview.ts');
      return await run(context);
    }
    const [first = '', ...words] = args;
    const isOfHelp = first === 'help' && words.some((word) => HELP.includes(word));
    if (['help', ...HELP].includes(first) && !isOfHelp) {
      const { printHelp } = await import('./help.ts');
      await printHelp(words, wiring);
    } else await (await program(wiring, args)).parseAsync([...args], { from: 'user' });
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

const HELP: readonly string[] = ['-h', '--help'];

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

/** Tells flaws of the settings that a command goes on with. */
async function tellFlaws(name: string, { goesOnWith = [] }: Declared, context: Context) {
  if (goesOnWith.length === 0) return;
  const { keyWarnings, problemWarning } = await import('../settings/problems.ts');
  const problem = goesOnWith.includes('unreadable settings') && (await problemWarning(context));
  const isTold = goesOnWith.includes('misspelt keys');
  const keys = isTold ? keyWarnings(context, name === 'config') : [];
  const paint = style(context.stderr, context.env);
  for (const text of keys) context.stderr.write(`${paint.yellow('warning:')} ${text}\n`);
  if (!problem) return;
  const { renderWarning } = await import('../output/warning.ts');
  context.stderr.write(renderWarning(problem, context));
}
