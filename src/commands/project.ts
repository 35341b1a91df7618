/** `mementor project`: shows which project a directory belongs to, and changes it. */

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
