/** Renders why recall injected something for a prompt, or why not. Pure. */

import type { Explanation, Match } from '../answers/why.ts';
import type { PromptLine, UsedLine } from '../recalls/lines.ts';
import { resultOf, wordsOf } from '../recalls/words.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, grouped, printable } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
import { factLine } from './hits.ts';
import type { Style } from './style.ts';

const PROMPT_CHARS_MAX = 200;
const MATCH_CHARS_MAX = 120;

/** Renders the message for when no prompt is recorded. */
export function renderNoRecord(whose: string, paint: Style): string {
  const hint = '`mementor why "some prompt"` tries one out';
  return `No prompt of ${printable(whose)} is recorded.\n\n${paint.cyan('hint:')} ${hint}\n`;
}

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

/** The hook keeps no prompt of a session without a transcript, because there may never be one. */
function promptOf({ prompt }: PromptLine, tried: boolean, paint: Style): string {
  if (prompt === '' && !tried) return paint.dim('(not kept: the session had not been written yet)');
  return `${paint.green('>')} ${oneLine(prompt, PROMPT_CHARS_MAX)}`.trimEnd();
}

/** Renders the evidence for and against; the two margins first, because they matter most. */
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

/** Evidence about the form of the prompt: present or not. */
const FORMS: Readonly<Record<string, string>> = {
  question: 'asks',
  wonders: 'asks why or how',
  order: 'begins with an order',
  pasted: 'is a pasted plan',
  past: 'speaks of the past',
  continues: 'goes on with earlier work',
};

/** Renders how much of it recurs in the answer: never that it helped, which nobody knows. */
export function usedText(used: UsedLine | undefined): string {
  if (used === undefined) return 'not known so far: it is looked at when the answer is complete';
  if (used.brought === 0)
    return 'the turns brought back hold no rare word that was new to the session';
  const words = counted(used.brought, 'rare word');
  return `${grouped(used.used)} of ${words} of the turns brought back came back in the answer or its calls (a weak sign)`;
}

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
