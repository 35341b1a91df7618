/** What `mementor enable` says of the conversations that are here, and that it reads them. */

import { describe, expect, it } from 'vitest';
import { hasTerminal, onTerminal } from '../helpers/on-terminal.ts';
import { conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const QUESTION = 'Read the 2 conversations that are here (a few seconds)? [Y/n]';

function box(): Sandbox {
  const made = sandbox();
  const write = (name: string, prompt: string, more = '"isSidechain":false') => {
    const text: string = conversation(made.project).turn(prompt, '6543.');
    made.write(`transcripts/${name}.jsonl`, text.replaceAll('"isSidechain":false', more));
  };
  write('aaaaaaaa-0000-4000-8000-000000000001', 'Which port?');
  write('aaaaaaaa-0000-4000-8000-000000000002', 'And the other?');
  // A subagent is a part of its session.
  write('agent-1', 'Look for ports', '"isSidechain":true,"agentId":"1"');
  return made;
}

const turns = async (of: Sandbox) => (await of.status()).turns;

describe.skipIf(!hasTerminal)('on a terminal', () => {
  it('asks, reads at enter as `ingest --all` does, and does not ask again', async () => {
    const made = box();
    const { output, status, restored } = onTerminal(
      made,
      ['enable'],
      [
        ['wait', QUESTION],
        ['type', '\r'],
      ],
    );
    expect({ status, restored }).toEqual({ status: 0, restored: true });
    expect(output).toContain('Stored 2 turns');
    expect(output).toContain('from 3 transcripts of Claude Code');
    expect(output).toContain('Try mementor query');
    expect(output).not.toContain('mementor ingest');
    expect(await turns(made)).toBe(2);
    const again = onTerminal(made, ['enable'], []);
    expect(again.status).toBe(0);
    expect(again.output).not.toContain('[Y/n]');
    made.write(
      'transcripts/aaaaaaaa-0000-4000-8000-000000000003.jsonl',
      conversation(made.project).turn('A third?', 'Yes.'),
    );
    const more = onTerminal(
      made,
      ['enable'],
      [
        ['wait', 'Read the conversation that is here (a few seconds)? [Y/n]'],
        ['type', 'y\r'],
      ],
    );
    expect(more.output).toContain('Stored 1 turn');
  });

  it.each([['n\r'], ['\u0004'], ['\u0003'], ['what?\r']])('reads nothing at %j', async (answer) => {
    const made = box();
    const { output } = onTerminal(
      made,
      ['enable'],
      [
        ['wait', QUESTION],
        ['type', answer],
      ],
    );
    expect(output).toContain(
      '2 conversations that are here are not read yet: mementor ingest --all',
    );
    expect(await turns(made)).toBe(0);
    expect(JSON.parse((await made.cli(['status', '--json'])).stdout).hooks.user).toBe('on');
  });

  it.each([
    ['--read', 2],
    ['--no-read', 0],
  ])('does not ask with %s', async (flag, stored) => {
    const made = box();
    const { output } = onTerminal(made, ['enable', flag], []);
    expect(output).not.toContain('[Y/n]');
    expect(await turns(made)).toBe(stored);
  });
});

describe('without a terminal', () => {
  it('names the command, and reads nothing', async () => {
    const made = box();
    const { stdout } = await made.cli(['enable']);
    expect(
      stdout.endsWith(
        '2 conversations that are here are not read yet: mementor ingest --all does it (a few seconds).\n',
      ),
    ).toBe(true);
    expect(await turns(made)).toBe(0);
    for (const more of [['--dry-run'], ['--mcp']]) {
      expect((await made.cli(['enable', ...more])).stdout).not.toContain('not read yet');
    }
    // Codex has none.
    expect((await made.cli(['enable', '--agent', 'codex'])).stdout).not.toContain('not read yet');
  });

  it('adds to the document what is there, and what was read', async () => {
    const made = box();
    const asked = JSON.parse((await made.cli(['enable', '--json'])).stdout);
    const unread = {
      conversations: 2,
      bytes: expect.any(Number),
      command: 'mementor ingest --all',
    };
    expect(asked).toMatchObject({ version: 1, changed: true, unread });
    expect(asked).not.toHaveProperty('read');
    const { stdout } = await made.cli(['enable', '--json', '--read']);
    expect(JSON.parse(stdout)).toMatchObject({ unread, read: { turns: 2, transcripts: 3 } });
    const after = JSON.parse((await made.cli(['enable', '--json', '--read'])).stdout);
    expect(after).not.toHaveProperty('unread');
  });

  it('refuses to read where nothing is installed', async () => {
    const { exitCode, stderr } = await box().cli(['enable', '--dry-run', '--read']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--read');
  });
});
