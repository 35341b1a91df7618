/** Builds the record line of a prompt from the search result. Pure. */

import type { Recall } from '../memory.ts';
import type { CandidateLine, NoteLine, PromptLine } from './lines.ts';

const PROMPT_CHARS_MAX = 2_000;

/**
 * Masks more than is kept, so that truncation cannot split a secret and hide it from masking; but
 * not megabytes.
 */
const MASKED_CHARS_MAX = 16_000;

/** The result for a prompt without a search. */
export const NOTHING_FOUND: Recall = {
  dismissed: null,
  withContext: false,
  probability: 0,
  threshold: 0,
  evidence: [],
  candidates: [],
  notes: [],
  searched: 0,
  semantic: false,
  said: '',
};

export type Circumstances = Pick<
  PromptLine,
  | 'atMs'
  | 'prompt'
  | 'transcript'
  | 'directory'
  | 'dismissed'
  | 'rate'
  | 'chars'
  | 'recallMs'
  | 'hookMs'
>;

/** `mask` masks what a user typed, `maskText` what was injected. */
export function promptLine(
  about: Circumstances,
  found: Recall,
  mask: (text: string) => string,
  maskText: (text: string) => string = mask,
): PromptLine {
  const { atMs, prompt, transcript, directory, dismissed, rate, chars } = about;
  const { withContext, searched, semantic } = found;
  const candidates = candidateLines(found);
  const notes = noteLines(found);
  return {
    atMs,
    prompt: cut(mask(cut(prompt, MASKED_CHARS_MAX)), PROMPT_CHARS_MAX),
    ...(transcript === undefined ? {} : { transcript }),
    directory,
    dismissed,
    injected: candidates.filter((each) => each.verdict === 'injected').map((each) => each.turn),
    candidates,
    notes: notes.filter((each) => each.verdict === 'injected').map((each) => each.note),
    noteCandidates: notes,
    probability: rounded(found.probability),
    threshold: rounded(found.threshold),
    evidence: Object.fromEntries(
      found.evidence.map(({ name, value }) => [name, rounded(value)] as const),
    ),
    rate,
    withContext,
    searched,
    semantic,
    text: found.said === '' ? null : maskText(found.said),
    chars,
    tokens: tokensOf(chars),
    recallMs: Math.round(about.recallMs),
    hookMs: Math.round(about.hookMs),
  };
}

export function candidateLines({ candidates }: Recall): CandidateLine[] {
  const scoreOf = (score: number | null | undefined) =>
    typeof score === 'number' ? rounded(score) : null;
  return candidates.map(({ verdict, hit }) => ({
    turn: hit.turn,
    verdict,
    similarity: scoreOf(hit.similarity),
    textScore: scoreOf(hit.textScore),
    score: rounded(hit.score),
  }));
}

export function noteLines({ notes }: Recall): NoteLine[] {
  return notes.map(({ note, verdict, similarity, shared }) => ({
    note,
    verdict,
    similarity: typeof similarity === 'number' ? rounded(similarity) : null,
    shared: rounded(shared),
  }));
}

/** An estimate close enough for English and code. */
export function tokensOf(chars: number): number {
  return Math.ceil(chars / 4);
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

/** Never cuts inside a surrogate pair. */
function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : text.slice(0, charsMax).replace(/[\uD800-\uDBFF]$/, '');
}
