/** `mementor resume` on a terminal: it goes into the session, with the terminal. */

import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hasTerminal, onTerminal } from '../helpers/on-terminal.ts';
import { conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001';

/** An agent that says where it is and what it was given, reads a line, and ends with 3. */
const AGENT = `#!/bin/sh
echo "in $PWD: $*"
read line
echo "heard $line"
exit 3
`;

interface World {
  readonly box: Sandbox;
  readonly env: Record<string, string>;
}

async function remembered(agent: string | undefined = AGENT): Promise<World> {
  const box = sandbox();
  box.write(
    `transcripts/${SESSION}.jsonl`,
    conversation(box.project, { session: SESSION }).turn('Which port?', '6543.'),
  );
  expect((await box.cli(['ingest'])).exitCode).toBe(0);
  mkdirSync(join(box.root, 'bin'), { recursive: true });
  if (agent !== '') chmodSync(box.write('bin/claude', agent), 0o755);
  return { box, env: { PATH: `${join(box.root, 'bin')}:/usr/bin:/bin` } };
}

/** Without the ends of lines, which depend on the width. */
const flat = (text: string) => text.replace(/\s+/g, ' ');

const ASKED = ['wait', 'Go into it? [Y/n]'] as const;

describe.skipIf(!hasTerminal)('resume on a terminal', () => {
  it('asks, starts the agent in the folder of the session, and leaves it the terminal', async () => {
    const { box, env } = await remembered();
    const ended = onTerminal(
      box,
      ['resume', SESSION.slice(0, 8)],
      [
        ASKED,
        ['type', '\r'],
        ['wait', `--resume ${SESSION}`],
        ['type', 'ahoy\r'],
        ['wait', 'heard'],
      ],
      env,
    );
    expect(ended.output).toContain('session aaaaaaaa · Claude Code · ');
    expect(ended.output).toContain(`in ${box.project}: --resume ${SESSION}`);
    expect(ended.output).toContain('heard ahoy');
    expect(ended).toMatchObject({ status: 1, restored: true });
  });

  it('prints the command where that is declined', async () => {
    const { box, env } = await remembered();
    const { output, status } = onTerminal(box, ['resume', SESSION], [ASKED, ['type', 'n\r']], env);
    expect(output).toContain(`&& claude --resume ${SESSION}`);
    expect(output).not.toContain('heard');
    expect(status).toBe(0);
  });

  it('goes nowhere at a Ctrl-C', async () => {
    const { box, env } = await remembered();
    const steps = [ASKED, ['type', '\u0003']] as const;
    const { output, status } = onTerminal(box, ['resume', SESSION], steps, env);
    const [, said = '?'] = stripVTControlCharacters(output).split('[Y/n]');
    expect({ status, said: said.trim() }).toEqual({ status: 130, said: '' });
  });

  it('does not ask with --run, nor where the folder is gone', async () => {
    const { box, env } = await remembered('#!/bin/sh\necho "got $*"\n');
    const { output, status } = onTerminal(box, ['resume', SESSION, '--run'], [], env);
    expect(output).not.toContain('[Y/n]');
    expect(output).toContain(`got --resume ${SESSION}`);
    expect(status).toBe(0);
    const elsewhere = { ...box, project: box.root };
    rmSync(box.project, { recursive: true });
    const told = onTerminal(elsewhere, ['resume', SESSION], [], env);
    expect(told.output).not.toContain('[Y/n]');
    expect(flat(told.output)).toContain('no longer exists: create it first');
    const refused = onTerminal(elsewhere, ['resume', SESSION, '--run'], [], env);
    expect(refused.status).toBe(2);
    expect(flat(refused.output)).toContain('no longer exists: create it first');
    expect(refused.output).toContain(`claude --resume ${SESSION}`);
  });

  it('says what to run where the agent is not installed', async () => {
    const { box, env } = await remembered('');
    const { output, status } = onTerminal(box, ['resume', SESSION], [ASKED, ['type', 'y\r']], env);
    expect(status).toBe(2);
    expect(output).toContain('claude cannot be started: it is not in PATH');
    expect(output).toContain(`claude --resume ${SESSION}`);
  });
});
