/** `mementor context`: prints what a session is told when it starts, and what each part costs. */

import { declared, option } from '../command-line/command.ts';
import { json, upTo } from '../command-line/options.ts';
import { type ContextOptions, contextBlock } from '../operations/context.ts';
import { renderContext, renderNothingToTell } from '../output/context.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { CONTEXT_BUDGET_MAX } from '../settings/table.ts';

export const command = declared({
  description: 'Show what a session here is told when it starts, and what it costs',
  options: [
    option('--source <source>', 'how it starts: anew, or after a compaction', {
      choices: ['startup', 'compact'],
      fallback: 'startup',
    }),
    option('--session <id>', 'the compacted session; at a start, one that is left out', {
      names: 'session',
    }),
    option(
      '--budget <tokens>',
      `at most so many tokens (default: the setting \`context-budget\`, ${CONTEXT_BUDGET_MAX})`,
      { parse: upTo(CONTEXT_BUDGET_MAX) },
    ),
    json(),
  ],
  examples: [
    'mementor context',
    'mementor context --source compact --session 4f9ac0d1',
    "mementor context --json | jq '.layers'",
  ],
  goesOnWith: ['unreadable settings'],
  run,
});

export async function run(
  options: ContextOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const document = await contextBlock(options, context);
  const isEmpty = document.text === '';
  if (options.json) printJson(document, context);
  else if (isEmpty) {
    context.stderr.write(renderNothingToTell(document, pageOf(context.stderr, context)));
  } else context.stdout.write(renderContext(document, pageOf(context.stdout, context)));
  return isEmpty ? 1 : 0;
}
