/** Renders what of a hit matched the filters: errors, commands, files. Pure. */

import { isKeptOutput, plainError } from '../agents/find.ts';
import type { Hit, Matched } from '../memory.ts';
import { oneLine } from '../text/lines.ts';
import type { Page } from './layout/page.ts';
import { shortPath, withShortPaths } from './layout/paths.ts';
import { cutPath } from './layout/width.ts';

/** The label of a line, and the space around it. */
const LABEL_COLUMNS = 14;

/** Returns one line for each filter; the best match first, and how many more there are. */
export function matchedLines(hit: Hit, page: Page): string[] {
  const { errors = [], commands = [], files = [] }: Partial<Matched> = hit.matched ?? {};
  const { paint, width, home } = page;
  const from = { folder: hit.cwd, home };
  const line = (label: string, texts: readonly string[]) => {
    if (texts.length === 0) return [];
    const more = texts.length > 1 ? paint.dim(` (${texts.length - 1} more)`) : '';
    return [`${paint.dim(label.padEnd(5))}  ${texts[0]}${more}`];
  };
  const path = (file: string) => cutPath(oneLine(shortPath(file, from)), width - LABEL_COLUMNS);
  return [
    ...line(
      'error',
      errors.map((error) => paint.red(oneLine(withShortPaths(plainError(error), from)))),
    ),
    ...line(
      'ran',
      commands.map(
        ({ command, exitCode }) => paint.bold(oneLine(command)) + exitText(exitCode, page),
      ),
    ),
    ...line(
      'file',
      ownFirst(files).map((file) => paint.bold(path(file))),
    ),
  ];
}

/** Puts the files in which an agent keeps output last: they match by the name of the project. */
function ownFirst(files: readonly string[]): readonly string[] {
  const [kept, own] = [files.filter(isKeptOutput), files.filter((file) => !isKeptOutput(file))];
  return [...own, ...kept];
}

function exitText(exitCode: number | null, { paint }: Page): string {
  if (typeof exitCode !== 'number') return '';
  const text = ` (exit ${exitCode})`;
  return exitCode === 0 ? paint.dim(text) : paint.red(text);
}
