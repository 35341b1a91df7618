/** Help of the commands that look inside, and what holds for all help. */

import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { wholeProgram } from '../helpers/whole-program.ts';

async function help(path: string): Promise<string> {
  const context = { ...fakeContext(), stdout: fakeOutput(), stderr: fakeOutput() };
  const words = path === '' ? [] : path.split(' ');
  expect(await runProgram([...words, '--help'], context)).toBe(0);
  expect(context.stderr.text).toBe('');
  return context.stdout.text;
}

function described(command: Command, path = ''): (readonly [string, Command])[] {
  return command.commands.flatMap((child) => {
    const whole = `${path} ${child.name()}`.trimStart();
    return [[whole, child] as const, ...described(child, whole)];
  });
}

/** Every command, with its words after `mementor`. */
const NAMED = described(await wholeProgram());

describe('help', () => {
  it('of sessions', async () => {
    expect(await help('sessions')).toMatchInlineSnapshot(`
      "Usage: mementor sessions|ls [options] [id]

      List past sessions: what was asked, how it ended

      Arguments:
        id                    only this session, by its own id or that of a turn

      Options:
        -p, --project <name>  list the sessions of this project instead of the current
                              one
        -a, --all-projects    list the sessions of every project
        -n, --limit <number>  list at most this many (default: 20, or what fits the
                              terminal)
        --since <time>        sessions that went on at this time or later
        --until <time>        sessions that began at this time or earlier
        --branch <name>       sessions on this branch
        --no-headless         leave out what a program asked: \`claude -p\`, scheduled
                              runs, the SDK
        --json                Print one JSON document
        -h, --help            Show help

      Examples
        $ mementor sessions -n 5
        $ mementor sessions --since 2w --branch main
        $ mementor sessions --all-projects --json

      "
    `);
  });

  it('of show', async () => {
    expect(await help('show')).toMatchInlineSnapshot(`
      "Usage: mementor show [options] [id]

      Show a turn or a whole session

      Arguments:
        id          its id, or the first four characters or more; or a number of the
                    last list of hits

      Options:
        --next      show the turn after it (without an id: after the one shown last)
        --previous  show the turn before it
        --head      show when and where it was, what came of it, and each turn as one
                    line
        --results   show what tools answered too, where it was kept
        --markdown  print it as Markdown, to share it
        --no-pager  print to the terminal, however long it is
        --json      Print one JSON document
        -h, --help  Show help

      Examples
        $ mementor show 8037c875
        $ mementor show 2
        $ mementor show --next
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
        --start               what the session was told when it started, or after a
                              compaction
        --now                 with \`--start\`: what a session here would be told now,
                              and what it costs
        --source <source>     with \`--now\`: it starts anew, or after a compaction
                              (choices: "startup", "compact")
        --budget <tokens>     with \`--now\`: at most so many tokens (default: the
                              setting \`context-budget\`, 2000)
        --session <id>        the last prompt of this session, or a prompt tried out
                              in it
        --rate <percent>      try it out at another rate than that of the setting
                              \`rate\` (default: 4)
        --explain             show what the decision was made of, and scores
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
        $ mementor why --start
        $ mementor why --start --now --source compact --session 4f9ac0d1
        $ mementor why --since 1w --all-projects
        $ mementor why "which port does staging use" --rate 5
        $ mementor why --json | jq -r '.text'

      "
    `);
  });

  it('of mute', async () => {
    expect(await help('mute')).toMatchInlineSnapshot(`
      "Usage: mementor mute [options]

      Stop adding past turns to prompts: in a session, a project, or everywhere

      Options:
        --session <id>  this session instead of the one that ran last in this
                        directory
        --project       this project: its repository's root folder and everything
                        below it
        --turn <id>     this turn alone: it was of no use
        --always        everywhere: the setting \`recall\`
        --off           undo it
        --list          show what is muted
        --json          Print one JSON document
        -h, --help      Show help

      For one prompt alone
        Write --no-recall anywhere in it. The word stays in the prompt: Claude sees it too.

      Examples
        $ mementor mute
        $ mementor mute --project
        $ mementor mute --project --off

      "
    `);
  });

  it('of config', async () => {
    expect(await help('config')).toMatchInlineSnapshot(`
      "Usage: mementor config [options] [key] [value]

      Show and change the settings; alone, it lists them

      Arguments:
        key         the setting; alone, its value is printed (choices:
                    "context-budget", "detect", "exclude", "limit", "mask", "model",
                    "notice", "rate", "recall", "suspect", "threads")
        value       its new value

      Options:
        --add       add to the list of exclude or mask, and keep what it has
        --remove    remove from that list
        --unset     reset the setting to its default
        --json      Print one JSON document
        -h, --help  Show help

      Examples
        $ mementor config
        $ mementor config limit
        $ mementor config recall false
        $ mementor config --unset threads
        $ mementor config --add mask 'CUST-\\d+'
        $ mementor config --add exclude '~/clients/*'
        $ mementor config --remove exclude '~/clients/*'

      "
    `);
  });

  it('of completion', async () => {
    expect(await help('completion')).toMatchInlineSnapshot(`
      "Usage: mementor completion [options] <shell>

      Print a script that completes commands, options and values in a shell

      Options:
        -h, --help  Show help

      To install it (then open a new shell)
        bash, with the package bash-completion:
          mkdir -p ~/.local/share/bash-completion/completions
          mementor completion bash > ~/.local/share/bash-completion/completions/mementor
        zsh:
          mkdir -p ~/.zfunc && mementor completion zsh > ~/.zfunc/_mementor
          and in ~/.zshrc, unless it has these two lines already:
          fpath=(~/.zfunc $fpath)
          autoload -Uz compinit && compinit
        fish:
          mementor completion fish > ~/.config/fish/completions/mementor.fish

      Example
        $ mementor completion zsh > ~/.zfunc/_mementor

      "
    `);
  });

  it.each(NAMED)('of `mementor %s` fits on a terminal, and names --json', async (path, node) => {
    const text = await help(path);
    expect(text).not.toContain('(default: [])');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    const without = ['browse', 'hook', 'mcp', 'statusline', 'help', 'completion'];
    const answers = node.commands.length === 0 && !without.includes(path);
    expect(/^ *--json /m.test(text)).toBe(answers);
  });

  it.each(NAMED)('of `mementor %s` ends with examples that use its options', async (path, node) => {
    const text = await help(path);
    if (path === 'hook') return;
    const examples = text.split(/^Examples?$/m)[1] ?? '';
    expect(examples).toContain(`mementor ${path}`);
    const known = [...node.commands, node].flatMap(({ options }) =>
      options.flatMap(({ short, long }) => [short, long]),
    );
    for (const line of examples.split('\n').filter((each) => each.includes('mementor '))) {
      const own = line.split('mementor ').at(-1)?.split(/[|>]/)[0] ?? '';
      for (const word of own.split(' ').filter((each) => each.startsWith('-')))
        expect(known).toContain(word);
    }
  });
});
