/** `mementor import`: imports an export or a backup. */

import { argument, declared } from '../command-line/command.ts';
import { json, trust } from '../command-line/options.ts';
import { importFile } from '../operations/import.ts';
import { isTrusted } from '../operations/trust.ts';
import { printAnswer } from '../output/answer.ts';
import { renderImported } from '../output/import.ts';
import type { Page } from '../output/layout/page.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Import an export or a backup; turns that are already stored stay unchanged',
  arguments: [argument('<file>', 'JSON lines or a database; `-` reads lines from standard input')],
  options: [trust(), json()],
  examples: ['mementor import memory.jsonl', 'mementor import ~/mementor-2026-11-03.db --trust'],
  run,
});

/** What a file of others says is proposed, or shown as theirs. */
const QUESTION =
  'Is it from a machine of yours? Then its notes hold here as they did there, and its prompts count as yours.';

export interface ImportOptions {
  /** `-` for standard input. */
  readonly file: string;
  readonly trust: boolean;
  readonly json: boolean;
}

export async function run(options: ImportOptions, context: Context): Promise<ExitCode> {
  const { file, json } = options;
  const isOwn = await isTrusted(options, QUESTION, context);
  const document = await importFile(file, isOwn, context, terminalWatch(context));
  if (document === undefined) return 130;
  const text = ({ paint }: Page) => renderImported(document, paint);
  printAnswer({ document, text }, { json }, context);
  return context.interrupted.aborted ? 130 : 0;
}
