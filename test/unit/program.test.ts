/** Names, options and help of the commands, and how errors are told. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeOf } from '../../src/home.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';

async function run(args: readonly string[], context: FakeContext = fakeContext()) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function help(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run([...args, '--help']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

describe('help', () => {
  it('of the program', async () => {
    expect(await help()).toMatchInlineSnapshot(`
      "Usage: mementor [options] [command]

      Local memory for Claude Code: past conversations come back, on this machine only

      Options:
        -V, --version                 Print the version
        -h, --help                    Show help

      Get started
        enable [options]              Install the hooks in Claude Code's settings
        disable [options]             Remove the hooks; keep the memories, or purge
                                      them

      Memory
        query [options] [text...]     Search past conversations and notes
        ingest [options] [path...]    Take transcripts into memory
        restore [options] <id>        Write a lost transcript again, to resume it

      Notes
        remember [options] [text...]  Note what holds: a decision, a rule, something
                                      learned
        log-event [options]           Note an event, for scripts
        notes                         List, show and change notes

      Look inside
        sessions [options]            List past sessions, newest first
        show [options] <id>           Show a turn or a whole session
        why [options] [prompt...]     Explain what a prompt brought back, or why
                                      nothing
        project                       Show which project a directory belongs to, or
                                      change it
        status [options]              Show what is stored, and what was read
        doctor [options]              Check the installation and suggest fixes

      Keep and forget
        forget [options] [id...]      Remove turns and notes for good: they do not
                                      come back
        scrub [options]               Mask secrets in all that is stored, by the rules
                                      and settings of today
        backup [options] <file>       Write a copy of the whole memory to a file
        repair [options]              Save what can be saved of a damaged memory, and
                                      derive the rest again
        export [options]              Print all turns and notes as JSON lines, one a
                                      line
        import [options] <file>       Take in an export or a backup; what is known
                                      already stays as it is

      Upkeep
        model                         Choose and get the model that searches by
                                      meaning
        rebuild [options]             Derive everything from the stored turns again,
                                      while reads go on

      Settings
        config                        Show and change the settings
        mute [options]                Keep past turns out of the prompts of a session,
                                      a project, or all
        completion <shell>            Print a script that completes commands and
                                      options in a shell

      For Claude Code
        hook <event>                  Handle a hook event (JSON on standard input)

      Examples
        $ mementor enable
        $ mementor ingest --all
        $ mementor query "why did we drop the retry queue"
        $ mementor query --file src/db.rs --since 2w
        $ mementor remember "We use tabs, not spaces" --kind rule
        $ mementor query "sqlite busy" --limit 3 --json | jq -r '.hits[].turn'

      Exit status
        0    done
        1    the answer is negative: nothing found, a check failed
        2    an error, or misuse
        130  interrupted by Ctrl-C; what was stored stays

      Environment
        MEMENTOR_HOME          folder that holds everything that is remembered
        MEMENTOR_MODELS        folder of another model than the bundled one
        MEMENTOR_MODEL_MIRROR  where \`mementor model pull\` takes files from, as \`--from\` does
        MEMENTOR_ENGINE        overrides the setting \`engine\`
        MEMENTOR_EXCLUDE       overrides the setting \`exclude\`
        MEMENTOR_LIMIT         overrides the setting \`limit\`
        MEMENTOR_MASK          overrides the setting \`mask\`
        MEMENTOR_MODEL         overrides the setting \`model\`
        MEMENTOR_RATE          overrides the setting \`rate\`
        MEMENTOR_RECALL        overrides the setting \`recall\`
        MEMENTOR_THREADS       overrides the setting \`threads\`
        MEMENTOR_LOG           \`debug\` shows where an error came from
        CLAUDE_CONFIG_DIR      Claude Code's own folder, when it is not ~/.claude
        NO_COLOR               any value turns colour off

      "
    `);
  });

  it('of query', async () => {
    expect(await help('query')).toMatchInlineSnapshot(`
      "Usage: mementor query [options] [text...]

      Search past conversations and notes

      Arguments:
        text                  what to look for, in any words; with a filter it may be
                              left out

      Where to look
        --turns               search turns, and no notes unless another option asks
                              for them
        --notes               search notes, and no turns unless \`--turns\` is given too
        -k, --kind <kind>     notes of this kind, such as \`rule\`; several with commas
                              (default: [])
        -t, --tag <tag>       notes with this tag
        -p, --project <name>  search this project instead of the current one
        -a, --all-projects    search every project

      Filters (all must hold; times are dates, \`yesterday\`, \`3d\`, \`2w\`, …)
        --since <time>        turns that began at this time or later
        --until <time>        turns that began before its end: a day is part of it
        --session <id>        turns of the session whose id begins so
        --branch <name>       turns on this branch
        --file <path>         turns that read or changed such a file: a name or a part
                              of a path
        --command <words>     turns that ran a command with these words in a row
        --error <words>       turns that met an error with these words

      Output
        -n, --limit <number>  show at most this many (default: the setting \`limit\`, 5)
        --explain             show how each score came about, and what was searched
        --json                Print one JSON document

      Options:
        -h, --help            Show help

      Examples
        $ mementor query "which port does staging use" -n 3
        $ mementor query lock --kind rule,gotcha
        $ mementor query migration --since "3 months ago" --branch main
        $ mementor query --error "cannot find module" --explain
        $ mementor query --command "cargo bench" --until 2026-11-03

      "
    `);
  });

  it('of ingest', async () => {
    expect(await help('ingest')).toMatchInlineSnapshot(`
      "Usage: mementor ingest [options] [path...]

      Take transcripts into memory

      Arguments:
        path                  transcripts or folders of them; the current project's
                              when left out

      Options:
        --all                 take in every transcript that Claude Code keeps
        -p, --project <name>  file the turns under this project name
        --threads <number>    embed with this many (default: the setting \`threads\`, 2)
        --json                Print one JSON document
        -h, --help            Show help

      Examples
        $ mementor ingest --all
        $ mementor ingest old/*.jsonl

      "
    `);
  });

  it('of enable', async () => {
    expect(await help('enable')).toMatchInlineSnapshot(`
      "Usage: mementor enable [options]

      Install the hooks in Claude Code's settings

      Options:
        --user       Put the hooks into ~/.claude/settings.json: all sessions
                     (default)
        --project    Put the hooks into .claude/settings.json: this project, for
                     everyone who shares it
        --local      Put the hooks into .claude/settings.local.json: this project, for
                     you alone
        --dry-run    Show what would change and write nothing
        --json       Print one JSON document
        --as <form>  Write a settings file, or a plugin into the folder \`skills\`
                     beside it (Claude Code 2.1.157 or newer; new sessions use it)
                     (choices: "settings", "plugin", default: "settings")
        -h, --help   Show help

      Examples
        $ mementor enable --dry-run
        $ mementor enable --local
        $ mementor enable --as plugin

      "
    `);
  });

  it('fits on a terminal, and hides what is not for people', async () => {
    for (const command of [[], ['query'], ['ingest'], ['enable'], ['disable'], ['status']]) {
      const text = await help(...command);
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
      expect(text).not.toContain('drain');
    }
  });

  it('is on stderr when no command is given', async () => {
    const { exitCode, stdout, stderr } = await run([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Get started');
  });

  it('knows the version of the package', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
    const { version }: { version: string } = JSON.parse(text);
    expect(await run(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('misuse is one error, exit status 2', () => {
  it.each([
    [['querry', 'x'], "error: unknown command 'querry'\n(Did you mean query?)"],
    [['ingst'], '(Did you mean ingest?)'],
    [['frobnicate'], "error: unknown command 'frobnicate'"],
    [['query', 'x', '--limt', '3'], "error: unknown option '--limt'\n(Did you mean --limit?)"],
    [['query', 'x', '--limit'], "error: option '-n, --limit <number>' argument missing"],
    [['enable', '--user', '--project'], "error: option '--user' cannot be used with option"],
    [['enable', '--project', '--local'], 'cannot be used with option'],
    [['disable', '--local', '--user'], 'cannot be used with option'],
    [['enable', 'now'], 'error: too many arguments'],
  ])('%j', async (args, message) => {
    const { exitCode, stdout, stderr } = await run(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.match(/^error:/gm)).toHaveLength(1);
    expect(stderr).toContain('mementor --help');
  });

  it.each(['0', '-1', '101', '1.5', 'many', '', 'NaN', '1e9'])('--limit %j', async (limit) => {
    const { exitCode, stderr } = await run(['query', 'x', `--limit=${limit}`]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('It must be a whole number from 1 to 100.');
  });
});

describe('an error', () => {
  it('names the next step', async () => {
    const context = fakeContext();
    const { exitCode, stdout, stderr } = await run(['query', 'anything'], context);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`error: no memory yet at ${homeOf(context)}`);
    expect(stderr).toContain('\n\nhint: run `mementor ingest --all`');
    expect(stderr).not.toContain('    at ');
  });

  it('is one document on stdout with --json', async () => {
    const { exitCode, stdout, stderr } = await run(['query', 'anything', '--json']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      error: {
        code: 'DATABASE_MISSING',
        message: expect.stringContaining('no memory yet at '),
        hint: expect.stringContaining('mementor ingest --all'),
      },
    });
  });

  it('shows where it came from on request, and wears red on a terminal', async () => {
    const context = fakeContext({ env: { MEMENTOR_LOG: 'debug' } });
    expect((await run(['query', 'x'], context)).stderr).toContain('    at ');
    const terminal = { ...fakeContext(), stdout: fakeOutput(), stderr: fakeOutput(true) };
    await runProgram(['query', 'x'], terminal);
    expect(terminal.stderr.text).toContain('\u001B[31merror:\u001B[39m');
  });
});
