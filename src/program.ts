/** The commands: names, options and help. Each action is loaded when it is called. */

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { SCOPES, type Scope } from './claude/paths.ts';
import { FORMS, type Form, PLUGIN_CLIENT_MIN } from './claude/plugin.ts';
import type { Context, ExitCode } from './context.ts';
import { MementorError } from './errors.ts';
import { hintFor } from './hints.ts';
import { style } from './output/style.ts';

const EXAMPLES = `
Examples
  $ mementor enable
  $ mementor ingest --all
  $ mementor query "why did we drop the retry queue"
  $ mementor query "sqlite busy" --limit 3 --json | jq -r '.hits[].turn'

Exit status: 0 done · 1 the answer is negative · 2 an error · 130 interrupted
`;

/** Parses the arguments, runs the command, and prints its error if it has one. */
export async function runProgram(args: readonly string[], context: Context): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const set = (code: ExitCode) => {
    exitCode = code;
  };
  try {
    await program(context, set).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its own usage errors and help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    report(error, args.includes('--json'), context);
    return 2;
  }
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

type SetExitCode = (code: ExitCode) => void;

function program(context: Context, set: SetExitCode): Command {
  const root = new Command('mementor')
    .description('Local memory for Claude Code: past conversations come back, on this machine only')
    .version(VERSION, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(run `mementor --help` for the commands)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addSetUp(root, context, set);
  addMemory(root, context, set);
  addInternal(root);
  return root;
}

const VERSION = '0.1.0';

function addSetUp(root: Command, context: Context, set: SetExitCode): void {
  root.commandsGroup('Get started');
  scoped(root.command('enable'), 'Put the hooks into')
    .description("Install the hooks in Claude Code's settings")
    .addOption(formOption(FORM_TO_ENABLE).default('settings'))
    .addHelpText(
      'after',
      '\nExamples\n  $ mementor enable --dry-run\n  $ mementor enable --local\n  $ mementor enable --as plugin\n',
    )
    .action(async (options: ScopedOptions) => {
      const { run } = await import('./commands/enable.ts');
      set(await run(scopedOptions(options), context));
    });
  scoped(root.command('disable'), 'Take the hooks out of')
    .description('Remove the hooks and keep the memories')
    .addOption(formOption('Remove only this form; both when left out'))
    .action(async (options: ScopedOptions) => {
      const { run } = await import('./commands/disable.ts');
      set(await run(scopedOptions(options), context));
    });
  json(root.command('doctor'))
    .description('Check the installation and suggest fixes')
    .action(async (options: { json?: boolean }) => {
      const { run } = await import('./commands/doctor.ts');
      set(await run({ json: options.json === true }, context));
    });
}

function addMemory(root: Command, context: Context, set: SetExitCode): void {
  root.commandsGroup('Memory');
  json(root.command('query'))
    .description('Search past conversations')
    .argument('<text...>', 'what to look for; any words')
    .option('-n, --limit <number>', 'show at most this many turns', atLeastOne, 5)
    .option('-p, --project <name>', 'search this project instead of the current one')
    .option('-a, --all-projects', 'search every project')
    .addHelpText('after', '\nExamples\n  $ mementor query "which port does staging use" -n 3\n')
    .action(async (text: string[], options: QueryFlags) => {
      const { run } = await import('./commands/query.ts');
      set(await run({ ...queryOptions(options), text: text.join(' ') }, context));
    });
  json(root.command('ingest'))
    .description('Take transcripts into memory')
    .argument('[path...]', "transcripts or folders of them; the current project's when left out")
    .option('--all', 'take in every transcript that Claude Code keeps')
    .option('-p, --project <name>', 'file the turns under this project name')
    .addHelpText(
      'after',
      '\nExamples\n  $ mementor ingest --all\n  $ mementor ingest old/*.jsonl\n',
    )
    .action(async (paths: string[], options: IngestFlags) => {
      const { run } = await import('./commands/ingest.ts');
      set(await run({ ...ingestOptions(options), paths }, context));
    });
  json(root.command('status'))
    .description('Show what is stored, by project')
    .action(async (options: { json?: boolean }) => {
      const { run } = await import('./commands/status.ts');
      set(await run({ json: options.json === true }, context));
    });
}

/** Listed for a person who meets them in settings.json; `cli.ts` runs them without this file. */
function addInternal(root: Command): void {
  root.commandsGroup('For Claude Code');
  root
    .command('hook')
    .description('Handle a hook event (JSON on standard input)')
    .argument('<event>', 'session-start, user-prompt-submit, stop, pre-compact or session-end');
  root.command('drain', { hidden: true }).description('Take in what the hooks handed over');
}

const FORM_TO_ENABLE =
  'Write a settings file, or a plugin into the folder `skills` beside it ' +
  `(Claude Code ${PLUGIN_CLIENT_MIN} or newer; new sessions use it)`;

function formOption(description: string): Option {
  return new Option('--as <form>', description).choices(FORMS);
}

interface ScopedOptions {
  readonly as?: Form;
  readonly user?: boolean;
  readonly project?: boolean;
  readonly local?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

function scoped(command: Command, verb: string): Command {
  const files: Readonly<Record<Scope, string>> = {
    user: '~/.claude/settings.json: all sessions (default)',
    project: '.claude/settings.json: this project, for everyone who shares it',
    local: '.claude/settings.local.json: this project, for you alone',
  };
  for (const scope of SCOPES) {
    const others = SCOPES.filter((other) => other !== scope);
    command.addOption(new Option(`--${scope}`, `${verb} ${files[scope]}`).conflicts(others));
  }
  return json(command.option('--dry-run', 'Show what would change and write nothing'));
}

function scopedOptions(options: ScopedOptions) {
  const scope = SCOPES.find((name) => options[name] === true) ?? 'user';
  const { as } = options;
  return { scope, as, dryRun: options.dryRun === true, json: options.json === true };
}

function json(command: Command): Command {
  return command.option('--json', 'Print one JSON document');
}

interface QueryFlags {
  readonly limit: number;
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly json?: boolean;
}

function queryOptions(flags: QueryFlags) {
  return {
    limit: flags.limit,
    project: flags.project,
    everything: flags.allProjects === true,
    json: flags.json === true,
  };
}

interface IngestFlags {
  readonly all?: boolean;
  readonly project?: string;
  readonly json?: boolean;
}

function ingestOptions(flags: IngestFlags) {
  return { all: flags.all === true, project: flags.project, json: flags.json === true };
}

const LIMIT_MAX = 100;

function atLeastOne(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= LIMIT_MAX) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${LIMIT_MAX}.`);
}
