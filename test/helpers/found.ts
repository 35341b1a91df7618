/** What the core would find for a prompt. */

import type { Hit, NearNote, Recall } from '../../src/memory.ts';
import { aHit } from './hit.ts';

/** Returns a recall whose candidates have these verdicts; the turns are `turn-1`, `turn-2`, …. */
export function found(verdicts: readonly string[], more: Partial<Recall> = {}): Recall {
  const probability = verdicts.includes('injected') ? 0.93 : 0.314;
  const candidates =
    more.candidates ??
    verdicts.map((verdict, index) => ({
      verdict,
      hit: aHit({ turn: `turn-${index + 1}`, score: 3 - index }),
    }));
  const injected = candidates.filter(({ verdict }) => verdict === 'injected');
  const passages = injected.map(({ hit }) => hit.passage).join('\n\n');
  return {
    withContext: false,
    probability,
    threshold: 0.71,
    evidence: [
      { name: 'similarityMargin', value: 0.123_456_7 },
      { name: 'textMargin', value: -0.05 },
      { name: 'question', value: 1 },
    ],
    candidates,
    notes: [],
    searched: 12,
    semantic: true,
    said: passages === '' ? '' : `<mementor>\n${passages}\n</mementor>`,
    ...more,
  };
}

/** Returns a note that comes near a prompt. */
export function aNearNote(more: Partial<NearNote> = {}): NearNote {
  return {
    note: 'note-1',
    kind: 'learning',
    summary: 'The staging port is 6543',
    author: 'person',
    atMs: Date.UTC(2025, 10, 17),
    verdict: 'injected',
    similarity: 0.612_345,
    shared: 1.5,
    ...more,
  };
}

/** Returns one whose only candidate is this turn, and is brought back. */
export function foundHit(hit: Partial<Hit>): Recall {
  return found([], { probability: 0.93, candidates: [{ verdict: 'injected', hit: aHit(hit) }] });
}
