/** The plugin in OpenCode: put in, checked and deleted, and what it hands over. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../helpers/sandbox.ts';

const enable = ['enable', '--agent', 'opencode'];
const disable = ['disable', '--agent', 'opencode'];

const fileIn = (box: Sandbox) => join(box.home, '.config/opencode/plugins/mementor.js');

async function checks(box: Sandbox) {
  const { stdout } = await box.cli(['doctor', '--json']);
  const all: { name: string; status: string; detail: string }[] = JSON.parse(stdout).checks;
  return all.filter(({ name }) => name.endsWith('opencode'));
}

function installed(box: Sandbox) {
  const folder = join(box.home, '.config/opencode');
  mkdirSync(folder, { recursive: true });
  const packages = { '': { dependencies: { '@opencode-ai/plugin': '1.18.33' } } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

describe('the plugin', () => {
  it('comes as a file of its own, and goes with its folders', async () => {
    const box = sandbox();
    const dry = await box.cli([...enable, '--dry-run']);
    expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
    expect(dry.stdout).toContain('chat.message');
    expect(existsSync(join(box.home, '.config'))).toBe(false);
    const done = await box.cli(enable);
    expect(done.stdout).toContain('mementor disable --agent opencode');
    expect(done.stdout).toContain('each start takes over a minute');
    expect(readFileSync(fileIn(box), 'utf8')).toMatch(/^\/\/ Mementor/);
    expect((await box.cli(enable)).stdout).toContain('already enabled');
    const status = JSON.parse((await box.cli(['status', '--json'])).stdout);
    expect(status.hooks).toMatchObject({ opencode: 'on', user: 'off' });
    expect((await box.cli([...disable, '--dry-run'])).stdout).toContain('would delete');
    await box.cli(disable);
    expect(existsSync(join(box.home, '.config'))).toBe(false);
  });

  it('is one of all agents, goes without a receipt and with a purge', async () => {
    const box = sandbox();
    installed(box);
    const all = await box.cli(['enable', '--agent', 'all', '--json']);
    const names = JSON.parse(all.stdout).agents.map(({ agent }: { agent: string }) => agent);
    expect(names).toContain('opencode');
    for (const name of readdirSync(join(box.memory, 'receipts'))) {
      writeFileSync(join(box.memory, 'receipts', name), '{}');
    }
    await box.cli(disable);
    expect(existsSync(fileIn(box))).toBe(false);
    await box.cli(enable);
    await box.cli(['disable', '--purge', '--yes']);
    // Without a receipt the folder may be the person's.
    expect(readdirSync(dirname(fileIn(box)))).toEqual([]);
  });

  it('is checked by doctor', async () => {
    const box = sandbox();
    expect(await checks(box)).toEqual([]);
    await box.cli(enable);
    // The client has yet to install its own package.
    expect(await checks(box)).toMatchObject([{ status: 'ok' }, { name: 'plugin opencode' }]);
    installed(box);
    expect(await checks(box)).toMatchObject([{ status: 'ok' }]);
    const text = readFileSync(fileIn(box), 'utf8');
    writeFileSync(fileIn(box), `${text}// more`);
    expect(await checks(box)).toMatchObject([{ status: 'warn' }]);
    writeFileSync(fileIn(box), text.replace('/cli.js', '/gone/cli.js'));
    expect(await checks(box)).toMatchObject([{ status: 'fail' }]);
    expect((await box.cli(enable)).stdout).toContain('updated');
    expect(readFileSync(fileIn(box), 'utf8')).toBe(text);
  });

  it('is refused where the agent has no such place, and leaves a file of others', async () => {
    const box = sandbox();
    for (const option of ['--project', '--local', '--skill', '--statusline', '--warm']) {
      expect((await box.cli([...enable, option])).exitCode).not.toBe(0);
    }
    mkdirSync(dirname(fileIn(box)), { recursive: true });
    writeFileSync(fileIn(box), '// mine\n');
    expect((await box.cli(enable)).stdout).toContain('left');
    await box.cli(disable);
    expect(readFileSync(fileIn(box), 'utf8')).toBe('// mine\n');
  });
});

describe('the server', () => {
  it('goes into the file with comments in its name, if there is no other', async () => {
    const box = sandbox();
    installed(box);
    const path = join(box.home, '.config/opencode/opencode.jsonc');
    writeFileSync(path, '{} // mine\n');
    await box.cli([...enable, '--mcp']);
    expect(readFileSync(path, 'utf8')).toContain('"mcp"');
    await box.cli([...disable, '--mcp']);
    expect(readFileSync(path, 'utf8')).toBe('{} // mine\n');
  });
});

describe('a call of the plugin', () => {
  const FACT = 'The staging database of the billing service listens on port 6543.';

  /** Writes a session in the form of clients before 1.2. */
  function session(box: Sandbox, id: string, said: readonly [string, string]) {
    const put = (name: string, value: object) => {
      const path = join(box.home, '.local/share/opencode/storage', `${name}.json`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(value));
    };
    put(`session/p/${id}`, { id, projectID: 'p', directory: box.project });
    const time = (at: number) => ({
      created: 1_780_000_000_000 + at,
      completed: 1_780_000_000_500,
    });
    for (const [number, text] of said.entries()) {
      const message = `msg_${number}_${id}`;
      const role = number === 0 ? 'user' : 'assistant';
      put(`message/${id}/${message}`, { id: message, sessionID: id, role, time: time(number) });
      put(`part/${message}/prt_${number}`, { id: `prt_${number}`, type: 'text', text });
    }
  }

  it('has its session taken in, and no other, and is answered in a fence of ours', async () => {
    const box = sandbox();
    session(box, 'ses_told', ['"Remember the port of the billing database"', FACT]);
    session(box, 'ses_other', ['Feed the geese', 'They are fed.']);
    const call = (fields: object) => ({
      stdin: JSON.stringify({ sessionID: 'ses_told', directory: box.project, ...fields }),
    });
    const stopped = await box.cli(['hook', 'stop'], call({}));
    expect(stopped).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(await box.settled()).toMatchObject({ sessions: 1, turns: 1 });
    const prompt = '"which port should my client use to reach the billing database?"\n';
    const asking = call({ sessionID: 'ses_asking', prompt });
    const asked = await box.cli(['hook', 'user-prompt-submit'], asking);
    const { additionalContext } = JSON.parse(asked.stdout);
    expect(additionalContext).toMatch(/^<mementor>\n[\s\S]*port 6543[\s\S]*<\/mementor>$/);
    const [found] = JSON.parse((await box.cli(['query', 'geese', '--json'])).stdout).hits;
    expect(found?.prompt ?? '').not.toContain('geese');
    const { sessions } = JSON.parse((await box.cli(['sessions', '--json'])).stdout);
    expect(sessions).toMatchObject([{ session: 'ses_told', codingAgent: 'opencode' }]);
    expect(sessions[0].resume).toContain('opencode --session ses_told');
    // Sessions of one day begin with the same digits.
    session(box, 'ses_df5a2424bffe1fW4', ['Count the boats', 'Nine.']);
    await box.cli(['hook', 'stop'], call({ sessionID: 'ses_df5a2424bffe1fW4' }));
    await box.settled();
    expect((await box.cli(['sessions'])).stdout).toContain('ses_df5a2424bffe ');
    const shown = await box.cli(['show', 'ses_df5a2424bffe']);
    expect(shown.stdout).toContain('Count the boats');
  });
});
