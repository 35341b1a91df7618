/** The totals of an ingest and their summary. */

import { describe, expect, it } from 'vitest';
import type { IngestReport } from '../../src/memory.ts';
import { emptyTotals, withReport, withTranscript } from '../../src/operations/ingest-totals.ts';
import { ingestSummary } from '../../src/output/ingest.ts';
import { pageOf } from '../../src/output/layout/page.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';

const PAGE = pageOf(fakeOutput(), fakeContext());
const PATHS = { where: 'paths', folder: 'a.jsonl' } as const;
const NONE = {
  ...emptyTotals(),
  others: 0,
  embedded: 0,
  interrupted: false,
  stored: { projects: 0, sessions: 0, turns: 0, pending: 0, chunks: 0 },
};

function step(more: Partial<IngestReport>): IngestReport {
  const zero = {
    bytes: 0,
    kept: 0,
    skipped: {},
    problems: {},
    newer: 0,
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
      step({
        bytes: 500_000,
        kept: 1,
        skipped: { meta: 2, progress: 1 },
        problems: { json: 4 },
        newer: 2,
      }),
      step({ newer: 1 }),
    ];
    expect(
      steps.reduce((totals, each) => withReport(totals, each, 'codex'), emptyTotals()),
    ).toEqual({
      transcripts: 0,
      agents: {},
      unchanged: 1,
      excluded: 0,
      bytes: 2_000_000,
      kept: 4,
      skipped: { meta: 3, progress: 1 },
      problems: { json: 4 },
      newer: { codex: 3 },
      turns: 2,
      agentTurns: 1,
      changed: 1,
      failed: [],
    });
  });

  it('count the transcripts of each agent', () => {
    const read = ['codex', 'claude-code', 'codex'].reduce(withTranscript, emptyTotals());
    expect(read).toMatchObject({ transcripts: 3, agents: { codex: 2, 'claude-code': 1 } });
  });

  it('are not changed by adding', () => {
    const totals = emptyTotals();
    withReport(totals, step({ skipped: { meta: 1 }, problems: { json: 1 } }), 'codex');
    expect(totals).toEqual(emptyTotals());
  });
});

describe('the summary', () => {
  it('counts in words', () => {
    const agents = { 'claude-code': 1 };
    const one = { ...NONE, transcripts: 1, agents, turns: 1, bytes: 123_456, embedded: 1 };
    const stored = { projects: 1, sessions: 1, turns: 2_926, pending: 0, chunks: 9_000 };
    expect(ingestSummary({ ...one, stored }, PATHS, PAGE)).toMatchInlineSnapshot(`
      "Stored 1 turn from 1 transcript of Claude Code (0 unchanged, 123.5 kB read), prepared for search by meaning.
      The memory now has 1 project: 2,926 turns in 1 session.
      Try mementor query "what you are looking for", or ask Claude something that you did last week, then mementor why.
      "
    `);
    const many = { codex: 10, 'claude-code': 1_990 };
    const more = {
      ...one,
      transcripts: 2_000,
      agents: many,
      unchanged: 1_999,
      turns: 0,
      embedded: 0,
    };
    expect(ingestSummary({ ...more, interrupted: true }, PATHS, PAGE)).toMatchInlineSnapshot(`
      "Interrupted; stored 0 turns from 2,000 transcripts (1,990 of Claude Code, 10 of Codex, 1,999 unchanged, 123.5 kB read).
      To go on where it stopped, run the same command again.
      "
    `);
    expect(ingestSummary(more, PATHS, PAGE)).toMatchInlineSnapshot(`
      "Stored 0 turns from 2,000 transcripts (1,990 of Claude Code, 10 of Codex, 1,999 unchanged, 123.5 kB read).
      "
    `);
  });

  it('does not say that text is prepared for search by meaning while some is not', () => {
    const half = { projects: 1, sessions: 1, turns: 17, pending: 11, chunks: 20 };
    const some = { ...NONE, transcripts: 1, turns: 17, embedded: 9, stored: half };
    const text = ingestSummary({ ...some, interrupted: true }, PATHS, PAGE);
    expect(text).not.toContain('prepared');
    expect(text).toContain('\n55 % of what is stored is found by its words only');
  });

  it('says that it prepared what an earlier run had stored', () => {
    const all = { projects: 1, sessions: 1, turns: 17, pending: 0, chunks: 20 };
    const rest = { ...NONE, transcripts: 1, unchanged: 1, embedded: 11, stored: all };
    const text = ingestSummary(rest, PATHS, PAGE);
    expect(text).not.toContain('Stored 0 turns');
    expect(text).toContain('Nothing new in 1 transcript (1 unchanged');
    expect(text).toContain('now all prepared for search by meaning');
  });

  it('says where to look if there was nothing', () => {
    const here = { folder: '/x', where: 'here' } as const;
    expect(ingestSummary(NONE, here, PAGE)).toMatchInlineSnapshot(`
      "There are no transcripts of the project of /x.
      Run mementor ingest --all to read those of every project.
      "
    `);
    expect(ingestSummary(NONE, { ...here, where: 'all' }, PAGE)).toBe(
      'There are no transcripts in /x.\n',
    );
    expect(ingestSummary(NONE, { ...here, where: 'paths' }, PAGE)).toBe(
      'There are no transcripts in /x.\nRun mementor ingest --all to read those of every project.\n',
    );
    // A text without a line of zeros, but not after a failure.
    expect(ingestSummary({ ...NONE, failed: ['a'] }, here, PAGE)).toContain('Stored 0 turns');
  });

  it.each([40, 80, 120])('fits a terminal of %s columns', (width) => {
    const turns = {
      ...NONE,
      transcripts: 1_111,
      turns: 5_200,
      bytes: 106_600_000,
      embedded: 3_274,
    };
    const lines = ingestSummary(turns, PATHS, { ...PAGE, width }).split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    expect(lines.join(' ')).toContain('prepared for search by meaning');
  });

  it('tells of lines that could not be read', () => {
    const totals = {
      ...emptyTotals(),
      problems: { 'invalid-json': 2_000, 'too-long': 1 },
    };
    expect(ingestSummary({ ...NONE, ...totals }, PATHS, PAGE)).toContain(
      '\n2,001 lines could not be read and were skipped (2,000 invalid-json, 1 too-long); everything else was read.\n',
    );
  });
});
