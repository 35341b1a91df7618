/** Records of sessions, as hooks write them. */

import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recallsOf } from '../../src/home/paths.ts';
import type { NoteLine, PromptLine, Recall, RecordLine, TurnLine } from '../../src/memory.ts';

export function recordPath(home: string, session: string): string {
  return join(recallsOf(home), `${session}.jsonl`);
}

export function appendLine(path: string, line: RecordLine): void {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

type Circumstances = Pick<
  PromptLine,
  'atMs' | 'prompt' | 'transcript' | 'directory' | 'dismissed' | 'rate' | 'chars'
> &
  Pick<PromptLine, 'recallMs' | 'hookMs'>;

/** Returns the line of a prompt for which this was found. */
export function promptLine(about: Circumstances, found: Recall): PromptLine {
  const candidates = turnLines(found);
  const notes = noteLines(found);
  const isAdded = ({ verdict }: TurnLine | NoteLine) => verdict === 'injected';
  return {
    ...about,
    injected: candidates.filter(isAdded).map(({ turn }) => turn),
    candidates,
    notes: notes.filter(isAdded).map(({ note }) => note),
    noteCandidates: notes,
    probability: found.probability,
    threshold: found.threshold,
    evidence: Object.fromEntries(found.evidence.map(({ name, value }) => [name, value])),
    withContext: found.withContext,
    searched: found.searched,
    semantic: found.semantic,
    text: found.said === '' ? null : found.said,
    tokens: Math.ceil(about.chars / 4),
  };
}

function turnLines({ candidates }: Recall): TurnLine[] {
  return candidates.map(({ verdict, hit: { turn, similarity, textScore, score } }) => ({
    turn,
    verdict,
    similarity,
    textScore,
    score,
  }));
}

function noteLines({ notes }: Recall): NoteLine[] {
  return notes.map(({ note, verdict, similarity, shared }) => ({
    note,
    verdict,
    similarity,
    shared,
  }));
}
