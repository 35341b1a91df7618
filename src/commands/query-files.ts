/** `mementor query --files`: the files that work on a topic was about. */

import type { Json } from '../command-line/options.ts';
import { type FilesOptions, files } from '../operations/work/files.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { renderFiles, renderNoFile } from '../output/work/files.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function listFiles(options: FilesOptions & Json, context: Context): Promise<ExitCode> {
  const { found, document } = await files(options, context);
  const isEmpty = found.length === 0;
  const answer = {
    document,
    text: (page: Page) => renderFiles(found, context.cwd, page),
    nothing: isEmpty && ((page: Page) => renderNoFile(options, page)),
  };
  return printAnswer(answer, options, context);
}
