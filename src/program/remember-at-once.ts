/**
 * `mementor remember` without the program: people and agents call it often, and the program takes
 * longer to load than a note to write. Whatever is unusual here is left to the program, which then
 * starts from the beginning: other options, no text, mistakes, a memory that must be made first.
 */

import { parseArgs } from 'node:util';
import { openOptionsInHook } from '../database/open.ts';
import type { Remembered } from '../memory.ts';
import { rememberDocument } from '../operations/notes/document.ts';
import { handedOver, noteOf, type RememberOptions } from '../operations/notes/hand-over.ts';
import { printJson } from '../output/json.ts';
import { renderRemembered } from '../output/note-line.ts';
import type { Context } from '../process/context.ts';
import { style } from '../process/style.ts';
import { settingsInHook } from '../settings/read.ts';

/** The same options as the program's, but for `--branch`; a test compares them. */
export const REMEMBER_OPTIONS = {
  kind: { type: 'string', short: 'k' },
  tag: { type: 'string', short: 't', multiple: true },
  file: { type: 'string', multiple: true },
  scope: { type: 'string' },
  pin: { type: 'boolean' },
  supersedes: { type: 'string', multiple: true },
  project: { type: 'string', short: 'p' },
  json: { type: 'boolean' },
} as const;

/** Returns whether the note was handed over and that was printed. */
export function rememberAtOnce(args: readonly string[], context: Context): boolean {
  if (isWide(args, context)) return false;
  const tried = handedOverNow(args, context);
  if (tried === undefined) return false;
  const { done, text } = tried;
  if (args.includes('--json')) printJson(rememberDocument(done), context);
  else context.stdout.write(renderRemembered(done, text, style(context.stdout, context.env)));
  return true;
}

/** What wraps a line that is too wide for the terminal belongs to the program. */
function isWide(args: readonly string[], { stdout }: Context): boolean {
  const typed = args.join(' ').length + BESIDE_COLUMNS;
  return stdout.isTTY && typed > (stdout.columns ?? Number.POSITIVE_INFINITY);
}

/** The verb, the id, the kind and the day beside what was typed. */
const BESIDE_COLUMNS = 48;

/** Returns undefined where nothing was handed over, for whatever reason: the program tells it. */
function handedOverNow(
  args: readonly string[],
  context: Context,
): { readonly done: Remembered; readonly text: string } | undefined {
  try {
    const asked = parsed(args);
    if (asked === undefined) return undefined;
    const options = openOptionsInHook(settingsInHook(context), context);
    const done = handedOver(noteOf(asked, context), options, context);
    return done && { done, text: asked.text };
  } catch {
    return undefined;
  }
}

/** Returns what is asked for; undefined where a text is missing or a value is unknown. */
export function parsed(args: readonly string[]): RememberOptions | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: REMEMBER_OPTIONS,
    allowPositionals: true,
  });
  const text = positionals.join(' ');
  const { scope = 'project' } = values;
  if (text.trim() === '' || text === '-') return undefined;
  if (scope !== 'project' && scope !== 'person') return undefined;
  return {
    text,
    kind: values.kind ?? 'note',
    tags: values.tag ?? [],
    files: values.file ?? [],
    scope,
    pin: values.pin ?? false,
    supersedes: values.supersedes ?? [],
    project: values.project,
  };
}
