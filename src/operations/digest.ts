/** Digests of sessions as documents, and what lists show of a session. */

import type { Digest, Memory } from '../memory.ts';
import { translated } from '../memory.ts';
import { isoOf } from '../text/numbers.ts';
import { titlesOf } from '../text/titles.ts';

/** A digest fits on a screen or two; what is more important than the rest stays. */
const CHARS_MAX = 4_000;

/** What a list shows of a session. */
export interface WithGist {
  /** What it is called; empty if nothing was said. */
  readonly title: string;
  /** What was asked, in the person's words; undefined if only approvals and pasted text were said. */
  readonly asked?: string | undefined;
  /** What the last real answer concluded; undefined if there is none. */
  readonly ended?: string | undefined;
}

/** Returns rows with their titles, what was asked in their sessions and how they ended. */
export function withGists<Row extends { readonly session: string; readonly prompt: string }>(
  rows: readonly Row[],
  memory: Memory,
): (Row & WithGist)[] {
  const gists = translated(() => memory.gists(rows.map(({ session }) => session)));
  const titles = titlesOf(rows.map(({ prompt }, index) => gists[index]?.asked ?? prompt));
  return rows.map((row, index) => ({
    ...row,
    title: titles[index] ?? '',
    asked: gists[index]?.asked ?? undefined,
    ended: gists[index]?.ended ?? undefined,
  }));
}

/** Returns the digest of a session; undefined if nothing of it is stored. */
export function digestOf(session: string, memory: Memory): Digest | undefined {
  return translated(() => memory.digest(session, CHARS_MAX)) ?? undefined;
}

export type DigestDocument = ReturnType<typeof digestDocument>;

/** The document that scripts read: its field names are stable. */
export function digestDocument(digest: Digest) {
  const { startedAtMs, endedAtMs, lines: _, superseded, ...rest } = digest;
  return {
    ...rest,
    startedAt: isoOf(startedAtMs),
    endedAt: isoOf(endedAtMs),
    asked: digest.asked.map(timed),
    changed: digest.changed.map(timed),
    read: digest.read.map(timed),
    commands: digest.commands.map(timed),
    delivered: digest.delivered.map((each) => ({ ...timed(each), hash: each.hash ?? null })),
    errors: digest.errors.map((each) => ({
      ...timed(each),
      error: each.error ?? null,
      ended: each.ended ? timed(each.ended) : null,
    })),
    deadEnds: digest.deadEnds.map(timed),
    decisions: digest.decisions.map((each) => ({
      ...timed(each),
      question: each.question,
    })),
    notes: digest.notes.map((each) => ({ ...each, superseded: superseded.includes(each.note) })),
    concluded: digest.concluded ?? null,
    concludedRequest: digest.concludedRequest ?? null,
  };
}

function timed<Each extends { readonly atMs: number }>({ atMs, ...rest }: Each) {
  return { at: isoOf(atMs), ...rest };
}
