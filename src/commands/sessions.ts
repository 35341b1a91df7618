/** `mementor sessions`: lists the sessions, most recently active first. */

import { argument, declared, option } from '../command-line/command.ts';
import { type Json, json, limit, noHeadless, where } from '../command-line/options.ts';
import { SESSIONS_SHOWN, type SessionsOptions, sessions } from '../operations/sessions.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { linesThatFit } from '../output/layout/rows.ts';
import { renderNoSession, renderSessions } from '../output/sessions.ts';
import type { Context, ExitCode } from '../process/context.ts';

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

export async function run(options: SessionsOptions & Json, context: Context): Promise<ExitCode> {
  // The line that tells of the rest stands below them.
  const fit = linesThatFit(SESSIONS_SHOWN, 1, context.stdout);
  const limit = options.limit ?? (options.json ? undefined : fit);
  const found = await sessions({ ...options, limit }, context);
  const isEmpty = found.rows.length === 0;
  const answer = {
    document: found.document,
    text: (page: Page) => renderSessions(found, options, page),
    nothing: isEmpty && (({ paint }: Page) => renderNoSession(found, options, paint)),
  };
  return printAnswer(answer, options, context);
}
