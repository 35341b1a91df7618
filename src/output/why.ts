/** Why a prompt brought something back or nothing, in plain words. Pure. */

import { counted, grouped, isoOf, printable } from '../doctor/text.ts';
import type { CandidateLine, PromptLine, UsedLine } from '../recalls/lines.ts';
import { localTime } from '../times.ts';
import { factLine, shortId } from './hits.ts';
import type { KeptApart } from './kept-apart.ts';
import type { Style } from './style.ts';
import { oneLine } from './text.ts';

/** A turn that was brought back, or nearly. */
export interface Match {
  readonly line: CandidateLine;
  /** Undefined when it is stored no longer. */
  readonly turn:
    | {
        readonly atMs: number;
        readonly session: string;
        readonly branch?: string;
        readonly prompt: string;
      }
    | undefined;
}

export interface Explanation {
  readonly line: PromptLine;
  readonly session: string | undefined;
  /** Whether it was tried out now, and not recorded by the prompt hook. */
  readonly tried: boolean;
  /** Why the hook would not have searched, had the prompt been sent. */
  readonly skipped: string | undefined;
  /** What came of what was brought back, where that is known. */
  readonly used?: UsedLine | undefined;
  readonly matches: readonly Match[];
  /** The project that the directory names and is kept apart from: nothing of it is searched. */
  readonly apart?: KeptApart | undefined;
}

const PROMPT_CHARS_MAX = 200;
const MATCH_CHARS_MAX = 120;

export function renderExplanation(explanation: Explanation, paint: Style): string {
  const { line, session, tried, skipped, used, matches, apart } = explanation;
  const fact = (name: string, value: string) => `${paint.dim(name.padEnd(8))}  ${value}`;
  const when = tried ? 'tried out now; nothing is recorded' : (localTime(line.atMs) ?? 'unknown');
  const lines = [
    fact('prompt', promptOf(line, tried, paint)),
    fact('when', factLine([when, session === undefined ? null : `session ${shortId(session)}`])),
    fact('folder', paint.cyan(printable(line.directory))),
    fact('result', paint.bold(resultOf(line))),
    ...(skipped === undefined
      ? []
      : [
          fact(
            'note',
            paint.yellow(`sent for real, it would not be searched: ${wordsOf(skipped)}`),
          ),
        ]),
    ...(apart === undefined
      ? []
      : [fact('note', paint.yellow(printable(apart.detail))), fact('', printable(apart.fix))]),
    ...(line.dismissed === null && line.candidates.length > 0
      ? [fact('weighed', weighedOf(line))]
      : []),
    ...(line.chars > 0
      ? [fact('size', `${grouped(line.chars)} characters, about ${counted(line.tokens, 'token')}`)]
      : []),
    ...(tried || line.injected.length === 0 ? [] : [fact('used', usedText(used))]),
    ...(line.dismissed === null || line.searched > 0 ? [fact('searched', searchedOf(line))] : []),
    fact('time', timeOf(line, tried)),
    ...matches.flatMap((match, index) => ['', ...renderMatch(match, index + 1, paint)]),
  ];
  return lines.map((each) => `${each}\n`).join('');
}

/** The hook keeps no text of a session whose transcript is not there: it may never be. */
function promptOf({ prompt }: PromptLine, tried: boolean, paint: Style): string {
  if (prompt === '' && !tried) return paint.dim('(not kept: the session had not been written yet)');
  return `${paint.green('>')} ${oneLine(prompt, PROMPT_CHARS_MAX)}`.trimEnd();
}

/** Says what came of it. */
export function resultOf(line: PromptLine): string {
  const { dismissed, injected, candidates, probability, threshold, rate } = line;
  if (dismissed !== null) return `said nothing: ${wordsOf(dismissed)}`;
  const needed = `${percent(threshold)} is needed at a false-injection rate of ${rate} %`;
  if (injected.length > 0) {
    const they = injected.length === 1 ? 'it is' : 'they are';
    const turns = counted(injected.length, 'turn');
    return `brought back ${turns}: ${they} ${percent(probability)} likely to help; ${needed}`;
  }
  if (candidates.length === 0) return 'said nothing: no past turn matches';
  const isNew = candidates.some(({ verdict }) => !HELD.has(verdict));
  if (!isNew || probability >= threshold) {
    return 'said nothing: what matches is in the context already';
  }
  return `said nothing: the best match is ${percent(probability)} likely to help; ${needed}`;
}

