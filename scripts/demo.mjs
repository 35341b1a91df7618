/** The main job in a sandbox: example transcripts in, a prompt answered with what they remember. */

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cli = join(root, 'dist', 'cli.js');
const examples = join(root, 'test', 'fixtures', 'demo');

if (!existsSync(cli) || !existsSync(join(root, 'native', 'mementor.node'))) {
  process.stderr.write('error: Mementor is not built\n\nhint: run `npm install` first\n');
  process.exit(2);
}

const sandbox = mkdtempSync(join(tmpdir(), 'mementor-demo-'));
const home = join(sandbox, 'home');
const project = join(sandbox, 'shop');
// Nothing of this machine's own settings is read or written.
const env = {
  PATH: process.env.PATH,
  HOME: home,
  CLAUDE_CONFIG_DIR: join(home, '.claude'),
  MEMENTOR_HOME: join(sandbox, 'memory'),
};

function makeSandbox() {
  const transcripts = join(home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(transcripts, { recursive: true });
  mkdirSync(project);
  for (const name of readdirSync(examples)) {
    const text = readFileSync(join(examples, name), 'utf8');
    writeFileSync(join(transcripts, name), text.replaceAll('{{CWD}}', project));
  }
}

function say(text) {
  process.stdout.write(`\n\u2500\u2500 ${text}\n`);
}

function mementor(args, input = '') {
  const shown = args.map((arg) => (/^[\w./-]+$/.test(arg) ? arg : JSON.stringify(arg))).join(' ');
  process.stdout.write(`\n$ mementor ${shown}\n`);
  const done = spawnSync(process.execPath, [cli, ...args], {
    cwd: project,
    env,
    input,
    encoding: 'utf8',
  });
  process.stdout.write(done.stderr + done.stdout);
  if (done.status !== 0) throw new Error(`mementor ${args[0]} ended with ${done.status}`);
  return done.stdout;
}

function expect(text, wanted) {
  if (!text.includes(wanted)) throw new Error(`the output lacks ${JSON.stringify(wanted)}`);
}

function prompt(text) {
  return JSON.stringify({
    session_id: '00000000-0000-4000-8000-000000000001',
    hook_event_name: 'UserPromptSubmit',
    cwd: project,
    prompt: text,
  });
}

/** Asks the prompt hook; returns what it answered. */
function ask(text) {
  process.stdout.write(`\n> ${text}`);
  return mementor(['hook', 'user-prompt-submit'], prompt(text));
}

function tour() {
  say('Claude Code gets the hooks (in a sandbox; your own settings are not touched)');
  mementor(['enable']);
  say('Three earlier conversations are taken in');
  mementor(['ingest', '--all']);
  say('A person searches them');
  expect(
    mementor(['query', 'why does the importer say locked', '--limit', '2']),
    'BEGIN IMMEDIATE',
  );
  say('A prompt in other words gets the past turn it needs');
  expect(ask('my client cannot reach the billing db on staging, which port is it?'), '6543');
  process.stdout.write('\n');
  say('A prompt about something else gets nothing');
  if (ask('write a haiku about autumn leaves on quiet water') !== '') throw new Error('it spoke');
  say('Mementor looks after itself');
  mementor(['doctor']);
  process.stdout.write(
    '\nThat was all of it. To use it for yourself: `node dist/cli.js enable`.\n',
  );
}

try {
  makeSandbox();
  tour();
} catch (error) {
  process.stderr.write(`error: the demo failed: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(sandbox, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
