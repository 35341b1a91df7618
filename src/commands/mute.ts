/** `mementor mute`: mutes recall for a session, for a project or everywhere, and unmutes it. */

import { type MuteOptions, mute, muted } from '../operations/mute.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { othersSentence, renderChange, renderMuted } from '../output/mute.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { SETTINGS } from '../settings/table.ts';

interface Json {
  readonly json: boolean;
}

export async function run(options: MuteOptions & Json, context: Context): Promise<ExitCode> {
  const { document, overridden } = await mute(options, context);
  if (options.json) {
    printJson(document, context);
    return 0;
  }
  context.stdout.write(renderChange(document, pageOf(context.stdout, context)));
  const { warn } = terminalWatch(context);
  const others = othersSentence(document, context.now().getTime());
  if (others !== undefined) warn(others);
  if (overridden) warn(`${SETTINGS.recall.variable} overrides what the file says`);
  else if (!document.muted && !document.recall) {
    warn('recall is off everywhere: `mementor mute --always --off`');
  }
  return 0;
}

/** Shows what is muted. */
export async function list({ json }: Json, context: Context): Promise<ExitCode> {
  const document = await muted(context);
  if (json) printJson(document, context);
  else context.stdout.write(renderMuted(document, pageOf(context.stdout, context)));
  return 0;
}
