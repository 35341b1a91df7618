/** `mementor notes delete`: deletes notes so that no byte is left, and proves it. */

import { declared, option } from '../../command-line/command.ts';
import { type Json, json, noteIds, yes } from '../../command-line/options.ts';
import { showNote } from '../../operations/notes/list.ts';
import type { Context, ExitCode } from '../../process/context.ts';
import { run as forget } from '../forget.ts';

export const command = declared({
  description: 'Delete notes for good: no byte is left, and they do not come back',
  arguments: [noteIds],
  options: [option('--dry-run', 'show what would go and change nothing'), yes(), json()],
  examples: ['mementor notes delete 4fe1c2a0 --dry-run'],
  run,
});

export interface DeleteOptions extends Json {
  readonly ids: readonly string[];
  readonly yes: boolean;
  readonly dryRun: boolean;
}

export async function run(options: DeleteOptions, context: Context): Promise<ExitCode> {
  // Whatever is no note is refused before anything is asked.
  const ids: string[] = [];
  for (const id of options.ids) ids.push((await showNote(id, context)).id);
  const nothing = { containing: undefined, filters: {}, project: undefined, everything: true };
  return await forget({ ...options, ids, ...nothing }, context);
}
