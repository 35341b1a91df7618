/** Renders why recall added something to a prompt, or why not. Pure. */

import type { PromptLine, UsedLine } from '../memory.ts';
import type { Explanation, Match, NoteMatch } from '../operations/why.ts';
import type { Style } from '../process/style.ts';
import { usageOf } from '../recalls/usage.ts';
import { noteVerdictOf, resultOf, verdictOf, wordsOf } from '../recalls/words.ts';
import { markdownLine } from '../text/flat-markdown.ts';
import { linesOf, oneLine, shortId } from '../text/lines.ts';
import { counted, grouped, printable } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';
import { localTime } from '../text/times.ts';
import { factLine } from './hits.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { when } from './layout/when.ts';
import { cut } from './layout/width.ts';
import { fields, hanging, wrapped } from './layout/wrap.ts';

const PROMPT_CHARS_MAX = 400;
const MATCH_CHARS_MAX = 200;

/** Renders the message for when no prompt is recorded. */
export function renderNoRecord(whose: string, paint: Style): string {
  const hint = '`mementor why "some prompt"` tries one out';
  return `No prompt of ${printable(whose)} is recorded.\n\n${paint.cyan('hint:')} ${hint}\n`;
}

/** Renders what was added and why; `explain` adds what the decision was made of, and scores. */
export function renderExplanation(explanation: Explanation, explain: boolean, page: Page): string {
  const { matches, noteMatches, tried } = explanation;
  const lines = [
    ...fields(facts(explanation, explain, page), page),
    ...textLines(explanation, page),
    ...shownOf(matches, explain).flatMap((match, index) => [
      '',
      ...renderMatch(match, index + 1, { tried, explain }, page),
    ]),
    ...(noteMatches.length > 0 ? ['', page.paint.bold('notes')] : []),
    ...noteMatches.flatMap((match) => renderNoteMatch(match, { tried, explain }, page)),
    ...nearLines(explanation, explain, page),
  ];
  return lines.map((each) => `${each}\n`).join('');
}

/** Turns that were not added are shown when an explanation is asked for. */
function shownOf(matches: readonly Match[], explain: boolean): readonly Match[] {
  return explain ? matches : matches.filter(({ line }) => line.verdict === 'injected');
}

function nearLines(
  { matches, tried, line }: Explanation,
  explain: boolean,
  { paint, width }: Page,
): string[] {
  const near = matches.length - shownOf(matches, explain).length;
  if (near === 0) return [];
  const noun = near < matches.length ? 'more turn' : 'turn';
  const what = `${counted(near, noun)} ${near === 1 ? 'was' : 'were'} found and not added`;
  const command = tried
    ? `mementor why ${shellWord(line.prompt)} --explain`
    : 'mementor why --explain';
  const text = `… ${what}: ${paint.cyan(oneLine(command, COMMAND_CHARS_MAX))} lists ${near === 1 ? 'it' : 'them'}`;
  return ['', ...hanging('', text, width)];
}

const COMMAND_CHARS_MAX = 120;

function facts(
  explanation: Explanation,
  explain: boolean,
  page: Page,
): (readonly [string, string])[] {
  const { line, session, tried, skipped, used, apart } = explanation;
  const { paint } = page;
  const at = tried ? 'tried out now; nothing is recorded' : when(line.atMs, page.nowMs);
  const of = session === undefined ? null : `session ${shortId(session)}`;
  const unsent = `sent for real, it would not be searched: ${wordsOf(skipped ?? '')}`;
  const weighs = explain && line.dismissed === null && line.candidates.length > 0;
  const size = `${grouped(line.chars)} characters, about ${counted(line.tokens, 'token')}`;
  return [
    ['prompt', promptOf(line, tried, paint)],
    ['when', factLine([at, of])],
    ['folder', paint.cyan(printable(shortPath(line.directory, { home: page.home })))],
    ['result', paint.bold(resultOf(line, tried))],
    ...row(skipped !== undefined, 'note', paint.yellow(unsent)),
    ...row(apart !== undefined, 'note', paint.yellow(printable(apart?.detail ?? ''))),
    ...row(apart !== undefined, '', printable(apart?.fix ?? '')),
    ...row(!tried && line.injected.length > 0, 'used', usedText(used)),
    ...row(line.chars > 0, 'size', size),
    ...row(weighs, 'compared', comparedOf(line)),
    ...row(weighs, 'form', formOf(line)),
    ...row(line.dismissed === null || line.searched > 0, 'searched', searchedOf(line)),
    ['time', timeOf(line, tried)],
  ];
}

function row(applies: boolean, name: string, value: string): (readonly [string, string])[] {
  return applies ? [[name, value]] : [];
}

/** The hook records no text for the first prompt of a session; its turn has it later. */
function promptOf({ prompt }: PromptLine, tried: boolean, paint: Style): string {
  if (prompt === '' && !tried) {
    return paint.dim('(not recorded: its turn is not stored, or not yet)');
  }
  return `${paint.green('>')} ${markdownLine(prompt, PROMPT_CHARS_MAX)}`.trimEnd();
}

