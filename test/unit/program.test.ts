/** Names, options and help of the commands, and how errors are told. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
        -v, --version            Print the version
        -h, --help               Show help

      Get started
        enable                   Install the hooks in the settings of Claude Code, or
                                 of another agent
        disable                  Remove the hooks; keep the memories, or purge them

      Memory
        query [text...]          Search past conversations and notes
        ingest [path...]         Read transcripts and store their turns
        restore <id>             Recreate the transcript of a deleted session
        resume <id>              Get back into a session, even a deleted one

      Notes
        remember [text...]       Note what holds: a decision, a rule, something
                                 learned
        log-event                Note an event, for scripts
        notes                    List, show and change notes

      Look inside
        sessions [id]            List past sessions: what was asked, how it ended
        show [id]                Show a turn or a whole session
        recap                    What was done, decided and left open, as Markdown
        browse                   Search while typing, and pick with the arrows
        why [prompt...]          Show what was added to your last prompt, or why
                                 nothing was
        context                  Show what a session here is told when it starts, and
                                 what it costs
        stats                    Show how often past turns were added and used, what
                                 it cost, and the growth
        project                  Show which project a directory belongs to, or change
                                 it
        status                   Show what is stored, and what was read
        doctor                   Check the installation and suggest fixes

      What was done
        fix [error...]           Show what ended an error when it was met before
        how <words...>           Show the commands that worked here for something
        blame <file>             Show the turns that changed a file, and the prompts
                                 that led there
        recover <file> [number]  Print text that an edit replaced, or a whole file as
                                 it was before
        files <topic...>         List the files that work on a topic changed or read

      Keep and forget
        forget [id...]           Delete turns and notes permanently, after showing
                                 them
        scrub                    Mask secrets in everything stored, using the current
                                 rules and settings
        backup <file>            Write a copy of the whole memory to a file
        repair                   Recover a damaged memory and rebuild its indexes
        export                   Print every turn and note as JSON, one per line
        import <file>            Import an export or a backup; turns that are already
                                 stored stay unchanged

      Maintenance
        model                    Choose and get the model that searches by meaning
        rebuild                  Rebuild all indexes from the stored turns; searching
                                 keeps working

      Settings
        config                   Show and change the settings; alone, it lists them
        mute                     Stop adding past turns to prompts: in a session, a
                                 project, or everywhere
        completion <shell>       Print a script that completes commands, options and
                                 values in a shell
        help [command...]        Show the help of a command

      For Claude Code
        hook <event>             Handle a hook event (JSON on standard input)
        statusline               Print a segment for the status line (the client's
                                 JSON on standard input)
        mcp                      Serve the memory to a coding agent as tools (MCP)

      Examples
        $ mementor enable
        $ mementor ingest --all
        $ mementor query "why did we drop the retry queue"
        $ mementor query --file src/db.rs --since 2w
        $ mementor remember "We use tabs, not spaces" --kind rule
        $ mementor query "sqlite busy" --limit 3 --json | jq -r '.hits[].turn'

      Exit status
        0    done
        1    the answer is negative: nothing found, no such id, a check failed
        2    an error, or misuse
        130  interrupted by Ctrl-C; what was stored stays

      Environment
        MEMENTOR_HOME            folder that holds everything that is stored
        MEMENTOR_MODELS          folder of another model than the bundled one
        MEMENTOR_MODEL_MIRROR    where \`mementor model pull\` takes files from, as \`--from\` does
        MEMENTOR_CONTEXT_BUDGET  overrides the setting \`context-budget\`
        MEMENTOR_DETECT          overrides the setting \`detect\`
        MEMENTOR_EXCLUDE         overrides the setting \`exclude\`
        MEMENTOR_LIMIT           overrides the setting \`limit\`
        MEMENTOR_MASK            overrides the setting \`mask\`
        MEMENTOR_MODEL           overrides the setting \`model\`
        MEMENTOR_NOTICE          overrides the setting \`notice\`
        MEMENTOR_RATE            overrides the setting \`rate\`
        MEMENTOR_RECALL          overrides the setting \`recall\`
        MEMENTOR_SUSPECT         overrides the setting \`suspect\`
        MEMENTOR_THREADS         overrides the setting \`threads\`
        MEMENTOR_LOG             \`debug\` shows where an error came from
        CLAUDE_CONFIG_DIR        Claude Code's own folder, when it is not ~/.claude
        CODEX_HOME               Codex's own folder, when it is not ~/.codex
        COPILOT_HOME             Copilot CLI's own folder, when it is not ~/.copilot
        GEMINI_CLI_HOME          the folder of Gemini CLI's .gemini, when it is not the home
        QWEN_HOME                Qwen Code's own folder, when it is not ~/.qwen
        QWEN_RUNTIME_DIR         the folder of Qwen Code's sessions, when it is another one
        XDG_DATA_HOME            the folder of OpenCode's own, when it is not ~/.local/share
        PAGER                    shows long output, instead of less; empty or \`cat\`: no pager
        COLUMNS                  width of the terminal, if it is not what the terminal says
        NO_COLOR                 any value turns colour off

      "
    `);
  });

  it('of query', async () => {
    expect(await help('query')).toMatchInlineSnapshot(`
      "Usage: mementor query|search [options] [text...]

      Search past conversations and notes

      Arguments:
        text                  what to look for, in any words; with a filter it may be
                              left out

      Where to look
        --turns               search turns, and no notes unless another option asks
                              for them
        --notes               search notes, and no turns unless \`--turns\` is given too
        -k, --kind <kind>     notes of this kind, such as \`rule\`; several with commas
        -t, --tag <tag>       notes with this tag, and turns with it in an answer or
                              an edit
        --all-branches        also notes that hold on another branch alone
        -p, --project <name>  search this project instead of the current one
        -a, --all-projects    search every project

      Filters (all must hold; times are dates, \`yesterday\`, \`3d\`, \`2w\`, …)
        --since <time>        turns that began at this time or later
        --until <time>        turns that began at this time or earlier; a date
                              includes that whole day
        --session <id>        turns of the session whose id begins like this, of any
                              project
        --branch <name>       turns on this branch
        --file <path>         turns that read or changed a file with this name or part
                              of a path
        --command <words>     turns that ran a command with these words in a row
        --error <words>       turns that ran into an error with these words

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

      Read transcripts and store their turns

      Arguments:
        path                  transcripts or folders of them; the current project's
                              when left out

      Options:
        --all                 read every transcript that the agents keep
        --agent <name>        this agent's only: claude-code, codex, copilot, gemini,
                              qwen, opencode or cursor
        -p, --project <name>  file the turns under this project name
        --threads <number>    threads for search by meaning (default: the setting
                              \`threads\`, 2)
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

      Install the hooks in the settings of Claude Code, or of another agent

      Options:
        --user          Put the hooks into ~/.claude/settings.json: all sessions
                        (default)
        --project       Put the hooks into .claude/settings.json: this project; it
                        helps others only where Mementor and Node are at the same
                        paths
        --local         Put the hooks into .claude/settings.local.json: this project,
                        for you alone
        --agent <name>  Put the hooks into this agent, or all that are found;
                        claude-code when left out (choices: "claude-code", "codex",
                        "copilot", "gemini", "qwen", "opencode", "all")
        --dry-run       Show what would change and write nothing
        --json          Print one JSON document
        --as <form>     Where to install: in the settings file, or as a plugin in
                        \`skills/\` next to it (needs Claude Code 2.1.157; takes effect
                        in new sessions) (choices: "settings", "plugin", default:
                        "settings")
        --mcp           Only the server of tools for the model (\`mementor mcp\`), in a
                        plugin of ours (needs Claude Code 2.1.157), or in the list of
                        servers of the agent that \`--agent\` names
        --skill         Only the skill that tells the model when to search, and the
                        commands \`/mementor:recall\`, \`remember\`, \`notes\` and \`why\`
                        (needs Claude Code 2.1.157)
        --statusline    Only a segment in the status line, behind your own if you have
                        one: what was recalled in the session, notes to review
        --warm          Only the plugin that answers prompts from a server that Claude
                        Code keeps running, instead of starting a process for each
                        (needs Claude Code 2.1.196)
        --trust         Let Codex trust the hooks without asking you: with \`--agent
                        codex\` or \`all\`
        -h, --help      Show help

      Examples
        $ mementor enable --dry-run
        $ mementor enable --local
        $ mementor enable --as plugin
        $ mementor enable --mcp
        $ mementor enable --agent all --dry-run
        $ mementor enable --skill
        $ mementor enable --statusline --dry-run
        $ mementor enable --warm

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

  it('is named where no command is given', async () => {
    const { exitCode, stdout, stderr } = await run([]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('help    mementor --help\n');
  });

  it.each([['help'], ['help', 'query'], ['help', 'config', 'set'], ['help', 'search']])(
    '`%s %s %s` is the same as `--help`',
    async (_, ...words) => {
      const { exitCode, stdout } = await run(['help', ...words]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: await help(...words) });
    },
  );

  it.each([
    ['search', 'query'],
    ['ls', 'sessions'],
    ['list', 'sessions'],
    ['uninstall', 'disable'],
  ])('knows %s as %s', async (alias, command) => {
    expect(await help(alias)).toBe(await help(command));
  });

  it.each(['-v', '-V'])('takes %s for --version', async (flag) => {
    expect(await run([flag])).toEqual(await run(['--version']));
  });

  it('knows the version of the package', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
    const { version }: { version: string } = JSON.parse(text);
    expect(await run(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('misuse is one error, exit status 2', () => {
  it.each([
    [['querry', 'x'], "error: unknown command 'querry'\n\nhint: did you mean `mementor query`?"],
    [['ingst'], 'did you mean `mementor ingest`?'],
    [['serch', 'x'], 'did you mean `mementor search`?'],
    [['config', 'set', 'limt', '3'], 'did you mean `limit`?'],
    [['lst'], 'did you mean `mementor ls` or `mementor list`?'],
    [['delete', 'x'], 'did you mean `mementor forget`?'],
    [['config', 'sett'], 'did you mean `mementor config set`?'],
    [['help', 'serch'], 'did you mean `mementor search`?'],
    [['help', 'config', 'gte'], 'did you mean `mementor config get`?'],
    [['frobnicate'], "error: unknown command 'frobnicate'"],
    [
      ['query', 'x', '--limt', '3'],
      "error: unknown option '--limt'\n\nhint: did you mean `--limit`?",
    ],
    [
      ['config', 'get', 'x'],
      "error: unknown key 'x'. Allowed choices are context-budget, detect, ",
    ],
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
    expect(stderr).toMatch(/\bmementor (?:[a-z ]+ )?--help`/);
  });

  it.each([
    [['query', '--limit'], 'run `mementor query --help`'],
    [['config', 'get'], 'run `mementor config get --help`'],
    [['enable', 'now'], 'run `mementor enable --help`'],
    [['frobnicate'], 'run `mementor --help` for the commands'],
  ])('%j names the help of its command', async (args, hint) => {
    expect((await run(args)).stderr).toContain(`\n\nhint: ${hint}`);
    const { error } = JSON.parse((await run([...args, '--json'])).stdout);
    expect(error).toMatchObject({ code: 'USAGE', hint: expect.stringContaining(hint) });
  });

  it.each([
    [['why did we drop the queue'], 'mementor query "why did we drop the queue"'],
    [['where', 'is', 'the', 'port'], 'mementor query "where is the port"'],
    [['what is $HOME?', '--json'], "mementor query 'what is $HOME?'"],
    [["what's `x`"], "mementor query 'what'\\''s `x`'"],
  ])('%j is offered as a search', async (args, line) => {
    const { exitCode, stdout, stderr } = await run(args);
    expect(exitCode).toBe(2);
    const hint = args.includes('--json') ? JSON.parse(stdout).error.hint : stderr.trimEnd();
    expect(hint.endsWith(`to search for it: ${line}`)).toBe(true);
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
    expect(stderr).toContain('error: no memory yet at ~/.local/share/mementor');
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
