/** `mementor mute`: mutes recall for a session, for a project or everywhere, and unmutes it. */

import { declared, option } from '../command-line/command.ts';
import { type Json, json as jsonOption } from '../command-line/options.ts';
import { type MuteOptions, mute, muted, type What } from '../operations/mute.ts';
import { printAnswer } from '../output/answer.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { othersSentence, renderChange, renderMuted } from '../output/mute.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { SETTINGS } from '../settings/table.ts';

export const command = declared({
  description: 'Stop adding past turns to prompts: in a session, a project, or everywhere',
  options: [
    option('--session <id>', 'this session instead of the one that ran last in this directory', {
      names: 'session',
      conflicts: ['project', 'always'],
    }),
    option('--project', "this project: its repository's root folder and everything below it", {
      conflicts: ['always'],
    }),
    option('--turn <id>', 'this turn alone: it was of no use', {
      names: 'id',
      conflicts: ['session', 'project', 'always'],
    }),
    option('--always', 'everywhere: the setting `recall`'),
    option('--off', 'undo it'),
    option('--list', 'show what is muted', {
      conflicts: ['session', 'project', 'turn', 'always', 'off'],
    }),
    jsonOption(),
  ],
  examples: ['mementor mute', 'mementor mute --project', 'mementor mute --project --off'],
  note: [
    'For one prompt alone',
    'Write --no-recall anywhere in it. The word stays in the prompt: Claude sees it too.',
  ],
  goesOnWith: ['misspelt keys', 'unreadable settings'],
  run: (options: Options, context) =>
    options.list ? list(options, context) : run({ ...options, what: whatOf(options) }, context),
});

interface Options extends Json {
  readonly session: string | undefined;
  readonly turn: string | undefined;
  readonly project: boolean;
  readonly always: boolean;
  readonly off: boolean;
  readonly list: boolean;
}

function whatOf({ turn, always, project }: Options): What {
  if (turn !== undefined) return 'turn';
  if (always) return 'always';
  return project ? 'project' : 'session';
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
  return printAnswer({ document, text: (page) => renderMuted(document, page) }, { json }, context);
}
