/** The totals of an ingest and their summary. */

import { describe, expect, it } from 'vitest';
import { emptyTotals, withReport } from '../../src/answers/ingest-totals.ts';
import type { IngestReport } from '../../src/memory.ts';
import { ingestSummary } from '../../src/output/ingest.ts';

function step(more: Partial<IngestReport>): IngestReport {
  const zero = {
    bytes: 0,
    kept: 0,
    skipped: {},
    problems: {},
    turns: 0,
    agentTurns: 0,
    changed: 0,
  };
  return { done: true, unchanged: false, restarted: false, ...zero, ...more };
}

describe('totals', () => {
  it('add up the steps, reason by reason', () => {
    const steps = [
      step({ bytes: 1_500_000, kept: 3, skipped: { meta: 1 }, turns: 2, agentTurns: 1 }),
      step({ unchanged: true, changed: 1 }),
      step({ bytes: 500_000, kept: 1, skipped: { meta: 2, progress: 1 }, problems: { json: 4 } }),
    ];
    expect(steps.reduce(withReport, emptyTotals())).toEqual({
      transcripts: 0,
      unchanged: 1,
      bytes: 2_000_000,
      kept: 4,
      skipped: { meta: 3, progress: 1 },
      problems: { json: 4 },
      turns: 2,
      agentTurns: 1,
      changed: 1,
      failed: [],
    });
  });

  it('are not changed by adding', () => {
    const totals = emptyTotals();
    withReport(totals, step({ skipped: { meta: 1 }, problems: { json: 1 } }));
    expect(totals).toEqual(emptyTotals());
  });
});

describe('the summary', () => {
  it('counts in words', () => {
    const one = { ...emptyTotals(), transcripts: 1, turns: 1, bytes: 123_456, embedded: 1 };
    expect(ingestSummary(one, false)).toMatchInlineSnapshot(`
      "Took in 1 turn from 1 transcript (0 unchanged, 0.1 MB read), embedded 1 chunk.
      "
    `);
    const more = { ...one, transcripts: 2, unchanged: 1, turns: 0, embedded: 0 };
    expect(ingestSummary(more, true)).toMatchInlineSnapshot(`
      "Interrupted; kept 0 turns from 2 transcripts (1 unchanged, 0.1 MB read), embedded 0 chunks.
      "
    `);
  });

  it('tells of lines that could not be read', () => {
    const totals = {
      ...emptyTotals(),
      problems: { 'invalid-json': 2, 'too-long': 1 },
      embedded: 0,
    };
    expect(ingestSummary(totals, false)).toContain(
      '\nLines that could not be read: 2 invalid-json, 1 too-long.\n',
    );
  });
});
