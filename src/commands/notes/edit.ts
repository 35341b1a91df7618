/** `mementor notes edit`: changes what a note says. */

import { declared, option, text as words } from '../../command-line/command.ts';
import { type Json, json as jsonOption, noteId } from '../../command-line/options.ts';
import { MementorError } from '../../errors/errors.ts';
import { showNote } from '../../operations/notes/list.ts';
import type { Context, ExitCode } from '../../process/context.ts';
import { edited } from '../../process/editor.ts';
import { changed } from './set.ts';

export const command = declared({
  description: 'Change the text, kind, tags or files of a note',
  arguments: [
    noteId,
    words('[text...]', 'the new text; with no change at all: $EDITOR, or standard input'),
  ],
  options: [
    option('-k, --kind <kind>', 'make it of this kind', { names: 'note-kind' }),
    option('-t, --tag <tag>', 'give it these tags instead; may be repeated', {
      as: 'tags',
      many: 'repeated',
    }),
    option('--file <path>', 'let it be about these files instead; may be repeated', {
      as: 'files',
      many: 'repeated',
    }),
    jsonOption(),
  ],
  examples: ['mementor notes edit 4fe1c2a0 "We use tabs" --tag style'],
  run,
});

export interface EditOptions extends Json {
  readonly id: string;
  /** New text; without any change, it is edited in an editor. */
  readonly text: string | undefined;
  readonly kind: string | undefined;
  readonly tags: readonly string[];
  readonly files: readonly string[];
}

export async function run(options: EditOptions, context: Context): Promise<ExitCode> {
  const { id, kind, tags, files, json } = options;
  const others = {
    ...(kind === undefined ? {} : { kind }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(files.length === 0 ? {} : { files: [...files] }),
  };
  const text =
    !options.text && Object.keys(others).length === 0 ? await textOf(id, context) : options.text;
  const change = { edit: { ...others, ...(!text ? {} : { text }) } };
  return await changed({ id, change, done: 'Edited', json }, context);
}

async function textOf(id: string, context: Context): Promise<string> {
  if (context.ask === undefined) return context.readStdin();
  const { summary, body } = await showNote(id, context);
  const text = edited(body === '' ? `${summary}\n` : `${summary}\n\n${body}\n`, context);
  if (text.trim() !== '') return text;
  throw new MementorError(
    'NOTE_SUMMARY',
    'an empty note is no note',
    '`mementor notes delete` deletes it',
  );
}
