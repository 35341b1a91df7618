/** `mementor index`: reads the code and the documents of a project for search. */

import { argument, declared, option } from '../command-line/command.ts';
import { type Json, json } from '../command-line/options.ts';
import { type UpdateOptions, updateCode } from '../operations/code/update.ts';
import { renderIndexed } from '../output/code/update.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Read the code and documents of a project for search',
  arguments: [
    argument('[path...]', 'a folder, or files of it; the current project when left out', {
      as: 'paths',
    }),
  ],
  options: [
    option('--changed', 'look only at the files that git says changed, or that are named'),
    json(),
  ],
  examples: ['mementor index', 'mementor index --changed', 'mementor index src/db.rs src/lock.rs'],
  run: async (options: UpdateOptions & Json, context: Context): Promise<ExitCode> => {
    const document = await updateCode(options, context, terminalWatch(context));
    if (document === undefined) return 130;
    if (options.json) printJson(document, context);
    else context.stdout.write(renderIndexed(document, pageOf(context.stdout, context)));
    return 0;
  },
});
