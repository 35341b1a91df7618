/** The commands that ask what was done: of an error, a command, a file, a topic. */

import type { Command } from 'commander';
import { json, project, upTo, type Wiring } from './flags.ts';

interface Flags {
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly json?: boolean;
}

const TURNS_MAX = 1_000;
const TURNS_SHOWN = 5;

export function addWork(root: Command, { context, set }: Wiring): void {
  root.commandsGroup('What was done');
  asking(root.command('fix'))
    .description('Show what ended an error when it was met before')
    .argument('[error...]', 'the line that names it; without one, output is read from a pipe')
    // Errors begin with a dash too: `--- FAIL: TestBoat`.
    .allowUnknownOption()
    .action(async (words: string[], flags: Flags) => {
      const { run } = await import('../commands/fix.ts');
      set(await run({ ...common(flags), error: words.join(' ') }, context));
    });
  asking(root.command('how'))
    .description('Show the commands that worked here for something')
    .argument('<words...>', 'what to do, such as `run one test`')
    .action(async (words: string[], flags: Flags) => {
      const { run } = await import('../commands/how.ts');
      set(await run({ ...common(flags), words: words.join(' ') }, context));
    });
  asking(root.command('blame'))
    .description('Show the turns that changed a file, and the prompts that led there')
    .argument('<file>', 'a file, or `file:12` for who wrote that line')
    .option('-n, --limit <number>', 'show at most this many turns', upTo(TURNS_MAX), TURNS_SHOWN)
    .action(async (target: string, flags: Flags & { readonly limit: number }) => {
      const { run } = await import('../commands/blame.ts');
      set(await run({ ...common(flags), target, limit: flags.limit }, context));
    });
  asking(root.command('recover'))
    .description('Print text that an edit replaced, or a whole file as it was before')
    .argument('<file>', 'a file, which may be gone')
    .argument('[number]', 'which change, from the list that is shown without it', upTo(1_000_000))
    .option('--whole', 'the whole file as it was before the change, where that is known')
    .option('--to <path>', 'write to this new file instead of printing')
    .action(
      async (
        file: string,
        number: number | undefined,
        flags: Flags & { readonly whole?: boolean; readonly to?: string },
      ) => {
        const { run } = await import('../commands/recover.ts');
        const { to } = flags;
        set(
          await run({ ...common(flags), file, number, whole: flags.whole === true, to }, context),
        );
      },
    );
  asking(root.command('files'))
    .description('List the files that work on a topic changed or read')
    .argument('<topic...>', 'any words')
    .action(async (words: string[], flags: Flags) => {
      const { run } = await import('../commands/files.ts');
      set(await run({ ...common(flags), topic: words.join(' ') }, context));
    });
}

function asking(command: Command): Command {
  return json(project(command, 'ask'));
}

function common(flags: Flags) {
  return {
    project: flags.project,
    everything: flags.allProjects === true,
    json: flags.json === true,
  };
}
