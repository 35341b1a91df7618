/** Reads notes from Markdown: Mementor's exports, other tools' notes, and files such as CLAUDE.md. */

import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MementorError, messageOf } from '../../errors/errors.ts';
import { hintFor } from '../../errors/hints.ts';
import { readText } from '../../files/regular-file.ts';
import {
  type Memory,
  type NoteOfFile,
  type NotesFolder,
  native,
  type TakenNote,
} from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import { kindNamed } from './kind-named.ts';
import { type Found, type Problem, parseNotes } from './markdown.ts';
import { type Item, itemsOf } from './plain.ts';
import { writing } from './write.ts';

export interface NotesImportOptions {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Takes every list item and paragraph of plain files, not only what looks like a rule. */
  readonly all: boolean;
  /** The kind of what comes from plain files. */
  readonly kind: string | undefined;
  readonly project: string | undefined;
  readonly scope: 'project' | 'person';
}

/** A place in a file, as people type it. */
interface Place {
  readonly file: string;
  readonly line: number;
}

/** What the files have. */
export interface FoundNotes {
  /** Notes with front matter: somebody wrote them as notes. */
  readonly notes: readonly (Place & Found)[];
  /** Items of plain files; a person chooses whether they come in. */
  readonly items: readonly (Place & Item & { readonly note: NoteOfFile })[];
  /** Items of plain files that do not look like rules. */
  readonly others: number;
  readonly problems: readonly (Place & Problem)[];
}

/** Reads files and changes nothing. */
export async function findNotes(
  options: NotesImportOptions,
  context: Context,
): Promise<FoundNotes> {
  const { kind, scope, all } = options;
  const kinds = new Set(
    native()
      .noteKinds()
      .flatMap(({ name, plural, aliases }) => [name, plural, ...aliases]),
  );
  const named = kind === undefined ? undefined : kindNamed(kind);
  const yaml = await import('../../text/yaml.ts');
  const notes: (Place & Found)[] = [];
  const items: FoundNotes['items'][number][] = [];
  const problems: (Place & Problem)[] = [];
  let others = 0;
  for (const path of await filesOf(options.paths, context, problems)) {
    const file = relative(context.cwd, path) || path;
    const text = textOf(path, file, problems);
    if (text === undefined) continue;
    const parsed = parseNotes(text, kinds, yaml);
    notes.push(...parsed.notes.map((note) => ({ file, ...note })));
    problems.push(...parsed.problems.map((problem) => ({ file, ...problem })));
    for (const item of itemsOf(parsed.plain)) {
      if (all || item.isRule) {
        items.push({ file, ...item, note: noteOf(item, named ?? item.kind, scope) });
      } else others += 1;
    }
  }
  return { notes, items, others, problems };
}

function textOf(path: string, file: string, problems: (Place & Problem)[]): string | undefined {
  try {
    return readText(path, FILE_BYTES_MAX);
  } catch (error) {
    const hint = 'give Markdown files, or folders with them';
    problems.push({ file, line: 0, message: messageOf(error), hint });
    return undefined;
  }
}

/** Far more than any file of notes has. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

function noteOf({ text }: Item, kind: string, scope: 'project' | 'person'): NoteOfFile {
  const nothing = { body: '', tags: [], files: [], relatesTo: [], supersedes: [] };
  return { kind, summary: text, ...nothing, scope, state: 'active', pinned: false };
}

const MARKDOWN = /\.(md|markdown|mdc|mdx)$/i;

/**
 * Returns the files, and the Markdown files below the folders. Of several paths, one that cannot be
 * read is a problem; alone, it is an error.
 */
async function filesOf(
  paths: readonly string[],
  context: Context,
  problems: (Place & Problem)[],
): Promise<string[]> {
  const files: string[] = [];
  for (const given of paths) {
    const path = resolve(context.cwd, given);
    const found = await stat(path).catch((error: unknown) => {
      const hint = 'give Markdown files, or folders with them';
      const message = messageOf(error);
      if (paths.length === 1) throw new MementorError('FILE_UNREADABLE', message, hint);
      problems.push({ file: given, line: 0, message, hint });
    });
    if (found === undefined) continue;
    if (!found.isDirectory()) files.push(path);
    else {
      const below = await markdownBelow(path);
      if (below.length === 0) {
        const hint = 'files end with .md, .markdown, .mdc or .mdx';
        throw new MementorError('FILE_UNREADABLE', `${given} has no Markdown files`, hint);
      }
      files.push(...below);
    }
  }
  return [...new Set(files)];
}

