/** `mementor blame --text`: text that an agent's edit replaced. */

import type { Json } from '../command-line/options.ts';
import { type RecoverOptions, recover, textOf, writeTo } from '../operations/work/recover.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderNoVersion, renderVersions } from '../output/work/recover.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { printable } from '../text/numbers.ts';

/** Without a number the changes are listed; with one the replaced text is printed, or written. */
export async function recoverText(
  options: RecoverOptions & Json,
  context: Context,
): Promise<ExitCode> {
  const found = await recover(options, context);
  const { json, number, whole, to } = options;
  if (json) printJson(found.document, context);
  else if (found.changes.length === 0) {
    context.stderr.write(renderNoVersion(found, options, pageOf(context.stderr, context)));
  } else if (number === undefined) {
    context.stdout.write(renderVersions(found, pageOf(context.stdout, context)));
  } else {
    const text = textOf(found, number, whole);
    if (to === undefined) context.stdout.write(text);
    else {
      await writeTo(to, text, context);
      context.stdout.write(`Wrote ${printable(to)}.\n`);
    }
  }
  return found.changes.length === 0 ? 1 : 0;
}
