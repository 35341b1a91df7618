/** The conversations that are on the disk and not read yet. */

import { ALL_AGENTS } from '../agents/all-installations.ts';
import { agentNamed, agentOf, allTranscripts } from '../agents/find.ts';
import { homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { trackedIn } from '../reports/tracked.ts';
import { opened } from './status.ts';

export interface Unread {
  /** Sessions; their subagents count with them. */
  readonly conversations: number;
  /** What is not read, of subagents too. */
  readonly bytes: number;
  /** The command that reads them. */
  readonly command: string;
}

/** Returns what `ingest --all` would read of an agent, or of all; undefined if that is nothing. */
export async function unreadHere(
  agent: string | undefined,
  context: Context,
): Promise<Unread | undefined> {
  const only = agent === undefined || agent === ALL_AGENTS ? undefined : agentNamed(agent);
  const found = await allTranscripts(context, only && [only]);
  const here = new Set(found.map(({ path }) => path));
  const tracked = await trackedIn(opened(homeOf(context), context), found);
  const unread = tracked.filter(({ path, waiting }) => here.has(path) && waiting > 0);
  const isSession = (path: string) =>
    agentOf(path, context).transcripts.subagentOf(path) === undefined;
  const conversations = unread.filter(({ path }) => isSession(path)).length;
  const bytes = unread.reduce((sum, { waiting }) => sum + waiting, 0);
  const command = ['mementor ingest --all', ...(only ? [`--agent ${only.name}`] : [])].join(' ');
  return conversations === 0 ? undefined : { conversations, bytes, command };
}
