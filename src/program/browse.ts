/** The commands that show what is stored and the state of Mementor. */

import type { Command } from 'commander';
import { json, project, upTo, type Wiring } from './flags.ts';
import { addProject } from './project.ts';
import { addWhy } from './recall.ts';

const SESSIONS_MAX = 1_000;
const SESSIONS_SHOWN = 20;

interface SessionsFlags {
  readonly limit: number;
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly json?: boolean;
}

export function addBrowse(root: Command, wiring: Wiring): void {
  const { context, set } = wiring;
  root.commandsGroup('Look inside');
  const sessions = root.command('sessions').description('List past sessions, newest first');
  project(sessions, 'list the sessions of');
  sessions.option(
    '-n, --limit <number>',
    'list at most this many',
    upTo(SESSIONS_MAX),
    SESSIONS_SHOWN,
  );
  json(sessions).action(async (flags: SessionsFlags) => {
    const { run } = await import('../commands/sessions.ts');
    const { limit, project } = flags;
    const everything = flags.allProjects === true;
    set(await run({ limit, project, everything, json: flags.json === true }, context));
  });
  json(root.command('show'))
    .description('Show a turn or a whole session')
    .argument('<id>', 'its id, or the beginning of it: four characters or more')
    .action(async (id: string, options: { json?: boolean }) => {
      const { run } = await import('../commands/show.ts');
      set(await run({ id, json: options.json === true }, context));
    });
  addWhy(root, wiring);
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
