/** `mementor sessions`: lists the sessions, most recently active first. */

import { type SessionsOptions, sessions } from '../operations/sessions.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderNoSession, renderSessions } from '../output/sessions.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export async function run(
  options: SessionsOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const found = await sessions(options, context);
  const isEmpty = found.rows.length === 0;
  if (options.json) printJson(found.document, context);
  else if (isEmpty) {
    context.stderr.write(renderNoSession(found, options, style(context.stderr, context.env)));
  } else {
    context.stdout.write(renderSessions(found, options, pageOf(context.stdout, context)));
  }
  return isEmpty ? 1 : 0;
}
