/** `mementor sessions`: lists the sessions, most recently active first. */

import { argument, declared, option } from '../command-line/command.ts';
import { json, limit, noHeadless, where } from '../command-line/options.ts';
import { SESSIONS_SHOWN, type SessionsOptions, sessions } from '../operations/sessions.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { linesThatFit } from '../output/layout/rows.ts';
import { renderNoSession, renderSessions } from '../output/sessions.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export const command = declared({
  description: 'List past sessions: what was asked, how it ended',
  arguments: [
    argument('[id]', 'only this session, by its own id or that of a turn', { names: 'session' }),
  ],
  options: [
    ...where('list the sessions of'),
    limit(`list at most this many (default: ${SESSIONS_SHOWN}, or what fits the terminal)`, 1_000),
    option('--since <time>', 'sessions that went on at this time or later'),
    option('--until <time>', 'sessions that began at this time or earlier'),
    option('--branch <name>', 'sessions on this branch', { names: 'branch' }),
    noHeadless(),
    json(),
  ],
  examples: [
    'mementor sessions -n 5',
    'mementor sessions --since 2w --branch main',
    'mementor sessions --all-projects --json',
  ],
  goesOnWith: ['misspelt keys', 'unreadable settings'],
  run,
});

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
