/** Writes notes as Markdown: into one file, or a file for each note. */

import { readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openToRead } from '../../database/open.ts';
import { codeOf, MementorError } from '../../errors/errors.ts';
import { writeAtomic } from '../../files/atomic-file.ts';
import { makeFolder } from '../../files/folders.ts';
import { FILE_MODE } from '../../files/modes.ts';
import { textIfReadable } from '../../files/regular-file.ts';
import type { Note } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { type Where, withinStored } from '../../reports/project-scope.ts';
import { conditionsOn } from './conditions.ts';
import { isUnchangedExport, markdownOf, saysSame } from './markdown.ts';

export interface NotesExportOptions extends Where {
  readonly kinds: readonly string[];
  /** Names of states; empty for every one. */
  readonly states: readonly string[];
  readonly tag: string | undefined;
  /** A folder for one file for each note. */
  readonly directory: string | undefined;
  /** One file for all notes; without both, standard output. */
  readonly file: string | undefined;
}

export interface NotesExported {
  readonly notes: number;
  /** Notes that were left out because their statements are damaged. */
  readonly damaged: readonly string[];
  /** Files that a person changed since they were written: they stay as they are. */
  readonly kept: readonly string[];
  /** Where the notes are; undefined for standard output. */
  readonly path: string | undefined;
}

/** Writes the notes; `write` takes what goes to standard output. */
export async function exportNotes(
  options: NotesExportOptions,
  write: (text: string) => void,
  context: Context,
): Promise<NotesExported> {
  const { notes, damaged } = await wholeNotes(options, context);
  const yaml = await import('../../text/yaml.ts');
  const texts = notes.map((note) => markdownOf(note, yaml));
  const counts = { notes: notes.length, damaged, kept: [] };
  if (options.directory !== undefined) {
    const folder = resolve(context.cwd, options.directory);
    const kept = await writeFiles(folder, notes, texts);
    return { ...counts, notes: notes.length - kept.length, kept, path: folder };
  }
  const text = texts.join('\n');
  if (options.file === undefined) {
    write(text);
    return { ...counts, path: undefined };
  }
  const path = resolve(context.cwd, options.file);
  if (await isWritten(path, text)) return { ...counts, path };
  throw new MementorError(
    'FILE_EXISTS',
    `${path} is no export of notes, or was changed since`,
    'name another file; `mementor notes import` takes its changes in first',
  );
}

/** Writes a file, unless there is one that somebody else wrote or changed. Returns whether it did. */
async function isWritten(path: string, text: string): Promise<boolean> {
  const there = await realpath(path).catch(() => undefined);
  const before = there === undefined ? undefined : (textIfReadable(there) ?? '');
  if (before !== undefined && !isUnchangedExport(before) && !saysSame(before, text)) return false;
  await writeAtomic({ path: there ?? path, text, mode: FILE_MODE, isNew: there === undefined });
  return true;
}

/** Returns the notes with their bodies, the oldest first. */
async function wholeNotes(options: NotesExportOptions, context: Context) {
  const { kinds, states, tag } = options;
  const memory = await openToRead(context);
  const { states: wanted, ...held } = conditionsOn(states);
  const { notes: listed } = memory.notes({
    within: withinStored(options, memory, context.cwd),
    filter: {},
    notes: {
      kinds: [...kinds],
      allBranches: true,
      ...(tag === undefined ? {} : { tag }),
      ...held,
    },
    states: wanted,
  });
  const notes: Note[] = [];
  const damaged: string[] = [];
  const inOrder = listed.toSorted((a, b) => a.writtenMs - b.writtenMs || (a.id < b.id ? -1 : 1));
  for (const { id } of inOrder) {
    try {
      notes.push(memory.note(id));
    } catch (error) {
      if (codeOf(error) !== 'LOG_DAMAGED') throw error;
      damaged.push(id);
    }
  }
  return { notes, damaged };
}

/** A note keeps its file when its summary changes: the end of the name is its id. */
async function writeFiles(
  folder: string,
  notes: readonly Note[],
  texts: readonly string[],
): Promise<string[]> {
  makeFolder(folder);
  const there = await readdir(folder);
  const kept: string[] = [];
  for (const [at, note] of notes.entries()) {
    const ending = `-${note.id}.md`;
    const name = there.find((each) => each.endsWith(ending)) ?? `${slugOf(note)}${ending}`;
    const path = join(folder, name);
    if (!(await isWritten(path, texts[at] ?? ''))) kept.push(path);
  }
  return kept;
}

const SLUG_CHARS_MAX = 40;

function slugOf({ kind, summary }: Note): string {
  const words = `${kind} ${summary}`
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, SLUG_CHARS_MAX).replace(/^-+|-+$/g, '') || 'note';
}
