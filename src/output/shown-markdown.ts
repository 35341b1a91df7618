/** Renders a turn or a session as Markdown, to share with people without Mementor. Pure. */

import { plainError } from '../agents/find.ts';
import type { Step, WholeTurn } from '../memory.ts';
import { branchesOf, type Shown, startOf } from '../operations/show.ts';
import { linesOf, oneLine, shortId } from '../text/lines.ts';
import { localTime } from '../text/times.ts';

const TARGET_CHARS_MAX = 300;

export function renderMarkdown(shown: Shown, { results }: { readonly results: boolean }): string {
  const start = startOf(shown);
  const facts = [start?.project, branchesOf(shown), localTime(start?.startedAtMs ?? 0)];
  const lines = [
    `# ${shown.kind === 'session' ? 'Session' : 'Turn'} ${shortId(shown.id)}`,
    '',
    facts.flatMap((fact) => (fact ? [oneLine(fact)] : [])).join(' · '),
    ...shown.turns.flatMap((turn) => ['', ...turnLines(turn, results)]),
    ...(shown.cut ? ['', `*Only the first ${shown.turns.length} turns.*`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function turnLines(turn: WholeTurn, results: boolean): string[] {
  const agent = turn.agent ? ` · subagent ${oneLine(turn.agent)}` : '';
  const title = `## ${localTime(turn.startedAtMs) ?? 'unknown time'}${agent}`;
  const isAction = (step: Step | undefined) => step?.kind === 'action';
  const body = turn.steps.flatMap((step, index) => {
    const isNext = isAction(step) && isAction(turn.steps[index - 1]);
    const lines = stepLines(step, results);
    return lines.length === 0 ? [] : [...(isNext ? [] : ['']), ...lines];
  });
  return [title, ...body];
}

function stepLines(step: Step & { readonly result?: string }, results: boolean): string[] {
  switch (step.kind) {
    case 'prompt':
      return ['**You asked:**', '', ...linesOf(step.text).map((line) => `> ${line}`.trimEnd())];
    case 'answer':
      return ['**Answer:**', '', ...linesOf(step.text)];
    case 'action':
      return [
        actionLine(step),
        ...(results && step.result ? ['', ...fenced(linesOf(step.result)), ''] : []),
      ];
    case 'interrupted':
      return ['*Interrupted.*'];
    default:
      return [];
  }
}

function actionLine({ label, text, exitStatus, error }: Step): string {
  const target = oneLine(text, TARGET_CHARS_MAX);
  const failed = typeof exitStatus === 'number' && exitStatus !== 0 ? [`exit ${exitStatus}`] : [];
  const why = error ? [oneLine(plainError(error), TARGET_CHARS_MAX)] : [];
  const end = [...failed, ...why].join(': ');
  const tool = `- ${oneLine(label ?? 'tool')}${target === '' ? '' : ` ${code(target)}`}`;
  return end === '' ? tool : `${tool} (${end})`;
}

/** Quotes a text that may hold backticks itself. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const mark = '`'.repeat(longest + 1);
  return longest === 0 ? `${mark}${text}${mark}` : `${mark} ${text} ${mark}`;
}

function fenced(lines: readonly string[]): string[] {
  const runs = lines.flatMap((line) => line.match(/`{3,}/g) ?? []).map((run) => run.length);
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return [fence, ...lines, fence];
}
