/** `query --in …`, `search --mode …`: code, documents and turns in one list. */

import { searchIndex } from '../../code-index.ts';
import { MementorError } from '../../errors/errors.ts';
import type { Context } from '../../process/context.ts';
import { type QueryOptions, query } from '../query.ts';
import { codePlace } from './place.ts';

/** What is searched. */
export const SOURCES = ['turns', 'notes', 'code', 'docs', 'all'] as const;
export type Source = (typeof SOURCES)[number];

/** Names of other tools for the same. */
export const MODES = ['code', 'docs', 'events', 'all'] as const;
export type Mode = (typeof MODES)[number];

export function sourcesOfMode(mode: Mode): readonly Source[] {
  return mode === 'events' ? ['turns'] : [mode];
}

/** A hit; of a turn, `path` is the session and `symbol` the turn. */
export interface MixedHit {
  readonly path: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly kind: string;
  readonly symbol: string | null;
  readonly signature: string | null;
  readonly score: number;
  readonly snippet: string;
  readonly snippetStart: number | null;
  /** When a turn began. */
  readonly at?: string;
}

export interface SearchOptions extends QueryOptions {
  readonly sources: readonly Source[];
}

export type SearchDocument = Awaited<ReturnType<typeof searchAll>>;

const LIMIT = 10;

export async function searchAll({ sources, ...options }: SearchOptions, context: Context) {
  if (options.text.trim() === '') {
    throw new MementorError('QUERY_EMPTY', 'nothing to look for', 'give some words');
  }
  const isAll = sources.includes('all');
  const limit = options.limit ?? LIMIT;
  const holds = (source: Source) => isAll || sources.includes(source);
  const isCode = holds('code') || holds('docs');
  const mode = holds('code') && holds('docs') ? 'all' : holds('code') ? 'code' : 'docs';
  const code = isCode ? searchIndex(codePlace(context), options.text, mode, limit) : [];
  const turns = holds('turns') ? await turnsAmong(options, code[0]?.score ?? 1, context) : [];
  const hits = [...code, ...turns].sort((a, b) => b.score - a.score).slice(0, limit);
  return { version: 1, text: options.text, in: isAll ? ['all'] : [...sources], hits };
}

/**
 * Returns the turns. Their scores compare within one search only: the best one counts as much as
 * the best piece of code, and the others in proportion.
 */
async function turnsAmong(
  options: QueryOptions,
  best: number,
  context: Context,
): Promise<readonly MixedHit[]> {
  const { document } = await query(options, context);
  const first = document.hits[0]?.score ?? 1;
  return document.hits.map(({ session, turn, score, prompt, at }) => ({
    path: session,
    start: null,
    end: null,
    kind: 'turn',
    symbol: turn,
    signature: null,
    score: first > 0 ? (best * Math.max(0, score)) / first : 0,
    snippet: prompt.trim().split('\n').slice(0, 2).join('\n'),
    snippetStart: null,
    at,
  }));
}
