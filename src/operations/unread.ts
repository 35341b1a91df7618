/** The conversations that are on the disk and not read yet. */

import { ALL_AGENTS } from '../agents/all-installations.ts';
import { agentNamed } from '../agents/find.ts';
import { homeOf } from '../home/paths.ts';
import { native, surroundingsOf } from '../memory.ts';
import type { Context } from '../process/context.ts';
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
export function unreadHere(agent: string | undefined, context: Context): Unread | undefined {
  const only = agent === undefined || agent === ALL_AGENTS ? undefined : agentNamed(agent);
  const memory = opened(homeOf(context), context);
  const on = surroundingsOf(context);
  const { transcripts } = native().ledger(memory, on, { rows: true });
  const meant = transcripts.filter((each) => only === undefined || each.agent === only.name);
  const unread = meant.filter(({ isKept, waiting }) => isKept && waiting > 0);
  const conversations = unread.filter(({ subagent }) => subagent === null).length;
  const bytes = unread.reduce((sum, { waiting }) => sum + waiting, 0);
  const command = ['mementor ingest --all', ...(only ? [`--agent ${only.name}`] : [])].join(' ');
  return conversations === 0 ? undefined : { conversations, bytes, command };
}
