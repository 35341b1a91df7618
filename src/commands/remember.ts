/** `mementor remember` and `mementor log-event`: write a note. */

import { MementorError } from '../errors/errors.ts';
import { rememberDocument } from '../operations/notes/document.ts';
import { type RememberOptions, remember } from '../operations/notes/write.ts';
import { printJson } from '../output/json.ts';
import { renderRemembered } from '../output/note-line.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { edited } from '../process/editor.ts';
import { style } from '../process/style.ts';

interface Json {
  readonly json: boolean;
}

/** A note to write. */
export interface ToWrite extends Omit<RememberOptions, 'text'>, Json {
  /** Undefined if none was given. */
  readonly text: string | undefined;
}

/** Without a text, it is read from standard input, or written in an editor on a terminal. */
export async function run(options: ToWrite, context: Context): Promise<ExitCode> {
  const text = options.text ?? textFrom(context);
  return await write({ ...options, text }, context);
}

function textFrom(context: Context): string {
  return context.ask === undefined ? context.readStdin() : edited('', context);
}

export interface EventOptions extends Omit<RememberOptions, 'text'>, Json {
  readonly title: string;
  /** JSON; it becomes the body. */
  readonly detail: string | undefined;
}

export async function logEvent(options: EventOptions, context: Context): Promise<ExitCode> {
  const { title, detail, ...others } = options;
  const body = detail === undefined ? '' : `\n\n\`\`\`json\n${pretty(detail)}\n\`\`\``;
  return await write({ ...others, text: `${title.replace(/\s+/g, ' ').trim()}${body}` }, context);
}

function pretty(detail: string): string {
  try {
    return JSON.stringify(JSON.parse(detail), null, 2);
  } catch {
    throw new MementorError(
      'DETAIL_INVALID',
      '--detail is no JSON',
      `quote it for the shell: --detail '{"reason":"too slow"}'`,
    );
  }
}

async function write(options: RememberOptions & Json, context: Context): Promise<ExitCode> {
  const done = await remember(options, context, terminalWatch(context));
  if (done === undefined) return 130;
  if (options.json) printJson(rememberDocument(done), context);
  else
    context.stdout.write(renderRemembered(done, options.text, style(context.stdout, context.env)));
  return 0;
}
