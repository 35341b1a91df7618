/** `mementor files`: the files that work on a topic was about. */

import { declared, text } from '../command-line/command.ts';
import { json, where } from '../command-line/options.ts';
import { type FilesOptions, files } from '../operations/work/files.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderFiles, renderNoFile } from '../output/work/files.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'List the files that work on a topic changed or read',
  arguments: [text('<topic...>', 'any words')],
  options: [...where('ask'), json()],
  examples: ['mementor files retry queue'],
  goesOnWith: ['unreadable settings'],
  run,
});

export async function run(
  options: FilesOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { found, document } = await files(options, context);
  const isEmpty = found.length === 0;
  if (options.json) printJson(document, context);
  else if (isEmpty) context.stderr.write(renderNoFile(options, pageOf(context.stderr, context)));
  else context.stdout.write(renderFiles(found, context.cwd, pageOf(context.stdout, context)));
  return isEmpty ? 1 : 0;
}
