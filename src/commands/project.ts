/** `mementor project`: shows which project a directory belongs to, and changes it. */

import { argument, type Declared, declared, option } from '../command-line/command.ts';
import { type Json, json as jsonOption } from '../command-line/options.ts';
import { type ChangeOptions, changeProject, project } from '../operations/project.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { renderMoved, renderProject } from '../output/project.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

const dryRun = option('--dry-run', 'show what would change, and change nothing');

const SHOW = declared({
  description: 'Show the project of the current directory, and why it is that one',
  options: [jsonOption()],
  examples: ['mementor project show', 'mementor project show --json | jq .standing'],
  run: show,
});

const JOIN = declared({
  description: 'Make the current directory part of another project; its turns move there',
  arguments: [
    argument('[project]', 'its name or key; the one that the remote names when left out', {
      names: 'project',
    }),
  ],
  options: [dryRun, jsonOption()],
  examples: [
    'mementor project join --dry-run',
    'mementor project join',
    'mementor project join github.com/acme/shop',
  ],
  run: join,
});

const LEAVE = declared({
  description: 'Make the current directory a project of its own; its turns go with it',
  options: [dryRun, jsonOption()],
  examples: ['mementor project leave --dry-run', 'mementor project leave'],
  run: leave,
});

const here = (command: Declared) => async () => ({ command });

export const command: Declared = {
  description: 'Show which project a directory belongs to, or change it',
  examples: ['mementor project show', 'mementor project join --dry-run'],
  commands: [
    { name: 'show', summary: 'Show the project, and why', isUsual: true, load: here(SHOW) },
    { name: 'join', summary: 'Become part of another one', load: here(JOIN) },
    { name: 'leave', summary: 'Become one of its own', load: here(LEAVE) },
  ],
};

export async function show({ json }: Json, context: Context): Promise<ExitCode> {
  const found = await project(context);
  const text = (page: Page) => renderProject(found, page);
  return printAnswer({ document: found.document, text }, { json }, context);
}

export async function join(options: ChangeOptions & Json, context: Context): Promise<ExitCode> {
  const moved = await changeProject(options, context, terminalWatch(context));
  if (moved === undefined) return 130;
  const { document, interrupted } = moved;
  const verb = options.leaves ? 'leaves for' : 'joins';
  const text = (page: Page) => renderMoved(document, context.cwd, verb, page);
  printAnswer({ document, text }, options, context);
  return interrupted ? 130 : 0;
}

async function leave(options: ChangeOptions & Json, context: Context): Promise<ExitCode> {
  return await join({ ...options, leaves: true }, context);
}
