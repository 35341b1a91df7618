/** `mementor` without arguments: says where things stand and what to type next. */

import { overview } from '../operations/overview.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderOverview } from '../output/overview.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(context: Context): Promise<ExitCode> {
  context.stdout.write(renderOverview(await overview(context), pageOf(context.stdout, context)));
  return 0;
}
