/** What the questions about the work have in common: where they are asked, and of which file. */

import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { openToShow } from '../../database/open.ts';
import { MementorError } from '../../errors/errors.ts';
import { realOf, repositoryOf } from '../../files/folders.ts';
import type { Memory, Place, Within } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { type Where, withinStored } from '../../reports/project-scope.ts';
import { dated } from '../dated.ts';

export interface Asked {
  readonly memory: Memory;
  readonly place: Within;
}

/** Opens the memory; a project that is not stored throws. */
export async function asked(where: Where, context: Context): Promise<Asked> {
  const memory = await openToShow(context);
  return { memory, place: withinStored(where, memory, context.cwd) };
}

/** Where something was done, as a part of a document. */
export function placeOf({ cwd: _, ...place }: Place) {
  return dated(place);
}

/** Throws if nothing is asked for; `example` asks for something. */
export function requireText(text: string, example: string): void {
  if (text.trim() !== '') return;
  throw new MementorError('QUERY_EMPTY', 'nothing to look for', `give some words: \`${example}\``);
}

/**
 * Returns a path as agents on any machine end it: relative to its repository. What is not on this
 * disk is taken as typed.
 */
export function fileAsked(typed: string, { cwd }: Pick<Context, 'cwd'>): string {
  if (typed.trim() === '') {
    throw new MementorError(
      'FILE_MISSING',
      'no file is named',
      'name one: `mementor blame src/db.rs`',
    );
  }
  const path = resolve(cwd, typed);
  if (!existsSync(path)) return typed.replace(/^\.[/\\]/, '');
  const folder = realOf(dirname(path));
  const root = repositoryOf(folder);
  return root === undefined ? path : relative(root, join(folder, basename(path)));
}
