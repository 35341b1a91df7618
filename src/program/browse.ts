/** The commands that show what is stored and the state of Mementor. */

import { type Command, Option } from 'commander';
import { json, project, upTo, type Wiring } from './flags.ts';
import { addProject } from './project.ts';
import { addContext, addStats, addWhy } from './recall.ts';

const SESSIONS_MAX = 1_000;

interface SessionsFlags {
  readonly limit?: number;
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly since?: string;
  readonly until?: string;
  readonly branch?: string;
  readonly json?: boolean;
}

export function addBrowse(root: Command, wiring: Wiring): void {
  const { context, set } = wiring;
  root.commandsGroup('Look inside');
  const sessions = root.command('sessions').aliases(['ls', 'list']);
  sessions.description('List past sessions: what was asked, how it ended');
  sessions.argument('[id]', 'only this session, by its own id or that of a turn');
  project(sessions, 'list the sessions of');
  sessions.option(
    '-n, --limit <number>',
    'list at most this many (default: 20, or what fits the terminal)',
    upTo(SESSIONS_MAX),
  );
  sessions
    .option('--since <time>', 'sessions that went on at this time or later')
    .option('--until <time>', 'sessions that began at this time or earlier')
    .option('--branch <name>', 'sessions on this branch');
  json(sessions).action(async (id: string | undefined, flags: SessionsFlags) => {
    const { run } = await import('../commands/sessions.ts');
    const { allProjects = false, json = false, project, ...options } = flags;
    set(await run({ ...options, id, project, everything: allProjects, json }, context));
  });
  addShow(root, wiring);
  addRecap(root, wiring);
  const browse = root
    .command('browse')
    .description('Search while typing, and pick with the arrows');
  project(browse, 'search').action(async (flags: { project?: string; allProjects?: boolean }) => {
    const { run } = await import('../commands/browse.ts');
    set(await run({ project: flags.project, everything: flags.allProjects === true }, context));
  });
  addWhy(root, wiring);
  addContext(root, wiring);
  addStats(root, wiring);
  addProject(root, wiring);
  json(root.command('status'))
    .description('Show what is stored, and what was read')
    .option('--transcripts', 'show each transcript instead: read, missed, and gone from the disk')
    .action(async (options: { json?: boolean; transcripts?: boolean }) => {
      const { run } = await import('../commands/status.ts');
      const transcripts = options.transcripts === true;
      set(await run({ json: options.json === true, transcripts }, context));
    });
  json(root.command('doctor'))
    .description('Check the installation and suggest fixes')
    .option('-v, --verbose', 'show every check, also those that seldom matter')
    .action(async (options: { json?: boolean; verbose?: boolean }) => {
      const { run } = await import('../commands/doctor.ts');
      const verbose = options.verbose === true;
      set(await run({ json: options.json === true, verbose }, context));
    });
}

interface RecapFlags {
  readonly since: string;
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly json?: boolean;
}

function addRecap(root: Command, { context, set }: Wiring): void {
  const recap = root.command('recap');
  recap.description('What was done, decided and left open, as Markdown');
  project(recap, 'recap');
  recap.option('--since <time>', 'since then: a date, `yesterday`, `3d`, `2w`, …', '7d');
  json(recap).action(async (flags: RecapFlags) => {
    const { run } = await import('../commands/recap.ts');
    const { since, project, allProjects: everything = false, json = false } = flags;
    set(await run({ since, project, everything, json }, context));
  });
}

interface ShowFlags {
  readonly next?: boolean;
  readonly previous?: boolean;
  readonly head?: boolean;
  readonly results?: boolean;
  readonly markdown?: boolean;
  readonly pager?: boolean;
  readonly json?: boolean;
}

function addShow(root: Command, { context, set }: Wiring): void {
  const show = root
    .command('show')
    .description('Show a turn or a whole session')
    .argument(
      '[id]',
      'its id, or the first four characters or more; or a number of the last list of hits',
    )
    .addOption(
      new Option(
        '--next',
        'show the turn after it (without an id: after the one shown last)',
      ).conflicts('previous'),
    )
    .option('--previous', 'show the turn before it')
    .option('--head', 'show when and where it was, what came of it, and each turn as one line')
    .option('--results', 'show what tools answered too, where it was kept')
    .option('--markdown', 'print it as Markdown, to share it')
    .option('--no-pager', 'print to the terminal, however long it is');
  json(show).action(async (id: string | undefined, flags: ShowFlags) => {
    const { run } = await import('../commands/show.ts');
    const beside = flags.next ? 'next' : flags.previous ? 'previous' : undefined;
    if (id === undefined && beside === undefined)
      show.error("error: missing required argument 'id'");
    const { head = false, results = false, markdown = false, pager = true } = flags;
    const printed = { head, results, markdown, pager, json: flags.json === true };
    set(await run({ id, beside, ...printed }, context));
  });
}
