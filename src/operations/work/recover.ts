/** `blame --text`: text that an agent's edit replaced. */

import { resolve } from 'node:path';
import { codeOf, MementorError } from '../../errors/errors.ts';
import { writeAtomic } from '../../files/atomic-file.ts';
import { FILE_MODE } from '../../files/modes.ts';
import type { Version } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import type { Where } from '../../reports/project-scope.ts';
import { counted, printable } from '../../text/numbers.ts';
import { shellWord } from '../../text/shell-word.ts';
import { asked, fileAsked, placeOf } from './asked.ts';

export interface RecoverOptions extends Where {
  readonly file: string;
  /** Which change, from 1 for the newest; without one they are listed. */
  readonly number: number | undefined;
  /** The whole file as it was before the change, not only what was replaced. */
  readonly whole: boolean;
  /** Writes to this file instead of printing. */
  readonly to: string | undefined;
}

/** A change, with the text that it replaced. */
export interface Replaced {
  readonly version: Version;
  /** The replaced text; undefined for a file that was written anew. */
  readonly text: string | undefined;
  /** The whole content before the change, if it is known. */
  readonly whole: string | undefined;
}

export async function recover(options: RecoverOptions, context: Context) {
  const { memory, place } = await asked(options, context);
  const file = fileAsked(options.file, context);
  const versions = memory.versions(file, place);
  const changes = versions.map((version, index) => replacedBy(version, versions.slice(index + 1)));
  return { file, changes, document: documentOf(file, changes) };
}

export type Recovered = Awaited<ReturnType<typeof recover>>;

function replacedBy(version: Version, earlier: readonly Version[]): Replaced {
  const before = earlier.find(({ file }) => file === version.file)?.content ?? undefined;
  // A rewritten file replaced all that it had.
  return { version, text: version.replaced ?? before, whole: before };
}

function documentOf(file: string, changes: readonly Replaced[]) {
  const each = ({ version, text, whole }: Replaced, index: number) => ({
    number: index + 1,
    ...placeOf(version.place),
    file: version.file,
    replaced: text ?? null,
    with: version.with,
    before: whole ?? null,
    after: version.content ?? null,
  });
  return { version: 1, file, changes: changes.map(each) };
}

/** Returns the text that a change replaced; throws if it is not known. */
export function textOf({ file, changes }: Recovered, number: number, wantsWhole: boolean): string {
  const change = changes[number - 1];
  if (change === undefined) {
    throw new MementorError(
      'CHANGE_UNKNOWN',
      `${printable(file)} has ${counted(changes.length, 'stored change')}, and no number ${number}`,
      `\`mementor blame ${printable(shellWord(file))} --text\` lists them`,
    );
  }
  const text = wantsWhole ? change.whole : change.text;
  if (text !== undefined) return text;
  const what = wantsWhole ? 'the whole file before this change' : 'what this change replaced';
  throw new MementorError(
    'TEXT_UNKNOWN',
    `${what} is not known`,
    wantsWhole
      ? 'leave `--whole` out for the replaced text alone'
      : 'the file was written as a whole, and nothing stored tells what it held before',
  );
}

/** Writes a recovered text to a new file; an existing one stays as it is. */
export async function writeTo(path: string, text: string, { cwd }: Context): Promise<void> {
  try {
    await writeAtomic({ path: resolve(cwd, path), text, mode: FILE_MODE, isNew: true });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new MementorError(
      'FILE_EXISTS',
      `${printable(path)} exists`,
      'name another file: this command replaces none',
    );
  }
}
