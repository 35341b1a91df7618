/** `mementor sessions`: lists the sessions, most recently active first. */

import { SESSIONS_SHOWN, type SessionsOptions, sessions } from '../operations/sessions.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { linesThatFit } from '../output/layout/rows.ts';
import { renderNoSession, renderSessions } from '../output/sessions.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export async function run(
  options: SessionsOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  // The line that tells of the rest stands below them.
  const fit = linesThatFit(SESSIONS_SHOWN, 1, context.stdout);
  const limit = options.limit ?? (options.json ? undefined : fit);
  const found = await sessions({ ...options, limit }, context);
  const isEmpty = found.rows.length === 0;
  if (options.json) printJson(found.document, context);
  else if (isEmpty) {
    context.stderr.write(renderNoSession(found, options, style(context.stderr, context.env)));
  } else {
    context.stdout.write(renderSessions(found, options, pageOf(context.stdout, context)));
  }
  return isEmpty ? 1 : 0;
}
