/** Renders what ended an error. Pure. */

import type { Fixes, Solution } from '../../memory.ts';
import type { Where } from '../../reports/project-scope.ts';
import { oneLine, shortId } from '../../text/lines.ts';
import { counted } from '../../text/numbers.ts';
import type { Page } from '../layout/page.ts';
import { type From, shortPath, withShortPaths } from '../layout/paths.ts';
import { relativeTime, when } from '../layout/when.ts';
import { cutPath, spread, visibleWidth } from '../layout/width.ts';
import { fields, hanging, wrapped } from '../layout/wrap.ts';
import { elsewhere } from './elsewhere.ts';
import { changeLines, headLines, leftOutLine } from './place.ts';

/** Renders what ended the error, the likest first: error and end, or all that is known. */
export function renderFixes(fixes: Fixes, verbose: boolean, page: Page): string {
  const blocks = fixes.ended.map((one, index) => {
    const from = { folder: one.met.cwd, home: page.home };
    const number = String(index + 1);
    return verbose
      ? [...renderEnded(one, number, from, page), '']
      : errorAndEnd(one, number, from, page);
  });
  const lines = blocks.flat();
  if (lines.at(-1) === '') lines.pop();
  return `${lines.map((line) => `${line}\n`).join('')}${leftOutLine(fixes.read, fixes.leftOut, page)}`;
}

function errorAndEnd(one: Solution, number: string, from: From, page: Page): string[] {
  const { paint, width, nowMs } = page;
  const inset = ' '.repeat(number.length + 2);
  const error = oneLine(withShortPaths(one.error, from));
  const place = `${relativeTime(one.ended.atMs, nowMs)} · turn ${shortId(one.ended.turn)}`;
  return [
    ...errorLines(`${paint.bold(number)}  `, error, paint.dim(place), width),
    ...hanging(`${inset}ended by `, endedBy(one, paint), width),
  ];
}

/** The least columns that an error has beside its time and turn. */
const BESIDE_MIN = 24;

/** Returns an error with its whole message: the path before it is cut where that saves a line. */
function errorLines(number: string, error: string, place: string, width: number): string[] {
  const indent = visibleWidth(number);
  const room = width - indent - visibleWidth(place) - 2;
  const short = visibleWidth(error) > room ? withShortPlace(error, room) : error;
  const inset = ' '.repeat(indent);
  if (room < BESIDE_MIN) {
    return [...hanging(number, short, width), ...hanging(inset, place, width)];
  }
  const [first = ''] = wrapped(short, room);
  const rest = short.slice(first.length).trimStart();
  return [
    spread(number + first, place, width),
    ...(rest === '' ? [] : hanging(inset, rest, width)),
  ];
}

/** Cuts the path of the place that an error begins with, and not the name of its file. */
function withShortPlace(error: string, width: number): string {
  const [, mark = '', path, rest = ''] =
    /^((?:\[\S+\] )?)(\S*[/\\][^\s:(]+)([:(]\d.*)$/.exec(error) ?? [];
  if (path === undefined) return error;
  const name = path.split(/[/\\]/).at(-1) ?? path;
  const room = width - visibleWidth(mark + rest);
  return mark + cutPath(path, Math.max(room, visibleWidth(name) + 2)) + rest;
}

/** The most files and commands that an end names. */
const NAMED_MAX = 2;

/** Says in a few words what came before the command passed. */
function endedBy(one: Solution, paint: Page['paint']): string {
  const files = [...new Set(one.changes.map(({ file }) => file.split(/[/\\]/).at(-1) ?? file))];
  const named = files.slice(0, NAMED_MAX).join(', ');
  const more = files.length > NAMED_MAX || one.moreChanges > 0 ? ' and more' : '';
  const steps = [
    ...(named === '' ? [] : [`a change of ${named}${more}`]),
    ...one.commands.slice(-NAMED_MAX).map((command) => paint.cyan(oneLine(command))),
  ];
  const isSame = one.command === one.passed;
  if (steps.length > 0) {
    const passed = isSame ? 'the same command' : paint.cyan(oneLine(one.passed));
    return `${steps.join(', ')}, then ${passed} passed`;
  }
  return isSame ? 'nothing that is stored: the same command passed later' : endText(one, paint);
}

function renderEnded(one: Solution, number: string, from: From, page: Page): string[] {
  const { paint } = page;
  const inset = ' '.repeat(number.length + 2);
  const times = one.times > 1 ? ` ${paint.dim(`(${one.times} times in a row)`)}` : '';
  const rows = [
    ['error', `${oneLine(withShortPaths(one.error, from))}${times}`] as const,
    ...row('failed', one.command, (text) => paint.cyan(oneLine(text))),
    ...one.commands.map((command) => ['tried', paint.cyan(oneLine(command))] as const),
    ['ended by', endText(one, paint)] as const,
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
function endText({ command, passed }: Solution, paint: Page['paint']): string {
  const what = command === passed ? 'the same command' : paint.cyan(oneLine(passed));
  return `${what}, which then passed`;
}

function row(
  name: string,
  text: string | null | undefined,
  shown: (text: string) => string,
): (readonly [string, string])[] {
  return text ? [[name, shown(text)]] : [];
}

/** Renders that the error was met before, and that nothing shows its end. */
export function renderOpen({ open, sessions }: Fixes, page: Page): string {
  if (open === null) return '';
  const { paint, width, nowMs } = page;
  const id = shortId(open.turn);
  const text = `Met before in ${counted(sessions, 'session')}, no end known. The last was ${when(open.atMs, nowMs)}, in turn ${id}.`;
  const hint = `\`mementor show ${id}\` shows that turn`;
  const lines = [...hanging('', text, width), ...hanging(`${paint.cyan('hint:')} `, hint, width)];
  return `${lines.join('\n')}\n`;
}

/** Renders that nothing is known of the error, or that there is none. */
export function renderNoFix(
  { isNamed, read, leftOut }: Fixes,
  { error, ...where }: Where & { readonly error: string },
  page: Page,
): string {
  const [said, hint] = isNamed
    ? [
        'No stored command met this error.',
        `paste the line that names the error, as the command prints it${elsewhere(where)}`,
      ]
    : [
        'No line of this has the sign of an error of its own.',
        `\`mementor query --error ${oneWord(error)}\` looks for a word in the errors that were met`,
      ];
  const lines = hanging(`${page.paint.cyan('hint:')} `, hint, page.width);
  return `${said}\n\n${lines.join('\n')}\n${leftOutLine(read, leftOut, page)}`;
}

/** Returns a text that is a word, such as the name of a linter's rule, or what stands for one. */
function oneWord(text: string): string {
  return /^[A-Za-z][\w:@/-]*$/.test(text.trim()) ? text.trim() : 'WORD';
}
