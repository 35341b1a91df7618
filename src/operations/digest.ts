/** Digests of sessions as documents. */

import type { Digest } from '../memory.ts';
import { isoOf } from '../text/numbers.ts';
import { dated } from './dated.ts';

/** The document that scripts read: its field names are stable. */
export function digestDocument(digest: Digest) {
  const { startedAtMs, endedAtMs, lines: _, superseded, ...rest } = digest;
  return {
    ...dated(rest),
    startedAt: isoOf(startedAtMs),
    endedAt: isoOf(endedAtMs),
    notes: digest.notes.map((each) => ({ ...each, superseded: superseded.includes(each.note) })),
    concluded: digest.concluded ?? null,
    concludedRequest: digest.concludedRequest ?? null,
  };
}
