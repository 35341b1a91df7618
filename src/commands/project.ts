/** `mementor project`: shows which project a directory belongs to, and changes it. */

import { argument, type Declared, declared, option } from '../command-line/command.ts';
import { json as jsonOption } from '../command-line/options.ts';
import {
  type ChangeOptions,
  type JoinOptions,
  join as joinProject,
  leave as leaveProject,
  type Moved,
  project,
} from '../operations/project.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
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

interface Json {
  readonly json: boolean;
}

export async function show({ json }: Json, context: Context): Promise<ExitCode> {
  const found = await project(context);
  if (json) printJson(found.document, context);
  else context.stdout.write(renderProject(found, pageOf(context.stdout, context)));
  return 0;
}

export async function join(options: JoinOptions & Json, context: Context): Promise<ExitCode> {
  return report(
    await joinProject(options, context, terminalWatch(context)),
    'joins',
    options,
    context,
  );
}

export async function leave(options: ChangeOptions & Json, context: Context): Promise<ExitCode> {
  return report(
    await leaveProject(options, context, terminalWatch(context)),
    'leaves for',
    options,
    context,
  );
}

function report(
  moved: Moved | undefined,
  verb: string,
  { json }: Json,
  context: Context,
): ExitCode {
  if (moved === undefined) return 130;
  if (json) printJson(moved.document, context);
  else
    context.stdout.write(
      renderMoved(moved.document, context.cwd, verb, pageOf(context.stdout, context)),
    );
  return moved.interrupted ? 130 : 0;
}
