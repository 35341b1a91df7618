/** The commands that ingest, search and restore conversations. */

import { type Command, Option } from 'commander';
import type { Filters } from '../database/filters.ts';
import { LIMIT_MAX, SETTINGS, THREADS_MAX } from '../settings/table.ts';
import { filtered, filtersIn, json, project, upTo, type Wiring } from './flags.ts';
import { split } from './notes.ts';

const BY_SETTING = (key: 'limit' | 'threads') =>
  `(default: the setting \`${key}\`, ${SETTINGS[key].fallback})`;

export function addMemory(root: Command, { context, set }: Wiring): void {
  root.commandsGroup('Memory');
  query(root.command('query').alias('search')).action(async (text: string[], flags: QueryFlags) => {
    const { run } = await import('../commands/query.ts');
    set(await run({ ...queryOptions(flags), text: text.join(' ') }, context));
  });
  ingest(root.command('ingest')).action(async (paths: string[], flags: IngestFlags) => {
    const { run } = await import('../commands/ingest.ts');
    set(await run({ ...ingestOptions(flags), paths }, context));
  });
  json(restore(root.command('restore'))).action(async (id: string, flags: RestoreFlags) => {
    const { run } = await import('../commands/restore.ts');
    const { to, dryRun, json } = flags;
    set(await run({ id, to, dryRun: dryRun === true, json: json === true }, context));
  });
  json(root.command('resume'))
    .description('Get back into a session, even a deleted one')
    .argument('<id>', ID_OF_SESSION)
    .addOption(new Option('--run', 'go into it without asking').conflicts('json'))
    .action(async (id: string, flags: { json?: boolean; run?: boolean }) => {
      const { run } = await import('../commands/resume.ts');
      set(await run({ id, run: flags.run === true, json: flags.json === true }, context));
    });
}

const ID_OF_SESSION =
  'the session or one of its turns: at least four characters of its id, or the number of a hit';

function query(command: Command): Command {
  command
    .description('Search past conversations and notes')
    .argument('[text...]', 'what to look for, in any words; with a filter it may be left out')
    .optionsGroup('Where to look')
    .option('--turns', 'search turns, and no notes unless another option asks for them')
    .option('--notes', 'search notes, and no turns unless `--turns` is given too')
    .option(
      '-k, --kind <kind>',
      'notes of this kind, such as `rule`; several with commas',
      split,
      [],
    )
    .option('-t, --tag <tag>', 'notes with this tag, and turns with it in an answer or an edit')
    .option('--all-branches', 'also notes that hold on another branch alone');
  filtered(project(command, 'search'))
    .optionsGroup('Output')
    .option(
      '-n, --limit <number>',
      `show at most this many ${BY_SETTING('limit')}`,
      upTo(LIMIT_MAX),
    )
    .option('--explain', 'show how each score came about, and what was searched');
  return json(command);
}

function ingest(command: Command): Command {
  command
    .description('Read transcripts and store their turns')
    .argument('[path...]', "transcripts or folders of them; the current project's when left out")
    .option('--all', 'read every transcript that the agents keep')
    .option(
      '--agent <name>',
      "this agent's only: claude-code, codex, copilot, gemini, qwen, opencode or cursor",
    )
    .option('-p, --project <name>', 'file the turns under this project name')
    .option(
      '--threads <number>',
      `threads for search by meaning ${BY_SETTING('threads')}`,
      upTo(THREADS_MAX),
    );
  return json(command);
}

function restore(command: Command): Command {
  return command
    .description('Recreate the transcript of a deleted session')
    .argument('<id>', ID_OF_SESSION)
    .option('--to <path>', 'write to this file instead of the one where Claude Code looks')
    .option('--dry-run', 'show what would be written, and where');
}

interface RestoreFlags {
  readonly to?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

interface QueryFlags extends Filters {
  readonly limit?: number;
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly explain?: boolean;
  readonly json?: boolean;
  readonly notes?: boolean;
  readonly turns?: boolean;
  readonly kind: string[];
  readonly tag?: string;
  readonly allBranches?: boolean;
}

/** A kind is a question about notes, so turns are left out. */
function queryOptions(flags: QueryFlags) {
  const { kind: kinds, tag } = flags;
  const isAboutNotes = flags.notes === true || kinds.length > 0;
  const allBranches = flags.allBranches === true;
  return {
    turns: flags.turns === true || !isAboutNotes,
    ...(flags.turns === true && !isAboutNotes ? {} : { notes: { kinds, tag, allBranches } }),
    filters: { ...filtersIn(flags), tag },
    limit: flags.limit,
    project: flags.project,
    everything: flags.allProjects === true,
    explain: flags.explain === true,
    json: flags.json === true,
  };
}

interface IngestFlags {
  readonly all?: boolean;
  readonly agent?: string;
  readonly project?: string;
  readonly threads?: number;
  readonly json?: boolean;
}

function ingestOptions(flags: IngestFlags) {
  const { project, threads, agent } = flags;
  return { all: flags.all === true, agent, project, threads, json: flags.json === true };
}
