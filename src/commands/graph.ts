/** `mementor graph`: who calls whom. */

import { argument, declared, option } from '../command-line/command.ts';
import { type Json, json, upTo } from '../command-line/options.ts';
import { type GraphOptions, graph } from '../operations/code/graph.ts';
import { renderMermaid, renderTree } from '../output/code/graph.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { printPaged } from '../output/paged.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Show what a function calls, and what calls it',
  arguments: [
    argument('<target>', 'a file, `Class.method`, or `path/of/file:name`; it must be indexed'),
  ],
  options: [
    option('--callers', 'only what calls it'),
    option('--callees', 'only what it calls'),
    option('--depth <number>', 'follow calls so far', { parse: upTo(10), fallback: 2 }),
    option('--mermaid', 'print a diagram of Mermaid; calls known by a name alone are dashed', {
      conflicts: ['json'],
    }),
    json(),
  ],
  examples: [
    'mementor graph Store.open --callers',
    'mementor graph src/db.rs --depth 1',
    'mementor graph src/db.rs:open --mermaid',
  ],
  goesOnWith: ['misspelt keys', 'unreadable settings'],
  run: async (options: Options, context: Context): Promise<ExitCode> => {
    const document = await graph(options, context);
    if (options.json) printJson(document, context);
    else if (options.mermaid) context.stdout.write(renderMermaid(document));
    else {
      const tree = renderTree(document, pageOf(context.stdout, context));
      await printPaged(tree, { pager: true, untilLeft: false }, context);
    }
    return document.edges.length > 0 ? 0 : 1;
  },
});

interface Options extends GraphOptions, Json {
  readonly mermaid: boolean;
}