/** Says what spoke for and against it; the two margins first, as they decide most. */
function weighedOf({ evidence }: PromptLine): string {
  const signed = (value: number, digits: number) =>
    `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
  const { similarityMargin, textMargin } = evidence;
  const margins = [
    ...(similarityMargin === undefined ? [] : [`meaning ${signed(similarityMargin, 2)}`]),
    ...(textMargin === undefined ? [] : [`words ${signed(textMargin * 100, 0)} %`]),
  ];
  const forms = Object.entries(FORMS).flatMap(([name, words]) =>
    (evidence[name] ?? 0) > 0 ? [words] : [],
  );
  const against =
    margins.length > 0 ? [`the past against this session: ${margins.join(', ')}`] : [];
  return [...against, ...forms].join(' · ') || 'no evidence was recorded';
}

/** The evidence that is a form of the prompt: there or not. */
const FORMS: Readonly<Record<string, string>> = {
  question: 'asks',
  wonders: 'asks why or how',
  order: 'begins with an order',
  pasted: 'is a pasted plan',
  past: 'speaks of the past',
  continues: 'goes on with earlier work',
};

/** Says how much of it came back in the answer: never that it helped, which nobody knows. */
export function usedText(used: UsedLine | undefined): string {
  if (used === undefined) return 'not known so far: it is looked at when the answer is complete';
  if (used.brought === 0)
    return 'the turns brought back hold no rare word that was new to the session';
  const words = counted(used.brought, 'rare word');
  return `${grouped(used.used)} of ${words} of the turns brought back came back in the answer or its calls (a weak sign)`;
}

/** Verdicts on turns that the session's context holds. */
const HELD: ReadonlySet<string> = new Set(['recalled', 'in-context']);

const DISMISSALS: Readonly<Record<string, string>> = {
  command: 'it is a command, or nothing that a person typed',
  trivial: 'it has no subject of its own, so nothing was searched',
  empty: 'nothing is stored for this project',
  off: 'recall is off everywhere (`mementor mute --always --off` turns it on)',
  muted: 'recall is muted here (`mementor mute --list` shows where)',
  marker: 'the prompt says `--no-recall`',
  fork: 'the session is a fork, and what it copied was not known yet',
  failed: 'the search failed; see the log',
};

const VERDICTS: Readonly<Record<string, string>> = {
  injected: 'brought back',
  unsure: 'not sure enough',
  repeats: 'asks the same as one that was brought back',
  recalled: 'brought back before in this session',
  'in-context': 'a turn of this session',
  enough: 'as many as it deserves were brought back already',
  far: 'much weaker than the best',
  'adds-nothing': 'weaker than one that was brought back, and nothing new in it',
};

function wordsOf(dismissed: string): string {
  return DISMISSALS[dismissed] ?? oneLine(dismissed);
}

function renderMatch({ line, turn }: Match, number: number, paint: Style): string[] {
  const { verdict, score, similarity, textScore } = line;
  const facts = turn && [localTime(turn.atMs), turn.branch, `session ${shortId(turn.session)}`];
  const scores = [
    `score ${score.toFixed(2)}`,
    ...(similarity === null ? [] : [`similarity ${similarity.toFixed(2)}`]),
    ...(textScore === null ? [] : [`full text ${textScore.toFixed(2)}`]),
  ].join(' · ');
  const said = VERDICTS[verdict] ?? oneLine(verdict);
  const what = verdict === 'injected' ? paint.green(said) : said;
  return [
    `${paint.bold(String(number))}  ${factLine(facts ?? ['no longer stored'])}  ${paint.dim(`turn ${shortId(line.turn)}`)}`,
    ...(turn?.prompt ? [`   ${paint.green('>')} ${oneLine(turn.prompt, MATCH_CHARS_MAX)}`] : []),
    `   ${what}  ${paint.dim(scores)}`,
  ];
}

function searchedOf({ searched, semantic, withContext }: PromptLine): string {
  const by = semantic ? 'words and meaning' : 'words';
  const context = withContext ? ', together with the last turns of its session' : '';
  return `${counted(searched, 'turn')} (${by}${context})`;
}

function timeOf({ recallMs, hookMs }: PromptLine, tried: boolean): string {
  return tried ? `${recallMs} ms` : `${recallMs} ms, ${hookMs} ms with the start of the hook`;
}

/** Returns `31 %`; near the ends one digit more, as 99.8 is not 100. */
function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && (value < 1 || value > 99) && value < 100 ? value.toFixed(1) : value.toFixed(0)} %`;
}

/** The document that scripts read: its names stay. */
export function explanationDocument(explanation: Explanation | undefined): object {
  if (explanation === undefined) return { version: 1, prompt: null, result: null, candidates: [] };
  const { line, session, tried, skipped, used, matches, apart } = explanation;
  const { atMs, hookMs, candidates: _, ...rest } = line;
  return {
    version: 1,
    result: resultOf(line),
    tried,
    session: session ?? null,
    at: isoOf(atMs),
    skipped: skipped ?? null,
    ...rest,
    hookMs: tried ? null : hookMs,
    used: used === undefined ? null : { turn: used.turn, brought: used.brought, used: used.used },
    keptApart: apart?.from ?? null,
    candidates: matches.map(({ line: scores, turn }) => ({
      ...scores,
      session: turn?.session ?? null,
      at: turn === undefined ? null : isoOf(turn.atMs),
      branch: turn?.branch ?? null,
      prompt: turn?.prompt ?? null,
    })),
  };
}
