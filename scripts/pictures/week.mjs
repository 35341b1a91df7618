/** What the made-up user did this week, after the three conversations of the demo. */

import { createHash } from 'node:crypto';
import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';

/** The last prompt is the one that `mementor why` shows. */
const WEEK = [
  {
    session: '3b7c1a90-5d2e-4f6a-9c81-7e04d5b2a613',
    turns: [
      ['2026-11-12T08:30:00Z', 'rename `n` to `count` in src/basket.rs', 'Renamed it in 4 places.'],
      ['2026-11-12T08:41:00Z', 'thanks, looks good', 'You are welcome.'],
      ['2026-11-13T13:05:00Z', 'run the tests again', 'All 58 tests pass.'],
    ],
  },
  {
    session: 'c2a4f871-0e6b-4d93-8b15-f3d7096ac54e',
    turns: [
      ['2026-11-18T09:02:00Z', 'format the whole repository', 'Done: 7 files changed.'],
      [
        '2026-11-18T09:12:00Z',
        'why did we drop the retry queue for webhooks?',
        'Because it hid real failures for days: every delivery was "still being retried", and a customer whose endpoint was gone looked healthy.',
      ],
      ['2026-11-19T15:20:00Z', 'bump the version to 1.4.0', 'The version is 1.4.0 now.'],
    ],
  },
  {
    session: '91d0e6f4-2b3a-4c5d-8e7f-60a1b2c3d4e5',
    turns: [
      ['2026-11-20T09:40:00Z', 'add a test for the empty basket', 'Added `empty_basket_is_free`.'],
      [
        '2026-11-20T09:55:00Z',
        'my client cannot reach the billing db on staging, which port is it?',
        'Port 6543; 5432 belongs to the legacy cluster. `PGPORT=6543` is set in deploy/staging.yml.',
      ],
    ],
  },
];

/** Types the prompts one by one; the transcripts grow as Claude Code writes them. */
export function playWeek(sandbox, optionsAt) {
  for (const { session, turns } of WEEK) {
    const path = sandbox.transcriptOf(session);
    writeFileSync(path, '');
    for (const [at, prompt, answer] of turns) {
      sandbox.ask(session, prompt, optionsAt(at));
      const common = {
        cwd: sandbox.project,
        sessionId: session,
        version: '2.1.330',
        gitBranch: 'main',
      };
      const line = (type, content) => {
        const entry = {
          ...common,
          isSidechain: false,
          type,
          uuid: idOf(`${session} ${at} ${type}`),
          timestamp: at,
        };
        return `${JSON.stringify({ ...entry, message: { role: type, content } })}\n`;
      };
      appendFileSync(
        path,
        line('user', prompt) + line('assistant', [{ type: 'text', text: answer }]),
      );
      utimesSync(path, new Date(at), new Date(at));
      sandbox.answered(session, answer, optionsAt(at));
    }
  }
}

/** Returns the same id for the same text, so that pictures do not change by themselves. */
function idOf(text) {
  const digits = createHash('sha256').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}
