/** Renders what was ingested, and what to do next. Pure. */

import { agentNamed } from '../agents/find.ts';
import type { IngestDocument } from '../operations/ingest.ts';
import type { IngestTotals } from '../operations/ingest-totals.ts';
import { withCommands } from '../process/style.ts';
import { counted, countedTurns, grouped, percentOf, printable, sized } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { wrapped } from './layout/wrap.ts';

/** Where the transcripts were looked for: every one, those of the folder's project, or the paths that were given. */
export interface LookedIn {
  readonly where: 'all' | 'here' | 'paths';
  /** The folder, or the paths. */
  readonly folder: string;
}

/** Renders the summary. */
export function ingestSummary(ingested: IngestDocument, looked: LookedIn, page: Page): string {
  const lines = [
    ...(isNothing(ingested) ? noneLines(looked) : totalLines(ingested)),
    ...problemLines(ingested),
    ...otherLines(ingested),
    ...newerLines(ingested),
    ...nextLines(ingested, looked),
  ];
  return lines
    .flatMap((line) => wrapped(withCommands(printable(line), page.paint), page.width))
    .map((line) => `${line}\n`)
    .join('');
}

function isNothing({ transcripts, embedded, failed, interrupted }: IngestDocument): boolean {
  return transcripts + embedded + failed.length === 0 && !interrupted;
}

function noneLines({ folder, where }: LookedIn): string[] {
  if (where === 'all') return [`There are no transcripts in ${folder}.`];
  const what = where === 'here' ? 'transcripts of the project of' : 'transcripts in';
  return [
    `There are no ${what} ${folder}.`,
    'Run `mementor ingest --all` to read those of every project.',
  ];
}

function totalLines(ingested: IngestDocument): string[] {
  const { unchanged, excluded, bytes, embedded, interrupted, stored } = ingested;
  const { count, shares } = countedByAgent(ingested);
  const out = excluded === 0 ? '' : `, ${grouped(excluded)} excluded by the setting \`exclude\``;
  const read = `(${shares}${grouped(unchanged)} unchanged${out}, ${sized(bytes)} read)`;
  const isAllReady = embedded > 0 && stored.pending === 0;
  const meaning = isAllReady ? ', prepared for search by meaning' : '';
  if (isAllReady && !interrupted && isNothingNew(ingested)) {
    return [
      `Nothing new in ${count} ${read}. What was stored before is now all prepared for search by meaning.`,
    ];
  }
  const head = interrupted ? 'Interrupted; stored' : 'Stored';
  return [`${head} ${taken(ingested)} from ${count} ${read}${meaning}.`, ...pendingLines(stored)];
}

/** Returns `3 transcripts of Codex`; of several agents, how many are of which. */
export function countedByAgent({
  agents,
  transcripts,
}: Pick<IngestTotals, 'agents' | 'transcripts'>) {
  const count = counted(transcripts, 'transcript');
  const sorted = Object.entries(agents).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const nameOf = (name: string) => agentNamed(name)?.displayName ?? name;
  const [[only] = []] = sorted;
  if (only !== undefined && sorted.length === 1)
    return { count: `${count} of ${nameOf(only)}`, shares: '' };
  const shares = sorted.map(([name, share]) => `${grouped(share)} of ${nameOf(name)}`);
  return { count, shares: shares.map((each) => `${each}, `).join('') };
}

function isNothingNew({ turns, agentTurns, changed }: IngestTotals): boolean {
  return turns + agentTurns + changed === 0;
}

/** Without a model or after an interruption, text can be found by its words only. */
function pendingLines({ pending, chunks }: IngestDocument['stored']): string[] {
  if (pending === 0) return [];
  const share = percentOf(pending, chunks);
  return [`${share} of what is stored is found by its words only, not yet by meaning.`];
}

/** A turn that was stored before is counted only when there is no new one. */
function taken({ turns, agentTurns, changed }: IngestTotals): string {
  if (turns + agentTurns === 0 && changed > 0) return `more of ${counted(changed, 'turn')}`;
  return countedTurns(turns, agentTurns);
}

function problemLines({ problems }: IngestDocument): string[] {
  const found = Object.entries(problems).map(([reason, count]) => `${grouped(count)} ${reason}`);
  if (found.length === 0) return [];
  const count = Object.values(problems).reduce((sum, each) => sum + each, 0);
  const were = count === 1 ? 'was' : 'were';
  return [
    `${counted(count, 'line')} could not be read and ${were} skipped (${found.join(', ')}); everything else was read.`,
  ];
}

/** Says what is not of this project, where anything was read. */
function otherLines(ingested: IngestDocument): string[] {
  const { others } = ingested;
  if (others === 0 || isNothing(ingested)) return [];
  const were = others === 1 ? 'transcript was' : 'transcripts were';
  return [`${grouped(others)} other ${were} not read: \`mementor ingest --all\` reads every one.`];
}

/** A client that has moved on must not look as if all of it were read. */
function newerLines({ newer }: IngestDocument): string[] {
  return Object.entries(newer).map(([agent, count]) => {
    const name = agentNamed(agent)?.displayName ?? agent;
    const were = count === 1 ? 'was' : 'were';
    return `${counted(count, 'session')} of a newer ${name} ${were} not read: this Mementor does not know ${count === 1 ? 'its' : 'their'} form. A newer one may.`;
  });
}

function nextLines({ turns, interrupted, stored }: IngestDocument, { where }: LookedIn): string[] {
  if (interrupted) {
    const command = where === 'all' ? '`mementor ingest --all`' : 'the same command';
    return [`To go on where it stopped, run ${command} again.`];
  }
  if (turns === 0) return [];
  const { projects, sessions } = stored;
  const all = `${counted(stored.turns, 'turn')} in ${counted(sessions, 'session')}`;
  return [
    `The memory now has ${counted(projects, 'project')}: ${all}.`,
    'Try `mementor query "what you are looking for"`, or ask Claude something that you did last week, then `mementor why`.',
  ];
}
