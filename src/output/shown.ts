/** Renders a whole turn or session. Pure. */

import { agentShown, plainError } from '../agents/find.ts';
import type { Step, WholeTurn } from '../memory.ts';
import type { ChangedSymbol } from '../operations/code/changed-symbols.ts';
import { branchesOf, type Shown, startOf } from '../operations/show.ts';
import type { Style } from '../process/style.ts';
import { markdownLine } from '../text/flat-markdown.ts';
import { indented, linesOf, oneLine, shortId, typedLine } from '../text/lines.ts';
import { counted, printable } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
import { digestLines } from './digest.ts';
import { factLine } from './hits.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { relativeTime } from './layout/when.ts';
import { cut, visibleWidth } from './layout/width.ts';
import { type Field, fields, hanging } from './layout/wrap.ts';
import { marksTexts, shortMark } from './marks.ts';
import { proseLines } from './prose.ts';
import { suspectText } from './suspect.ts';

const TARGET_CHARS_MAX = 160;
const NOTE_CHARS_MAX = 200;
const INSET = '    ';

export interface ShownOptions {
  /** Shows each turn as one line. */
  readonly head: boolean;
  /** Shows the kept results of tools. */
  readonly results: boolean;
  /** Which hit of which list this is, if a number was given. */
  readonly place?: string | undefined;
}

/** Renders the message for when no id matches; `note` is the note that has it. */
export function renderNothingShown(id: string, note: string | undefined, paint: Style): string {
  const nothing = `No session or turn has an id that begins with ${typedLine(id)}`;
  const hint =
    note === undefined
      ? '`mementor sessions --all-projects` lists the sessions'
      : `\`mementor notes show ${shortId(note)}\` shows the note`;
  const but = note === undefined ? '' : ', but a note has';
  return `${nothing}${but}.\n\n${paint.cyan('hint:')} ${hint}\n`;
}

