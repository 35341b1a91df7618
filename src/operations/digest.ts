/** Digests of sessions as documents, and what lists show of a session. */

import type { Digest, Memory } from '../memory.ts';
import { isoOf } from '../text/numbers.ts';
import { titlesOf } from '../text/titles.ts';
import { dated } from './dated.ts';

/** A digest fits on a screen or two; what is more important than the rest stays. */
const CHARS_MAX = 4_000;

/** What a list shows of a session. */
export interface WithGist {
  /** What the person named it, else what was asked; empty if nothing was said. */
  readonly title: string;
  /** Pull requests that came of it, as its agent says: their addresses or numbers. */
  readonly pullRequests: readonly string[];
  /** What was asked, in the person's words; null if only approvals and pasted text were said. */
  readonly asked: string | null;
  /** What the last real answer concluded; null if there is none. */
  readonly ended: string | null;
}

/** Returns rows with their titles, what was asked in their sessions and how they ended. */
export function withGists<Row extends { readonly session: string; readonly prompt: string }>(
  rows: readonly Row[],
  memory: Memory,
): (Row & WithGist)[] {
  const gists = memory.gists(rows.map(({ session }) => session));
  const titles = titlesOf(rows.map(({ prompt }, index) => gists[index]?.asked ?? prompt));
  return rows.map((row, index) => {
    const { title, asked = null, ended = null, pullRequests = [] } = gists[index] ?? {};
    return { ...row, title: title ?? titles[index] ?? '', asked, ended, pullRequests };
  });
}

/** Returns the digest of a session; undefined if nothing of it is stored. */
export function digestOf(session: string, memory: Memory): Digest | undefined {
  return memory.digest(session, CHARS_MAX) ?? undefined;
}

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
