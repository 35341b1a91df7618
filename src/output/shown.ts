/** Renders a whole turn or session. Pure. */

import { type Shown, startOf } from '../answers/show.ts';
import type { Step, WholeTurn } from '../memory.ts';
import { indented, linesOf, oneLine, shortId } from '../text/lines.ts';
import { counted, printable } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
import { factLine, relativeTo } from './hits.ts';
import type { Style } from './style.ts';

const TARGET_CHARS_MAX = 160;
const NOTE_CHARS_MAX = 200;
const INSET = '    ';

/** Renders the message for when no id matches. */
export function renderNothingShown(id: string, paint: Style): string {
  const hint = '`mementor sessions --all-projects` lists the sessions';
  return `No session or turn has an id that begins with ${oneLine(id)}.\n\n${paint.cyan('hint:')} ${hint}\n`;
}

export function renderShown(shown: Shown, paint: Style): string {
  const lines = [
    ...head(shown, paint),
    ...shown.turns.flatMap((turn) => ['', ...renderTurn(turn, shown.kind, paint)]),
    ...(shown.cut
      ? ['', paint.yellow(`Only the first ${shown.turns.length} turns are shown.`)]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function head(shown: Shown, paint: Style): string[] {
  const start = startOf(shown);
  const ofAgents = shown.turns.filter((turn) => turn.agent).length;
  const counts = [
    counted(shown.turns.length - ofAgents, 'turn'),
    ...(ofAgents > 0 ? [`${counted(ofAgents, 'turn')} of subagents`] : []),
  ];
  const fact = (name: string, value: string) => `${paint.dim(name.padEnd(7))}  ${value}`;
  return [
    `${paint.bold(shown.kind)} ${paint.bold(oneLine(shown.id))}`,
    fact('when', timesOf(shown.turns)),
    ...(start ? [fact('project', factLine([start.project, start.branch]))] : []),
    ...(start?.cwd ? [fact('folder', paint.cyan(printable(start.cwd)))] : []),
    ...(shown.kind === 'session' ? [fact('turns', counts.join(', '))] : []),
    ...(shown.resume ? [fact('resume', paint.cyan(printable(shown.resume)))] : []),
  ];
}

function timesOf(turns: readonly WholeTurn[]): string {
  const started = localTime(Math.min(...turns.map((turn) => turn.startedAtMs)));
  const ended = localTime(Math.max(...turns.map((turn) => turn.endedAtMs)));
  if (started === undefined || ended === undefined) return started ?? ended ?? 'unknown';
  if (started === ended) return started;
  // Shows the day only once if both times are on the same day.
  return `${started} – ${ended.slice(0, 10) === started.slice(0, 10) ? ended.slice(11) : ended}`;
}

/** Indents a subagent's turn below the turn during which it started. */
function renderTurn(turn: WholeTurn, kind: Shown['kind'], paint: Style): string[] {
  const facts = [localTime(turn.startedAtMs), turn.agent && `subagent ${turn.agent}`];
  const title = paint.dim(`── turn ${shortId(turn.turn)}  ${factLine(facts)}`.trimEnd());
  const body = turn.steps.flatMap((step, index) => {
    const lines = renderStep(step, turn.cwd, paint);
    return needsSpace(step, turn.steps[index - 1]) ? ['', ...lines] : lines;
  });
  const stopped = turn.interrupted && !turn.steps.some((step) => step.kind === 'interrupted');
  const lines = [title, ...body, ...(stopped ? [interrupted(paint)] : [])];
  return turn.agent && kind === 'session' ? indented(lines, INSET) : lines;
}

/** One-line steps are grouped together; texts are separated by blank lines. */
function needsSpace(step: Step, before: Step | undefined): boolean {
  if (before === undefined) return false;
  const isText = ({ kind }: Step) => kind === 'prompt' || kind === 'answer';
  return isText(step) || isText(before);
}

function renderStep(step: Step, cwd: string | undefined, paint: Style): string[] {
  switch (step.kind) {
    case 'prompt':
      return linesOf(step.text).map((line) => `${paint.green('>')} ${line}`.trimEnd());
    case 'answer':
      return linesOf(step.text);
    case 'action':
      return [renderAction(step, cwd, paint)];
    case 'interrupted':
      return [interrupted(paint)];
    default:
      return [renderAside(step, paint)];
  }
}

function renderAction(step: Step, cwd: string | undefined, paint: Style): string {
  const { exitStatus, error } = step;
  const tool = oneLine(step.label ?? 'tool');
  const target = oneLine(relativeTo(cwd, step.text), TARGET_CHARS_MAX);
  const failed = [
    ...(typeof exitStatus === 'number' && exitStatus !== 0 ? [`exit ${exitStatus}`] : []),
    ...(error ? [oneLine(error, TARGET_CHARS_MAX)] : []),
  ].join(': ');
  const done = exitStatus === 0 ? `  ${paint.dim('exit 0')}` : '';
  const end = failed === '' ? done : `  ${paint.red(failed)}`;
  return `  ${paint.dim('·')} ${paint.bold(tool)} ${target}`.trimEnd() + end;
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
