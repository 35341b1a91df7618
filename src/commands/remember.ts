/** `mementor remember`: writes a note. */

import { declared, option, text as words } from '../command-line/command.ts';
import { type Json, json } from '../command-line/options.ts';
import { MementorError } from '../errors/errors.ts';
import { rememberDocument } from '../operations/notes/document.ts';
import { type RememberOptions, remember } from '../operations/notes/write.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { fitted } from '../output/layout/wrap.ts';
import { renderRemembered } from '../output/note-line.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { edited } from '../process/editor.ts';

export const command = declared({
  description: 'Note what holds: a decision, a rule, something learned',
  arguments: [
    words('[text...]', 'the note; left out or `-`: standard input, or $EDITOR on a terminal'),
  ],
  options: [
    option('-k, --kind <kind>', 'decision, rule, preference, learning, …', {
      fallback: 'note',
      names: 'note-kind',
    }),
    option('-t, --tag <tag>', 'a tag; may be repeated', { as: 'tags', many: 'repeated' }),
    option('--file <path>', 'a file that it is about; may be repeated', {
      as: 'files',
      many: 'repeated',
    }),
    option('--scope <scope>', 'where it holds: in this project, or everywhere (person)', {
      choices: ['project', 'person'],
      fallback: 'project',
    }),
    option('--branch [name]', 'it holds on this branch alone; without a name, on the current one'),
    option('--pin', 'pin it: it never ages'),
    option(
      '--supersedes <id>',
      'the note that it replaces, by the beginning of its id; may be repeated',
      { many: 'repeated', names: 'note' },
    ),
    option('--detail <json>', 'what belongs to it, as JSON, for scripts'),
    option('-p, --project <name>', 'note it for this project instead of the current one', {
      names: 'project',
    }),
    json(),
  ],
  examples: [
    'mementor remember "We use tabs, not spaces" --kind rule',
    'mementor remember --kind decision --tag db < decision.md',
    'mementor remember "Use pine for the mast" --kind decision --supersedes 4fe1c2a0',
    'mementor remember "Answer in short sentences" --kind preference --scope person --pin',
    `mementor remember "Release 2" --kind retro --detail '{"days":3}'`,
  ],
  run: ({ branch, detail, ...options }: Options, context) => {
    const named = branch === true ? '' : branch;
    const { text: typed = '-' } = options;
    const text = typed === '-' ? textFrom(context) : typed;
    return run({ ...options, branch: named, text: withDetail(text, detail) }, context);
  },
});

interface Options extends Omit<RememberOptions, 'branch' | 'text'>, Json {
  readonly text: string | undefined;
  readonly branch: string | true | undefined;
  readonly detail: string | undefined;
}

/** Without a text, it is read from standard input, or written in an editor on a terminal. */
function textFrom(context: Context): string {
  return context.ask === undefined ? context.readStdin() : edited('', context);
}

/** What belongs to a note becomes the end of its body. */
function withDetail(text: string, detail: string | undefined): string {
  if (detail === undefined) return text;
  return `${text.trim()}\n\n\`\`\`json\n${pretty(detail)}\n\`\`\``;
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

export async function run(options: RememberOptions & Json, context: Context): Promise<ExitCode> {
  const done = await remember(options, context, terminalWatch(context));
  if (done === undefined) return 130;
  const text = ({ paint, width }: Page) =>
    fitted(renderRemembered(done, options.text, paint), width);
  return printAnswer({ document: rememberDocument(done), text }, options, context);
}
