/** `mementor forget` on a real terminal: what counts as an answer, and that Ctrl-C ends it. */

import { expect, it } from 'vitest';
import { hasTerminal, onTerminal } from '../helpers/on-terminal.ts';
import { conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

async function remembered(): Promise<Sandbox> {
  const box = sandbox();
  box.write('transcripts/a.jsonl', conversation(box.project).turn('Which port?', '6543.'));
  expect((await box.cli(['ingest'])).exitCode).toBe(0);
  return box;
}

const FORGET = ['forget', '--containing', 'port'];

it.skipIf(!hasTerminal)(
  'forgets nothing at a Ctrl-C to its question, and ends with 130',
  async () => {
    const box = await remembered();
    const steps = [
      ['wait', 'for good? [y/N]'],
      ['type', '\u0003'],
    ] as const;
    const { output, status } = onTerminal(box, FORGET, steps);
    expect(status).toBe(130);
    expect(output).toContain('Interrupted: nothing was forgotten.');
    expect(await box.status()).toMatchObject({ turns: 1 });
  },
);

it.skipIf(!hasTerminal).each(['y\r', 'y'])(
  'takes %j, typed while it searched, for no answer',
  async (early) => {
    const box = await remembered();
    const question = ['wait', 'for good? [y/N]'] as const;
    const steps = [['type', early], question, ['type', '\r']] as const;
    const kept = onTerminal(box, FORGET, steps);
    expect(kept).toMatchObject({ status: 1, restored: true });
    expect(await box.status()).toMatchObject({ turns: 1 });
    const { status } = onTerminal(box, FORGET, [question, ['type', 'y\r']]);
    expect(status).toBe(0);
    expect(await box.status()).toMatchObject({ turns: 0 });
  },
);

it('takes no note of a person away for an agent', async () => {
  const box = sandbox();
  expect((await box.cli(['remember', 'never force push', '--kind', 'rule'])).exitCode).toBe(0);
  const [{ id }] = JSON.parse((await box.cli(['notes', '--json'])).stdout).notes;
  const forgets = [
    ['forget', '--containing', 'force push', '-y'],
    ['forget', '--containing', 'force push', '--dry-run'],
    ['notes', 'delete', id, '-y'],
  ];
  for (const args of forgets) {
    const refused = await box.cli(args, { env: { CLAUDECODE: '1' } });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("is the user's own");
  }
  const forgotten = await box.cli(['notes', 'delete', id, '-y']);
  expect(forgotten.exitCode).toBe(0);
});