export function renderShown(shown: Shown, options: ShownOptions, page: Page): string {
  const { paint } = page;
  const lines = [
    ...head(shown, options, page),
    '',
    ...summary(shown, options, page),
    ...bodyLines(shown, options, page),
    ...(shown.cut
      ? ['', paint.yellow(`Only the first ${shown.turns.length} turns are shown.`)]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A session of so few steps is read sooner than its digest. */
const SHORT_STEPS_MAX = 20;

/** Returns the digest of a session with an empty line below it; nothing for a short one. */
function summary({ digest, turns }: Shown, { head }: ShownOptions, page: Page): string[] {
  const steps = turns.reduce((sum, turn) => sum + turn.steps.length, 0);
  const isShown = digest !== undefined && (head || steps > SHORT_STEPS_MAX);
  const lines = isShown ? digestLines(digest, page) : [];
  return lines.length === 0 ? [] : [...lines, ''];
}

/** Returns the lines below the head: the turns, or one line for each. */
export function bodyLines(shown: Shown, options: ShownOptions, page: Page): string[] {
  if (options.head) return shown.turns.map((turn) => outline(turn, page));
  return shown.turns.flatMap((turn, index) => [
    ...(index === 0 ? [] : ['']),
    ...renderTurn(turn, shown.kind, options, page),
  ]);
}

function head(shown: Shown, { place }: ShownOptions, page: Page): string[] {
  const { paint, home } = page;
  const start = startOf(shown);
  const ofAgents = shown.turns.filter((turn) => turn.agent).length;
  const counts = [
    counted(shown.turns.length - ofAgents, 'turn'),
    ...(ofAgents > 0 ? [`${counted(ofAgents, 'turn')} of subagents`] : []),
  ];
  const session = shown.kind === 'session' ? shown.id : start?.sessions[0];
  const rows: Field[] = [
    ...(place ? [['list', place] as const] : []),
    ...(shown.kind === 'turn' && session ? [['session', oneLine(session)] as const] : []),
    ...(shown.digest?.title ? [['title', oneLine(shown.digest.title)] as const] : []),
    ['when', timesOf(shown.turns, page)],
    ...(start
      ? [
          [
            'project',
            factLine([start.project, branchesOf(shown), agentShown(start.codingAgent, [start])]),
          ] as const,
        ]
      : []),
    ...(start?.cwd
      ? [['folder', paint.cyan(printable(shortPath(start.cwd, { home })))] as const]
      : []),
    ...(shown.kind === 'session' ? [['turns', counts.join(', ')] as const] : []),
    ...(shown.symbols?.length ? [['changed', symbolsLine(shown.symbols)] as const] : []),
    ...(session ? [['resume', paint.cyan(`mementor resume ${shortId(session)}`)] as const] : []),
  ];
  return [`${paint.bold(shown.kind)} ${paint.bold(oneLine(shown.id))}`, ...fields(rows, page)];
}

const SYMBOLS_MAX = 8;

/** Returns `retry (again in turn 1234abcd), Store.open`. */
function symbolsLine(symbols: readonly ChangedSymbol[]): string {
  const named = symbols.slice(0, SYMBOLS_MAX).map(({ symbol, since }) => {
    const again = since === null ? '' : ` (again in turn ${shortId(since.turn)})`;
    return `${oneLine(symbol)}${again}`;
  });
  const more = symbols.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function timesOf(turns: readonly WholeTurn[], { nowMs }: Page): string {
  const startedMs = Math.min(...turns.map((turn) => turn.startedAtMs));
  const endedMs = Math.max(...turns.map((turn) => turn.endedAtMs));
  const [started, ended] = [localTime(startedMs), localTime(endedMs)];
  if (started === undefined || ended === undefined) return started ?? ended ?? 'unknown';
  const ago = relativeTime(endedMs, nowMs);
  if (started === ended) return `${ago} · ${started}`;
  // Shows the day only once if both times are on the same day.
  const until = ended.slice(0, 10) === started.slice(0, 10) ? ended.slice(11) : ended;
  return `${ago} · ${started} – ${until}`;
}

/** Returns a turn as one line: id, time and prompt. */
function outline(turn: WholeTurn, { width, paint }: Page): string {
  const prompt = turn.steps.find((step) => step.kind === 'prompt');
  const asked =
    prompt === undefined
      ? paint.dim('(no prompt)')
      : `${paint.green('>')} ${markdownLine(prompt.text, width)}`;
  const time = localTime(turn.startedAtMs) ?? 'unknown';
  const inset = turn.agent ? INSET : '';
  const back = turn.marks.filter(({ kind }) => kind === 'taken-back');
  const flags = factLine([shortMark(back), suspectText(turn.suspect)]);
  const flag = flags === '' ? '' : `  ${paint.yellow(flags)}`;
  const id = paint.bold(shortId(turn.turn));
  return cut(`${inset}${id}  ${paint.dim(time)}${flag}  ${asked}`, width);
}

/** Indents a subagent's turn below the turn during which it started. */
function renderTurn(
  turn: WholeTurn,
  kind: Shown['kind'],
  options: ShownOptions,
  page: Page,
): string[] {
  const inset = turn.agent && kind === 'session' ? INSET : '';
  const inner = { ...page, width: page.width - inset.length };
  const suspect = suspectText(turn.suspect);
  const facts = [
    localTime(turn.startedAtMs),
    turn.agent && `subagent ${turn.agent}`,
    suspect,
    ...marksTexts(turn.marks),
  ];
  const title = `── turn ${shortId(turn.turn)}  ${factLine(facts)}`.trimEnd();
  const body = turn.steps.flatMap((step, index) => {
    const lines = renderStep(step, { cwd: turn.cwd ?? undefined, results: options.results }, inner);
    return needsSpace(step, turn.steps[index - 1]) ? ['', ...lines] : lines;
  });
  const stopped = turn.interrupted && !turn.steps.some((step) => step.kind === 'interrupted');
  const end = stopped ? [interrupted(page.paint)] : [];
  return indented([page.paint.dim(cut(title, inner.width)), ...body, ...end], inset);
}

/** One-line steps are grouped together; texts are separated by blank lines. */
function needsSpace(step: Step, before: Step | undefined): boolean {
  if (before === undefined) return false;
  const isText = ({ kind }: Step) => kind === 'prompt' || kind === 'answer';
  return isText(step) || isText(before);
}

interface StepPlace {
  readonly cwd: string | undefined;
  readonly results: boolean;
}

function renderStep(step: Step, place: StepPlace, page: Page): string[] {
  const { paint, width } = page;
  switch (step.kind) {
    case 'prompt':
      return proseLines(linesOf(step.text), width - 2).map((line) =>
        `${paint.green('>')} ${line}`.trimEnd(),
      );
    case 'answer':
      return proseLines(linesOf(step.text), width);
    case 'action':
      return [...renderAction(step, place.cwd, page), ...resultLines(step, place, page)];
    case 'interrupted':
      return [interrupted(paint)];
    default:
      return [cut(renderAside(step, paint), width)];
  }
}

/** Keeps the status in sight: the target is cut first, and an error that does not fit goes below. */
function renderAction(step: Step, cwd: string | undefined, { width, paint, home }: Page): string[] {
  const { exitStatus } = step;
  const tool = `  ${paint.dim('·')} ${paint.bold(oneLine(step.label ?? 'tool'))}`;
  const target = oneLine(shortPath(step.text, { folder: cwd, home }), TARGET_CHARS_MAX);
  const line = `${tool} ${target}`.trimEnd();
  const error = step.error ? oneLine(plainError(step.error), TARGET_CHARS_MAX) : '';
  const status = typeof exitStatus === 'number' ? `exit ${exitStatus}` : '';
  if (error === '' && (exitStatus === 0 || status === '')) {
    const end = status === '' ? '' : `  ${paint.dim(status)}`;
    return [cut(line, width - visibleWidth(end)) + end];
  }
  const end = `  ${paint.red([status, error].filter(Boolean).join(': '))}`;
  if (visibleWidth(line + end) <= width) return [line + end];
  const short = status === '' ? '' : `  ${paint.red(status)}`;
  return [
    cut(line, width - visibleWidth(short)) + short,
    ...(error === '' ? [] : hanging('      ', paint.red(error), width)),
  ];
}

/** The core has a tool's result where one was kept. */
function resultLines(
  step: Step & { readonly result?: string },
  { results }: StepPlace,
  { paint }: Page,
): string[] {
  if (!results || !step.result) return [];
  return linesOf(step.result).map((line) => (line === '' ? '' : `      ${paint.dim(line)}`));
}

/** Notes and attachments accompany a conversation without being part of it. */
function renderAside(step: Step, paint: Style): string {
  const label = step.label ? `${step.kind}: ${step.label}` : step.kind;
  const text = step.kind === 'unknown' ? '' : oneLine(step.text, NOTE_CHARS_MAX);
  return paint.dim(`  [${oneLine(label)}]${text === '' ? '' : ` ${text}`}`);
}

function interrupted(paint: Style): string {
  return paint.yellow('  [interrupted]');
}
