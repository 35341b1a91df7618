/** `mementor ingest`: ingests transcripts, then embeds new chunks. */

import { argument, declared, option } from '../command-line/command.ts';
import { type Json, json, upTo } from '../command-line/options.ts';
import { native, surroundingsOf } from '../memory.ts';
import { type IngestDocument, type IngestOptions, ingest } from '../operations/ingest.ts';
import { printAnswer } from '../output/answer.ts';
import { ingestSummary, type LookedIn } from '../output/ingest.ts';
import type { Page } from '../output/layout/page.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { SETTINGS, THREADS_MAX } from '../settings/table.ts';

export const command = declared({
  description: 'Read transcripts and store their turns',
  arguments: [
    argument('[path...]', "transcripts or folders of them; the current project's when left out", {
      as: 'paths',
    }),
  ],
  options: [
    option('--all', 'read every transcript that the agents keep'),
    option(
      '--agent <name>',
      "this agent's only: claude-code, codex, copilot, gemini, qwen, opencode or cursor",
    ),
    option('-p, --project <name>', 'file the turns under this project name', { names: 'project' }),
    option(
      '--threads <number>',
      `threads for search by meaning (default: the setting \`threads\`, ${SETTINGS.threads.fallback})`,
      { parse: upTo(THREADS_MAX) },
    ),
    json(),
  ],
  examples: ['mementor ingest --all', 'mementor ingest old/*.jsonl'],
  run,
});

export async function run(options: IngestOptions & Json, context: Context): Promise<ExitCode> {
  const document = await ingest(options, context, terminalWatch(context));
  if (document === undefined) return 130;
  const text = (page: Page) => ingestSummary(document, lookedIn(options, context), page);
  printAnswer({ document, text }, options, context);
  return ingestCode(document);
}

export function ingestCode({ interrupted, failed }: IngestDocument): ExitCode {
  if (interrupted) return 130;
  return failed.length > 0 ? 2 : 0;
}

function lookedIn(options: IngestOptions, context: Context): LookedIn {
  const { all, paths } = options;
  const folders = native()
    .agents(surroundingsOf(context))
    .flatMap(({ name, root }) =>
      options.agent === undefined || options.agent === name ? (root ?? []) : [],
    );
  if (all) return { where: 'all', folder: folders.join(' and ') };
  return paths.length > 0
    ? { where: 'paths', folder: paths.join(', ') }
    : { where: 'here', folder: context.cwd };
}
