/** Renders what was ingested. Pure. */

import type { IngestTotals } from '../answers/ingest-totals.ts';
import { countedTurns } from '../text/numbers.ts';

/** Renders the summary. */
export function ingestSummary(
  totals: IngestTotals & { readonly embedded: number },
  interrupted: boolean,
): string {
  const problems = Object.entries(totals.problems).map(([reason, n]) => `${n} ${reason}`);
  const lines = [
    `${interrupted ? 'Interrupted; kept' : 'Took in'} ${taken(totals)} from ` +
      `${count(totals.transcripts, 'transcript')} (${totals.unchanged} unchanged, ` +
      `${(totals.bytes / 1e6).toFixed(1)} MB read), embedded ${count(totals.embedded, 'chunk')}.`,
    ...(problems.length > 0 ? [`Lines that could not be read: ${problems.join(', ')}.`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A turn that was stored before is told only when there is no new one. */
function taken({ turns, agentTurns, changed }: IngestTotals): string {
  if (turns + agentTurns === 0 && changed > 0) return `more of ${count(changed, 'turn')}`;
  return countedTurns(turns, agentTurns);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