/** Hidden folders and installed packages are not meant. */
async function markdownBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile() && MARKDOWN.test(entry.name)) files.push(path);
    const isMeant = !entry.name.startsWith('.') && entry.name !== 'node_modules';
    if (entry.isDirectory() && isMeant) files.push(...(await markdownBelow(path)));
  }
  return files;
}

/** A note of a file, and what was done with it. */
export interface TakenFrom extends Place {
  readonly note: NoteOfFile;
  readonly remarks: readonly string[];
  readonly taken: TakenNote;
  /** Whether the person vouches for the file. */
  readonly trusted: boolean;
}

/** Number of notes that are taken in at once. */
const BATCH = 128;

/**
 * Takes notes in; `trusted` says that the person vouches for them. Returns undefined if the user
 * chose not to wait for the lock.
 */
export async function importNotes(
  found: readonly (Place & { readonly note: NoteOfFile; readonly remarks?: readonly string[] })[],
  trusted: boolean,
  { project, scope }: NotesImportOptions,
  context: Context,
  watch: Watch,
): Promise<readonly TakenFrom[] | undefined> {
  if (found.length === 0) return [];
  const folder = {
    directory: context.cwd,
    trusted,
    ...(project === undefined ? {} : { project }),
    ...(scope === 'person' ? { scope } : {}),
  };
  return await writing(context, watch, async (memory) => {
    const taken: TakenFrom[] = [];
    for (let at = 0; at < found.length && !context.interrupted.aborted; at += BATCH) {
      const batch = found.slice(at, at + BATCH);
      const done = take(memory, batch, folder, context);
      taken.push(
        ...batch.flatMap(({ file, line, note, remarks = [] }, index) => {
          const one = done[index];
          return one === undefined ? [] : [{ file, line, note, remarks, taken: one, trusted }];
        }),
      );
      await sleep(0);
    }
    return taken;
  });
}

function take(
  memory: Memory,
  batch: readonly { readonly note: NoteOfFile }[],
  folder: NotesFolder,
  context: Context,
) {
  return memory.importNotes(
    batch.map(({ note }) => note),
    folder,
    context.now().getTime(),
  );
}

/** What an import did, or would do. */
export interface NotesImported {
  readonly dryRun: boolean;
  readonly taken: readonly TakenFrom[];
  readonly found: FoundNotes;
  /** Whether the items of plain files were taken in. */
  readonly chosen: boolean;
  readonly interrupted: boolean;
}

/** The document that scripts read. */
export function notesImportedDocument({
  dryRun,
  taken,
  found,
  chosen,
  interrupted,
}: NotesImported) {
  const placeOf = ({ file, line }: Place) => ({ file, line });
  const notes = dryRun
    ? found.notes.map((each) => ({
        ...placeOf(each),
        ...noteIn(each.note),
        outcome: 'found',
        remarks: each.remarks,
      }))
    : taken.map((each) => ({
        ...placeOf(each),
        ...noteIn(each.note),
        outcome: each.taken.outcome ?? 'failed',
        trusted: each.trusted,
        id: each.taken.id,
        error: errorOf(each.taken),
        remarks: each.remarks,
      }));
  const items = chosen && !dryRun ? [] : found.items;
  return {
    version: 1,
    done: dryRun ? 'shown' : 'imported',
    notes,
    candidates: items.map((each) => ({ ...placeOf(each), ...noteIn(each.note) })),
    otherItems: found.others,
    problems: found.problems,
    interrupted,
  };
}

function noteIn({ kind, summary }: NoteOfFile) {
  return { kind, summary };
}

function errorOf({ code, message }: TakenNote) {
  if (code === null || message === null) return null;
  return { code, message, hint: hintFor(code) ?? null };
}
