/** Renders what ended an error. Pure. */

import type { Fixes, Solution } from '../../memory.ts';
import type { Where } from '../../reports/project-scope.ts';
import { oneLine, shortId } from '../../text/lines.ts';
import { counted } from '../../text/numbers.ts';
import type { Page } from '../layout/page.ts';
import { type From, shortPath, withShortPaths } from '../layout/paths.ts';
import { when } from '../layout/when.ts';
import { cutPath } from '../layout/width.ts';
import { fields, hanging } from '../layout/wrap.ts';
import { elsewhere } from './elsewhere.ts';
import { changeLines, headLines, leftOutLine } from './place.ts';

/** Renders what ended the error, the surest first. */
export function renderFixes(fixes: Fixes, page: Page): string {
  const blocks = fixes.ended.map((one, index) =>
    renderEnded(one, String(index + 1), { folder: one.met.cwd, home: page.home }, page),
  );
  const text = blocks.map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n');
  return `${text}${leftOutLine(fixes.read, fixes.leftOut, page)}`;
}

function renderEnded(one: Solution, number: string, from: From, page: Page): string[] {
  const { paint } = page;
  const inset = ' '.repeat(number.length + 2);
  const times = one.times > 1 ? ` ${paint.dim(`(${one.times} times in a row)`)}` : '';
  const rows = [
    ['error', `${oneLine(withShortPaths(one.error, from))}${times}`] as const,
    ...row('failed', one.command, (text) => paint.cyan(oneLine(text))),
    ...one.commands.map((command) => ['tried', paint.cyan(oneLine(command))] as const),
    ...row('ended by', endText(one, paint), (text) => text),
    ...row('answer', one.said, oneLine),
  ];
  const narrower = { ...page, width: page.width - inset.length };
  return [
    ...headLines(number, one.met, page),
    ...fields(rows, narrower).map((line) => inset + line),
    ...one.changes.flatMap((change) => [
      `${inset}${paint.dim('changed')}   ${cutPath(oneLine(shortPath(change.file, from)), page.width - inset.length - 10)}`,
      ...changeLines(change, `${inset}  `, page),
    ]),
    ...(one.moreChanges > 0 ? [`${inset}${counted(one.moreChanges, 'more change')}`] : []),
  ];
}

/** Says what showed that the error was over. */
function endText({ ending, command, passed }: Solution, paint: Page['paint']): string | undefined {
  if (ending === 'answered') return paint.yellow('nothing stored shows that the error went away');
  if (!passed) return undefined;
  const what = command === passed ? 'the same command' : paint.cyan(oneLine(passed));
  return `${what}, which then ${ENDINGS[ending] ?? 'ran'}`;
}

/** What the command did that showed the end, by the kind of the end. */
const ENDINGS: Readonly<Record<string, string>> = {
  passed: 'passed',
  gone: 'no longer printed this error',
};

function row(
  name: string,
  text: string | null | undefined,
  shown: (text: string) => string,
): (readonly [string, string])[] {
  return text ? [[name, shown(text)]] : [];
}

/** Renders that nothing is known to have ended the error. */
export function renderNoFix(
  { isNamed, open, sessions, read, leftOut }: Fixes,
  where: Where,
  page: Page,
): string {
  const { paint, width, nowMs } = page;
  const nothing = isNamed
    ? 'No stored command met this error.'
    : 'This says only that something failed, and not what.';
  const text = open
    ? `${counted(sessions, 'session')} met this error, and nothing stored shows what ended it. The last was ${when(open.atMs, nowMs)}, in turn ${shortId(open.turn)}.`
    : nothing;
  const hint = open
    ? `\`mementor show ${shortId(open.turn)}\` shows that turn`
    : `paste the line that names the error, as the command prints it${elsewhere(where)}`;
  const lines = [
    ...hanging('', text, width),
    '',
    ...hanging(`${paint.cyan('hint:')} `, hint, width),
  ];
  return `${lines.join('\n')}\n${leftOutLine(read, leftOut, page)}`;
}
