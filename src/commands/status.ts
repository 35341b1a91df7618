/** `mementor status`: reports what is stored, by project, and whether more will follow. */

import { declared, option } from '../command-line/command.ts';
import { json, where } from '../command-line/options.ts';
import { status } from '../operations/status.ts';
import { transcripts } from '../operations/transcripts.ts';
import { type Answer, printAnswer } from '../output/answer.ts';
import { renderStatus } from '../output/status.ts';
import { transcriptsText } from '../output/transcripts.ts';
import type { Context, ExitCode } from '../process/context.ts';
import type { Where } from '../reports/project-scope.ts';

export const command = declared({
  description: 'Show what is stored, and what was read',
  options: [
    option('--transcripts', 'show each transcript instead: read, missed, and gone from the disk', {
      conflicts: ['usage'],
    }),
    option(
      '--usage',
      'show how often past turns were added and used, what it cost, and the growth',
    ),
    json(),
    'With --usage',
    option('--since <time>', 'since then: a date, `yesterday`, `3d`, `2w`, … (default: 30d)'),
    ...where('count'),
  ],
  examples: [
    'mementor status',
    'mementor status --transcripts',
    'mementor status --usage --since 1w --all-projects',
    "mementor status --json | jq '.ledger'",
  ],
  run: async ({ usage, since, ...options }: Options, context, refuse) => {
    if (usage) {
      const { showUsage } = await import('./status-usage.ts');
      return await showUsage({ ...options, since: since ?? '30d' }, context);
    }
    const isOfUsage = since !== undefined || options.project !== undefined || options.everything;
    if (isOfUsage) refuse("options of '--usage' cannot be used without it");
    return await run(options, context);
  },
});

interface Options extends StatusOptions, Where {
  readonly usage: boolean;
  readonly since: string | undefined;
}

export interface StatusOptions {
  readonly json: boolean;
  /** Lists each transcript instead of the totals. */
  readonly transcripts?: boolean;
}

export async function run(options: StatusOptions, context: Context): Promise<ExitCode> {
  return printAnswer(await answerOf(options, context), options, context);
}

async function answerOf(options: StatusOptions, context: Context): Promise<Answer> {
  if (options.transcripts === true) {
    const { document, tracked } = await transcripts(context);
    return { document, text: (page) => transcriptsText(tracked, page) };
  }
  const { document, status: found } = await status(context);
  return { document, text: (page) => renderStatus(found, page) };
}
