/** Progress: nothing for a second, then rate and time left; nothing where nobody looks. */

import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/ingest.ts';
import { progressText, terminalWatch } from '../../src/output/terminal-watch.ts';
import type { Pace } from '../../src/process/watch.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { writeTranscript } from '../helpers/remembered.ts';

const pace = (unit: Pace['unit'], done: number, total: number, worked = done): Pace => ({
  unit,
  done,
  total,
  worked,
});

describe('progressText', () => {
  it.each<[number, Pace | undefined, string]>([
    [2_000, pace('bytes', 10e6, 30e6), 'Reading · 5.0 MB/s · 4 s left'],
    [10_000, pace('chunks', 140, 500), 'Reading · 14 chunks/s · 26 s left'],
    [10_000, pace('chunks', 5, 5_000), 'Reading · 0.5 chunks/s · 3 h left'],
    [10_000, pace('chunks', 100, 5_000), 'Reading · 10 chunks/s · 9 min left'],
    // What was known already is passed over, and is no reading.
    [2_000, pace('bytes', 20e6, 30e6, 1e6), 'Reading · 500.0 kB/s · 1 s left'],
    [2_000, pace('bytes', 0, 30e6), 'Reading'],
    [2_000, pace('bytes', 40e6, 30e6), 'Reading · 20.0 MB/s · 0 s left'],
    [2_000, pace('bytes', 0, 0), 'Reading'],
    [0, pace('bytes', 10, 20), 'Reading'],
    [2_000, undefined, 'Reading'],
  ])('after %j ms: %j', (elapsedMs, given, text) => {
    expect(progressText('Reading', elapsedMs, given)).toBe(text);
  });
});

describe('progress', () => {
  function drawn(isTTY: boolean, ...timesMs: number[]): string {
    let nowMs = 0;
    const stderr = fakeOutput(isTTY);
    const line = terminalWatch({ ...fakeContext(), stderr, uptimeMs: () => nowMs }).progress();
    for (const timeMs of timesMs) {
      nowMs = timeMs;
      line.show(`at ${timeMs}`);
    }
    line.clear();
    return stderr.text;
  }

  it('is silent for a second, and not redrawn all the time', () => {
    expect(drawn(true, 10, 999)).toBe('');
    expect(drawn(true, 999, 1_000, 1_050, 1_100)).toBe(
      '\r\u001B[Kat 1000\r\u001B[Kat 1100\r\u001B[K',
    );
  });

  it('stays on one line of a narrow terminal', () => {
    const stderr = fakeOutput(true, 30);
    let nowMs = 0;
    const uptimeMs = () => {
      nowMs += 2_000;
      return nowMs;
    };
    terminalWatch({ ...fakeContext(), stderr, uptimeMs })
      .progress()
      .show('Reading 120/500 transcripts, 14 turns · 28 s left');
    expect(stderr.text).toBe('\r\u001B[KReading 120/500 transcripts,…');
  });

  it('is silent where nobody looks', () => {
    expect(drawn(false, 5_000, 10_000)).toBe('');
  });
});

describe('ingest', () => {
  it('tells how far it is, also when every transcript is small', async () => {
    let nowMs = 0;
    const context = {
      ...fakeContext({ env: { MEMENTOR_MODELS: '/nowhere' } }),
      stderr: fakeOutput(true),
      uptimeMs: () => {
        nowMs += 600;
        return nowMs;
      },
    };
    for (const session of ['a', 'b', 'c', 'd']) {
      writeTranscript(context, { project: 'project', session, prompts: ['Why?'] });
    }
    const options = { paths: [], all: true, project: undefined, json: false };
    expect(await run(options, context)).toBe(0);
    expect(context.stderr.text.split('\r')).toContainEqual(
      expect.stringMatching(/Reading 3\/4 transcripts, 3 turns · \d+ B\/s · \d+ s left$/),
    );
  });
});
