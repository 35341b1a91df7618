/** The command that leads back into a session. */

import { existsSync } from 'node:fs';
import type { Resumable } from '../agents/agent.ts';
import { AGENTS } from '../agents/all.ts';
import { resumeCommand, resuming } from '../agents/find.ts';
import type { World } from '../process/world.ts';
import { shellWord } from '../text/shell-word.ts';

/**
 * Returns the agent's own command where it would find the session, else `mementor resume`, which
 * restores the transcript first, and says so if the session's folder no longer exists.
 */
export function resumeCommandOf(session: Resumable, world: World): string {
  const agent = resuming(session, world);
  // `mementor resume` knows the sessions of the first agent alone.
  const isGone = session.cwd != null && agent === AGENTS[0] && !existsSync(session.cwd);
  if (agent !== undefined && !isGone) return resumeCommand(agent, session);
  return `mementor resume ${shellWord(session.session)}`;
}

export interface WithResume {
  /** The command that leads back into the session. */
  readonly resume: string;
}

/** Returns a function that adds the way back to a row; it looks at each session once. */
export function withResume(world: World): <Row extends Resumable>(row: Row) => Row & WithResume {
  const known = new Map<string, string>();
  return (row) => {
    const key = JSON.stringify([row.session, row.cwd]);
    const resume = known.get(key) ?? resumeCommandOf(row, world);
    known.set(key, resume);
    return { ...row, resume };
  };
}
