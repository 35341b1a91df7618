/** Help of the commands that look inside, and what holds for all help. */

import { describe, expect, it } from 'vitest';
import { examples } from '../../src/help/reference.ts';
import { treeOf, withDescendants } from '../../src/help/tree.ts';
import { program, runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';

async function help(path: string): Promise<string> {
  const context = { ...fakeContext(), stdout: fakeOutput(), stderr: fakeOutput() };
  const words = path === '' ? [] : path.split(' ');
  expect(await runProgram([...words, '--help'], context)).toBe(0);
  expect(context.stderr.text).toBe('');
  return context.stdout.text;
}

describe('help', () => {
  it('of sessions', async () => {
    expect(await help('sessions')).toMatchInlineSnapshot(`
      "Usage: mementor sessions [options] [id]

      List past sessions, newest first

      Arguments:
        id                    only this session, by its own id or that of a turn

      Options:
        -p, --project <name>  list the sessions of this project instead of the current
                              one
        -a, --all-projects    list the sessions of every project
        -n, --limit <number>  list at most this many (default: 20)
        --json                Print one JSON document
        -h, --help            Show help

      Examples
        $ mementor sessions -n 5
        $ mementor sessions --all-projects --json

      "
    `);
  });

  it('of show', async () => {
    expect(await help('show')).toMatchInlineSnapshot(`
      "Usage: mementor show [options] <id>

      Show a turn or a whole session

      Arguments:
        id          its id, or the beginning of it: four characters or more

      Options:
        --json      Print one JSON document
        -h, --help  Show help

      Examples
        $ mementor show 8037c875
        $ mementor show 8037c875 --json | jq -r ".turns[].turn"

      "
    `);
  });

  it('of why', async () => {
    expect(await help('why')).toMatchInlineSnapshot(`
      "Usage: mementor why [options] [prompt...]

      Show what was added to your last prompt, or why nothing was

      Arguments:
        prompt                a prompt to try out in this directory; nothing is
                              recorded

      Options:
        --last                the last prompt of this directory's newest session
                              (default)
        --session <id>        the last prompt of this session, or a prompt tried out
                              in it
        --rate <percent>      try it out at another rate than that of the setting
                              \`rate\` (default: 4)
        -h, --help            Show help

      List several prompts, newest first
        -n, --limit <number>  list at most this many
        --since <time>        list the prompts since then: a date, \`yesterday\`, \`3d\`,
                              \`1w\`, …
        -p, --project <name>  list the prompts of this project instead of the current
                              one
        -a, --all-projects    list the prompts of every project
        --json                Print one JSON document

      Examples
        $ mementor why
        $ mementor why -n 5
        $ mementor why --since 1w --all-projects
        $ mementor why "which port does staging use" --rate 5
        $ mementor why --json | jq -r '.text'

      "
    `);
  });

  it('of mute', async () => {
    expect(await help('mute')).toMatchInlineSnapshot(`
      "Usage: mementor mute [options]

      Keep past turns out of the prompts of a session, a project, or all

      Options:
        --session <id>  this session instead of the newest of this directory
        --project       this project: its repository's folder and all below
        --always        everywhere: the setting \`recall\`
        --off           undo it
        --list          show what is muted
        --json          Print one JSON document
        -h, --help      Show help

      Examples
        $ mementor mute
        $ mementor mute --project
        $ mementor mute --project --off

      "
    `);
  });

  it('of config', async () => {
    expect(await help('config')).toMatchInlineSnapshot(`
      "Usage: mementor config [options] [command]

      Show and change the settings

      Options:
        -h, --help                   Show help

      Commands:
        list [options]               List every setting with its value, its origin and
                                     what it means
        get [options] <key>          Print a setting's value
        set [options] <key> <value>  Change a setting
        unset [options] <key>        Give a setting its default back

      Examples
        $ mementor config list
        $ mementor config set recall false

      "
    `);
  });

  it('of config set', async () => {
    expect(await help('config set')).toMatchInlineSnapshot(`
      "Usage: mementor config set [options] <key> <value>

      Change a setting

      Arguments:
        key         the setting (choices: "engine", "exclude", "limit", "mask",
                    "model", "notice", "rate", "recall", "threads")
        value       what it shall be

      Options:
        --json      Print one JSON document
        -h, --help  Show help

      Examples
        $ mementor config set threads 4
        $ mementor config set recall false

      "
    `);
  });

  it('of completion', async () => {
    expect(await help('completion')).toMatchInlineSnapshot(`
      "Usage: mementor completion [options] <shell>

      Print a script that completes commands and options in a shell

      Options:
        -h, --help  Show help

      Examples
        $ mementor completion bash > ~/.local/share/bash-completion/completions/mementor
        $ mementor completion zsh > ~/.zfunc/_mementor
        $ mementor completion fish > ~/.config/fish/completions/mementor.fish

      "
    `);
  });

  const paths = withDescendants(treeOf(program({ context: fakeContext(), set: () => {} }))).map(
    (node) => node.path,
  );

  it.each(paths)(
    'of `mementor %s` fits on a terminal, ends with examples and names --json',
    async (path) => {
      const text = await help(path);
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
      expect(text).toContain(examples(path));
      const answers = !['', 'hook', 'completion', 'config', 'export', 'model', 'project'].includes(
        path,
      );
      expect(text.includes('--json ')).toBe(answers || path === '');
    },
  );
});
