/** Writes notes as Markdown: into one file, or a file for each note. */

import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openToRead } from '../../database/open.ts';
import { codeOf } from '../../errors/errors.ts';
import { writeAtomic } from '../../files/atomic-file.ts';
import { makeFolder } from '../../files/folders.ts';
import { FILE_MODE } from '../../files/modes.ts';
import { type Note, translated } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { requireProject } from '../../reports/project-names.ts';
import { type Where, withinOf } from '../../reports/project-scope.ts';
import { conditionsOn } from './conditions.ts';
import { told } from './errors.ts';
import { markdownOf } from './markdown.ts';

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
  const counts = { notes: notes.length, damaged };
  if (options.directory !== undefined) {
    const folder = resolve(context.cwd, options.directory);
    await writeFiles(folder, notes, texts);
    return { ...counts, path: folder };
  }
  const text = texts.join('\n');
  if (options.file === undefined) {
    write(text);
    return { ...counts, path: undefined };
  }
  const path = resolve(context.cwd, options.file);
  await writeAtomic({ path, text, mode: FILE_MODE });
  return { ...counts, path };
}

/** Returns the notes with their bodies, the oldest first. */
async function wholeNotes(options: NotesExportOptions, context: Context) {
  const { kinds, states, tag, project } = options;
  const memory = await openToRead(context);
  if (project !== undefined) requireProject(memory, project);
  const { states: wanted, ...held } = conditionsOn(states);
  const { notes: listed } = told(() =>
    memory.notes({
      within: withinOf(options, context.cwd),
      filter: {},
      notes: {
        kinds: [...kinds],
        allBranches: true,
        ...(tag === undefined ? {} : { tag }),
        ...held,
      },
      states: wanted,
    }),
  );
  const notes: Note[] = [];
  const damaged: string[] = [];
  const inOrder = listed.toSorted((a, b) => a.writtenMs - b.writtenMs || (a.id < b.id ? -1 : 1));
  for (const { id } of inOrder) {
    try {
      notes.push(translated(() => memory.note(id)));
    } catch (error) {
      if (codeOf(error) !== 'LOG_DAMAGED') throw error;
      damaged.push(id);
    }
  }
  return { notes, damaged };
}

/** A note keeps its file when its summary changes: the end of the name is its id. */
async function writeFiles(folder: string, notes: readonly Note[], texts: readonly string[]) {
  makeFolder(folder);
  const there = await readdir(folder);
  for (const [at, note] of notes.entries()) {
    const ending = `-${note.id}.md`;
    const name = there.find((each) => each.endsWith(ending)) ?? `${slugOf(note)}${ending}`;
    await writeAtomic({ path: join(folder, name), text: texts[at] ?? '', mode: FILE_MODE });
  }
}

const SLUG_CHARS_MAX = 40;

function slugOf({ kind, summary }: Note): string {
  const words = `${kind} ${summary}`
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, SLUG_CHARS_MAX).replace(/^-+|-+$/g, '') || 'note';
}