/** Renders the added text as a quoted block. */
function textLines({ line, tried }: Explanation, { width, paint }: Page): string[] {
  const { text, chars } = line;
  if (chars === 0) return [];
  const bar = `  ${paint.dim('│')} `;
  if (text === null) {
    const gone =
      'The added text is not kept: an older version recorded this prompt, or the text was removed by `mementor forget` or `mementor forget --secrets`.';
    return ['', ...hanging('', gone, width)];
  }
  const lines = linesOf(text).flatMap((each) => wrapped(each, width - 4));
  const heading = tried ? 'what Claude would get:' : 'added, as Claude got it:';
  return ['', paint.dim(heading), ...lines.map((each) => `${bar}${each}`.trimEnd())];
}

/** Says how well the past fits the prompt, compared with what the session itself holds. */
function comparedOf({ evidence: { similarityMargin, textMargin } }: PromptLine): string {
  const parts = [
    ...fitOf('by meaning', similarityMargin, (margin) => margin.toFixed(2)),
    ...fitOf('by words', textMargin, (margin) => `${(margin * 100).toFixed(0)} %`),
  ];
  if (parts.length === 0) return 'nothing was recorded';
  return `the past with this session so far: ${parts.join('; ')}`;
}

function fitOf(
  by: string,
  margin: number | undefined,
  shown: (margin: number) => string,
): string[] {
  if (margin === undefined) return [];
  const size = shown(Math.abs(margin));
  if (size === shown(0)) return [`${by} both fit alike`];
  return [`${by} the past fits ${margin < 0 ? `worse (−${size})` : `better (+${size})`}`];
}

function formOf({ evidence }: PromptLine): string {
  const forms = Object.entries(FORMS).flatMap(([name, words]) =>
    (evidence[name] ?? 0) > 0 ? [words] : [],
  );
  return forms.length === 0 ? 'no question, no order' : `the prompt ${forms.join(', ')}`;
}

/** Evidence about the form of the prompt: present or not. */
const FORMS: Readonly<Record<string, string>> = {
  question: 'asks something',
  wonders: 'asks why or how',
  order: 'begins with an order',
  pasted: 'is a pasted plan',
  past: 'speaks of the past',
  continues: 'goes on with earlier work',
  number: 'names an issue that the best turn names',
};

/** Says whether the answer used it: never that it helped, which nobody knows. */
export function usedText(used: UsedLine | undefined): string {
  if (used === undefined) return 'not known yet: the answer was not complete so far';
  const words = `${grouped(used.used)} of ${counted(used.brought, 'rare word')}`;
  switch (usageOf(used)) {
    case 'used':
      return `signs of use: the answer has ${words} of the added turns (a weak sign)`;
    case 'unused':
      return `no sign of use: the answer has ${words} of the added turns (a weak sign)`;
    default:
      return 'cannot be told: the added turns have no rare words to look for';
  }
}

function renderMatch(
  { line, turn }: Match,
  number: number,
  { tried, explain }: { readonly tried: boolean; readonly explain: boolean },
  { width, paint }: Page,
): string[] {
  const { verdict, score, similarity, textScore } = line;
  const known = turn && [localTime(turn.atMs), turn.branch, `session ${shortId(turn.session)}`];
  const scores = [
    `score ${score.toFixed(2)}`,
    ...(similarity === null ? [] : [`similarity ${similarity.toFixed(2)}`]),
    ...(textScore === null ? [] : [`full text ${textScore.toFixed(2)}`]),
  ].join(' · ');
  const said = verdictOf(verdict, tried);
  const useless =
    tried || explain ? '' : paint.dim(` (of no use? mementor mute --turn ${shortId(line.turn)})`);
  const what = verdict === 'injected' ? `${paint.green(said)}${useless}` : said;
  const head = `${factLine(known ?? ['no longer stored'])}  ${paint.dim(`turn ${shortId(line.turn)}`)}`;
  const prompt = turn?.prompt ? markdownLine(turn.prompt, MATCH_CHARS_MAX) : '';
  return [
    ...hanging(`${paint.bold(String(number))}  `, head, width),
    ...(prompt === '' ? [] : [cut(`   ${paint.green('>')} ${prompt}`, width)]),
    ...hanging('   ', explain ? `${what}  ${paint.dim(scores)}` : what, width),
  ];
}

function renderNoteMatch(
  { line, note }: NoteMatch,
  { tried, explain }: { readonly tried: boolean; readonly explain: boolean },
  { width, paint }: Page,
): string[] {
  const said = noteVerdictOf(line.verdict, tried);
  const what = line.verdict === 'injected' ? paint.green(said) : said;
  const scores = [
    ...(line.similarity === null ? [] : [`similarity ${line.similarity.toFixed(2)}`]),
    `shared words ${line.shared.toFixed(2)}`,
  ].join(' · ');
  const id = paint.dim(`note ${shortId(line.note)}`);
  const head = note === undefined ? 'no longer stored' : printable(note.kind);
  const summary = note === undefined ? '' : ` ${oneLine(note.summary, MATCH_CHARS_MAX)}`;
  return [
    ...hanging('   ', `${paint.bold(head)}${summary}  ${id}`, width),
    ...hanging('   ', explain ? `${what}  ${paint.dim(scores)}` : what, width),
  ];
}

function searchedOf({ searched, semantic, withContext }: PromptLine): string {
  const by = semantic ? 'words and meaning' : 'words';
  const context = withContext ? ', together with the last turns of its session' : '';
  return `${counted(searched, 'turn')} with text (${by}${context})`;
}

function timeOf({ recallMs, hookMs }: PromptLine, tried: boolean): string {
  return tried ? `${recallMs} ms` : `${recallMs} ms, ${hookMs} ms with the start of the hook`;
}
