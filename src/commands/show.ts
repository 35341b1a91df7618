/** `mementor show`: shows a turn or a whole session, by an id prefix. */

import { show } from '../answers/show.ts';
import { printJson } from '../output/json.ts';
import { renderNothingShown, renderShown } from '../output/shown.ts';
import { style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';

export interface ShowOptions {
  readonly id: string;
  readonly json: boolean;
}

export async function run({ id, json }: ShowOptions, context: Context): Promise<ExitCode> {
  const { document, shown } = await show(id, context);
  if (json) printJson(document, context);
  else if (shown === undefined) {
    context.stderr.write(renderNothingShown(document.id, style(context.stderr, context.env)));
  } else context.stdout.write(renderShown(shown, style(context.stdout, context.env)));
  return shown === undefined ? 1 : 0;
}
