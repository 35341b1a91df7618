/** Exports all turns and notes as JSON lines. */

import { setTimeout as sleep } from 'node:timers/promises';
import { openToShow } from '../database/open.ts';
import type { Context } from '../process/context.ts';
import { requireProject } from '../reports/project-names.ts';
import { withinOf } from '../reports/project-scope.ts';

export interface ExportOptions {
  /** Defaults to all projects. */
  readonly project: string | undefined;
}

export interface ExportDocument {
  readonly version: 1;
  readonly project: string | null;
  /** All turns, those of subagents too. */
  readonly turns: number;
  /** How many of them are of subagents; null if that is not known, as beside damaged turns. */
  readonly agentTurns: number | null;
  readonly notes: number;
  readonly bytes: number;
  /** Turns that were left out because their records are damaged. */
  readonly damaged: number;
  /** Notes that were left out because their statements are damaged. */
  readonly damagedNotes: number;
  /** Records of a newer version, exported as they are stored. */
  readonly unread: number;
  readonly interrupted: boolean;
  /** Whether the reader stopped before the end. */
  readonly unheard: boolean;
}

/** Exports the turns to `write`, some lines at a time; the first line is the header. */
export async function exportTurns(
  { project }: ExportOptions,
  write: (text: string) => void,
  context: Context,
): Promise<ExportDocument> {
  const memory = await openToShow(context);
  const meant = project === undefined ? undefined : requireProject(memory, project);
  const isMeant = (key: string) => meant?.some((each) => each.key === key) !== false;
  const stored = memory.stats().projects.filter(({ key }) => isMeant(key));
  const sum = { turns: 0, notes: 0, bytes: 0, damaged: 0, damagedNotes: 0, unread: 0 };
  const within = withinOf({ project, everything: project === undefined }, context.cwd);
  let after: number | undefined;
  do {
    const from = after;
    const step = memory.export(within, from ?? null);
    const text = step.lines.map((line) => `${line}\n`).join('');
    write(text);
    sum.turns += step.lines.filter((line) => line.startsWith(TURN)).length;
    sum.bytes += Buffer.byteLength(text);
    sum.notes += step.lines.filter((line) => line.startsWith(NOTE)).length;
    // The first step has the notes.
    if (from === undefined) sum.damagedNotes += step.damaged;
    else sum.damaged += step.damaged;
    sum.unread += step.unread;
    after = step.next ?? undefined;
    // Lets a slow reader catch up, and Ctrl-C take effect, between two steps.
    await sleep(0);
  } while (after !== undefined && !context.interrupted.aborted && !context.stdout.isClosed);
  return {
    version: 1,
    project: project ?? null,
    ...sum,
    agentTurns: agentTurnsOf(sum.turns, stored),
    interrupted: context.interrupted.aborted,
    unheard: context.stdout.isClosed === true,
  };
}

/** An export's lines do not say whose turn it is: the memory does, if all turns are there. */
function agentTurnsOf(
  turns: number,
  stored: readonly { readonly turns: number; readonly agentTurns: number }[],
): number | null {
  const ofAgents = stored.reduce((sum, each) => sum + each.agentTurns, 0);
  const own = stored.reduce((sum, each) => sum + each.turns, 0);
  return own + ofAgents === turns ? ofAgents : null;
}

/** Other lines are the header, commits of the projects, and uuids of forgotten turns. */
const TURN = '{"type":"turn"';
const NOTE = '{"type":"note"';
