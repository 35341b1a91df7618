/** `mementor query --files`: the files that work on a topic was about. */

import { type FilesOptions, files } from '../operations/work/files.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderFiles, renderNoFile } from '../output/work/files.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function listFiles(
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
