/** Renders what was ingested, and what to do next. Pure. */

import type { IngestTotals } from '../answers/ingest-totals.ts';
import { counted, countedTurns, grouped, printable, sized } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { wrapped } from './layout/wrap.ts';
import { withCommands } from './style.ts';

export interface Ingested extends IngestTotals {
  readonly embedded: number;
  readonly interrupted: boolean;
  readonly stored: {
    readonly projects: number;
    readonly sessions: number;
    readonly turns: number;
  };
}

/** Where the transcripts were looked for; undefined if paths were given. */
export type LookedIn = { readonly folder: string; readonly all: boolean } | undefined;

/** Renders the summary. */
export function ingestSummary(ingested: Ingested, looked: LookedIn, page: Page): string {
  const lines = [
    ...(isNothing(ingested) && looked !== undefined ? noneLines(looked) : totalLines(ingested)),
    ...problemLines(ingested),
    ...nextLines(ingested),
  ];
  return lines
    .flatMap((line) => wrapped(withCommands(printable(line), page.paint), page.width))
    .map((line) => `${line}\n`)
    .join('');
}

function isNothing({ transcripts, embedded, failed, interrupted }: Ingested): boolean {
  return transcripts + embedded + failed.length === 0 && !interrupted;
}

function noneLines({ folder, all }: NonNullable<LookedIn>): string[] {
  if (all) return [`There are no transcripts in ${folder}.`];
  return [
    `There are no transcripts of sessions that started in ${folder}.`,
    'Run `mementor ingest --all` to read those of every project.',
  ];
}

function totalLines(ingested: Ingested) {
  const { transcripts, unchanged, bytes, embedded, interrupted } = ingested;
  const what = `${taken(ingested)} from ${counted(transcripts, 'transcript')}`;
  const read = `(${grouped(unchanged)} unchanged, ${sized(bytes)} read)`;
  const meaning = embedded === 0 ? '' : ', prepared for search by meaning';
  return [`${interrupted ? 'Interrupted; stored' : 'Stored'} ${what} ${read}${meaning}.`];
}

/** A turn that was stored before is told only when there is no new one. */
function taken({ turns, agentTurns, changed }: IngestTotals): string {
  if (turns + agentTurns === 0 && changed > 0) return `more of ${counted(changed, 'turn')}`;
  return countedTurns(turns, agentTurns);
}

function problemLines({ problems }: Ingested): string[] {
  const found = Object.entries(problems).map(([reason, count]) => `${grouped(count)} ${reason}`);
  return found.length > 0 ? [`Lines that could not be read: ${found.join(', ')}.`] : [];
}

function nextLines({ turns, interrupted, stored }: Ingested): string[] {
  if (interrupted) return ['Run the command again to go on.'];
  if (turns === 0) return [];
  const { projects, sessions } = stored;
  const all = `${counted(stored.turns, 'turn')} in ${counted(sessions, 'session')}`;
  return [
    `The memory now has ${counted(projects, 'project')}: ${all}.`,
    'Try `mementor query "what you are looking for"`, or ask Claude something that you did last week, then `mementor why`.',
  ];
}
