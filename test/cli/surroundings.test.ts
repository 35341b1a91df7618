/** Hooks as a client runs them, after what a person's machine goes through. */

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CLI, conversation, type Sandbox, sandbox, until } from '../helpers/sandbox.ts';

const ASKED = 'Which port does the quince database listen on?';

/** Runs the hooks of a file for an event, one after another; returns what each printed. */
function fire(
  box: Sandbox,
  event: string,
  fields: object,
  env: Readonly<Record<string, string>> = {},
  file = join(box.claude, 'settings.json'),
): string[] {
  const { hooks } = JSON.parse(readFileSync(file, 'utf8'));
  const commands: string[] = hooks[event].flatMap((group: { hooks: { command: string }[] }) =>
    group.hooks.map(({ command }) => command),
  );
  const { HOME, TMPDIR, PATH } = box.env as Record<string, string>;
  return commands.map((command) => {
    const input = JSON.stringify({ hook_event_name: event, cwd: box.project, ...fields });
    const done = spawnSync('sh', ['-c', command], {
      cwd: box.project,
      encoding: 'utf8',
      input,
      env: { HOME, TMPDIR, PATH, CLAUDE_CONFIG_DIR: box.claude, ...env },
    });
    expect(done).toMatchObject({ status: 0, stderr: '' });
    return done.stdout;
  });
}

/** A Node of a version manager, by which hooks are enabled. */
async function enabledBy(box: Sandbox, node: string, path: string): Promise<void> {
  const at = box.path(node);
  mkdirSync(dirname(at), { recursive: true });
  cpSync(process.execPath, at);
  const done = spawnSync(join(path, 'node'), [CLI, 'enable'], {
    cwd: box.project,
    encoding: 'utf8',
    env: { ...box.env, PATH: `${path}:/usr/bin:/bin` },
  });
  expect(done).toMatchObject({ status: 0 });
}

async function stored(box: Sandbox, turns: number): Promise<void> {
  await until('it is in', async () => (await box.settled()).turns === turns);
}

function stopped(box: Sandbox, name: string) {
  const chat = conversation(box.project);
  const transcript_path = box.write(`transcripts/${name}.jsonl`, chat.turn(ASKED, 'On 6543.'));
  return { session_id: chat.session, transcript_path };
}

it('an update of Node leaves hooks that run, by a link or by PATH, and says so once', async () => {
  const linked = sandbox();
  const bin = linked.path('brew/bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync('../Cellar/node/26.5.0/bin/node', join(bin, 'node'));
  await enabledBy(linked, 'brew/Cellar/node/26.5.0/bin/node', bin);
  renameSync(linked.path('brew/Cellar/node/26.5.0'), linked.path('brew/Cellar/node/26.5.1'));
  rmSync(join(bin, 'node'));
  symlinkSync('../Cellar/node/26.5.1/bin/node', join(bin, 'node'));
  fire(linked, 'Stop', stopped(linked, 'a'), { PATH: '/usr/bin:/bin' });
  await stored(linked, 1);

  const box = sandbox();
  const versions = box.path('versions');
  await enabledBy(box, 'versions/v22.1.0/bin/node', join(versions, 'v22.1.0/bin'));
  const gone = join(versions, 'v22.1.0/bin/node');
  rmSync(join(versions, 'v22.1.0'), { recursive: true });
  fire(box, 'Stop', stopped(box, 'a'));
  await stored(box, 1);
  const said = [1, 2].flatMap((number) =>
    fire(box, 'SessionStart', { session_id: `s${number}`, source: 'startup' }),
  );
  const told = said.map((text) => (text === '' ? undefined : JSON.parse(text).systemMessage));
  expect(told[0]).toContain(gone);
  expect(told[1]).toBeUndefined();
  const doctor = await box.cli(['doctor', '--json']);
  const checks: { name: string; status: string; detail: string }[] = JSON.parse(
    doctor.stdout,
  ).checks;
  expect(checks.find(({ name }) => name === 'hooks user')).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('the `node` in PATH runs in its place'),
  });
});

it('a client without the variable of enable uses the same memory', async () => {
  const box = sandbox();
  await box.cli(['enable']);
  fire(box, 'Stop', stopped(box, 'a'));
  await stored(box, 1);
  expect(existsSync(join(box.home, '.local/share/mementor'))).toBe(false);
  // One that has the variable is asked.
  const own = box.path('own');
  fire(box, 'Stop', stopped(box, 'b'), { MEMENTOR_HOME: own });
  expect(readdirSync(own).length).toBeGreaterThan(0);
  await until('its worker has ended', async () => box.processes().length === 0);
  const { stdout } = await box.cli(['doctor'], { env: { MEMENTOR_HOME: own } });
  expect(stdout).toContain('there are two memories');
});

it('no option of NODE_OPTIONS comes before the answer, or stops it', async () => {
  const box = sandbox();
  await box.cli(['enable']);
  fire(box, 'Stop', stopped(box, 'a'));
  await stored(box, 1);
  const noisy = box.write('noisy.cjs', 'console.log("[env] injecting")');
  for (const [at, options] of [`--require ${noisy}`, '--require /none.cjs', '--none'].entries()) {
    const fields = { session_id: `s${at}`, prompt: ASKED, prompt_id: `p${at}` };
    const [said = ''] = fire(box, 'UserPromptSubmit', fields, { NODE_OPTIONS: options });
    expect(JSON.parse(said).hookSpecificOutput.additionalContext).toContain('6543');
  }
});

it('two copies of a hook answer once, at prompts and at starts, one after another too', async () => {
  const box = sandbox();
  await box.cli(['enable']);
  const copy = box.write(
    'copy.json',
    readFileSync(join(box.claude, 'settings.json'), 'utf8').replaceAll(
      ': mementor; ',
      ': mementor;  ',
    ),
  );
  fire(box, 'Stop', stopped(box, 'a'));
  await stored(box, 1);
  await box.cli(['remember', '--kind', 'rule', 'Name each release.']);
  for (const [event, fields] of [
    ['SessionStart', { session_id: 's1', source: 'startup' }],
    ['UserPromptSubmit', { session_id: 's1', prompt: ASKED, prompt_id: 'p1' }],
    ['UserPromptSubmit', { session_id: 's2', prompt: ASKED }],
  ] as const) {
    const said = [...fire(box, event, fields), ...fire(box, event, fields, {}, copy)];
    expect(
      said.filter((text) => text !== ''),
      JSON.stringify(fields),
    ).toHaveLength(1);
  }
});

it('a database behind a link is purged there, and nothing beside it', async () => {
  const box = sandbox();
  await box.cli(['enable']);
  fire(box, 'Stop', stopped(box, 'a'));
  await stored(box, 1);
  const disk = box.path('disk');
  mkdirSync(disk);
  renameSync(join(box.memory, 'memory.db'), join(disk, 'memory.db'));
  symlinkSync(join(disk, 'memory.db'), join(box.memory, 'memory.db'));
  writeFileSync(join(disk, 'other.txt'), 'theirs');
  linkSync(join(disk, 'other.txt'), join(disk, 'state.json'));
  expect(await box.status()).toMatchObject({ turns: 1 });
  expect((await box.cli(['doctor'])).stdout).toContain('is a link to');
  const { stdout, exitCode } = await box.cli(['disable', '--purge', '--yes']);
  expect({ stdout, exitCode }).toMatchObject({ exitCode: 0 });
  expect(readdirSync(disk).sort()).toEqual(['other.txt', 'state.json']);
  expect(existsSync(box.memory)).toBe(false);
});
