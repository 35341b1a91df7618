/** The main job in a sandbox: example transcripts in, a prompt answered with what they remember. */

import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt, openSandbox } from './sandbox.mjs';

if (!isBuilt()) {
  process.stderr.write('error: Mementor is not built\n\nhint: run `npm install` first\n');
  process.exit(2);
}

const LINE_CHARS_MAX = 90;
const PROMPTING = '00000000-0000-4000-8000-000000000001';
const STAGING = '8563d4bd-819a-5fd6-8099-e4e6302998e7';

const sandbox = openSandbox(realpathSync(mkdtempSync(join(tmpdir(), 'mementor-demo-'))));

function print(text) {
  // The sandbox stands for the home of its user.
  process.stdout.write(text.replaceAll(sandbox.home, '~'));
}

function say(text) {
  print(`\n── ${text}\n`);
}

function mementor(...args) {
  const shown = args.map((arg) => (/^[\w./-]+$/.test(arg) ? arg : JSON.stringify(arg))).join(' ');
  print(`\n$ mementor ${shown}\n`);
  const done = sandbox.mementor(args);
  print(done.stderr + done.stdout);
  if (done.status !== 0) throw new Error(`mementor ${args[0]} ended with ${done.status}`);
  return done.stdout;
}

function expect(text, wanted) {
  if (!text.includes(wanted)) throw new Error(`the output lacks ${JSON.stringify(wanted)}`);
}

/** Breaks a line between words. */
function wrapped(line) {
  const lines = [''];
  for (const word of line.split(' ')) {
    const whole = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (whole.length <= LINE_CHARS_MAX) lines[lines.length - 1] = whole;
    else lines.push(word);
  }
  return lines;
}

/** Types a prompt in a new session; prints and returns what was added to it. */
function prompt(text) {
  const { added, told } = sandbox.ask(PROMPTING, text);
  print(`\n> ${text}\n`);
  if (told !== '') print(`  ${told}\n`);
  print(added === '' ? '\nMementor adds nothing.\n' : '\nMementor adds this to the prompt:\n\n');
  if (added !== '') print(`${framed(added)}\n`);
  return added;
}

/** Prints and returns what a new session is told. */
function begun(told) {
  print(`\nClaude is told this when the session starts:\n\n${framed(told)}\n`);
  return told;
}

/** Calls a tool as an agent does; prints and returns the text of the answer. */
async function asked(tool, given) {
  print(`\nClaude calls ${tool} ${JSON.stringify(given)} and reads:\n\n`);
  const text = await sandbox.call(tool, given);
  print(`${framed(text)}\n`);
  return text;
}

function framed(text) {
  const lines = text.trimEnd().split('\n').flatMap(wrapped);
  return lines.map((line) => `  │ ${line}`.trimEnd()).join('\n');
}

async function tour() {
  say('Claude Code gets the hooks (in a sandbox; your own settings are not touched)');
  mementor('enable');
  say('Three earlier conversations are ingested');
  mementor('ingest', '--all');
  say('You search them');
  expect(mementor('query', 'why does the importer say locked', '-n', '1'), 'BEGIN IMMEDIATE');
  say('A rule that you write down holds: a new session begins with it');
  mementor('remember', '--kind', 'rule', 'Every importer takes its write lock first.');
  expect(begun(sandbox.start(PROMPTING)), 'write lock first');
  say('A prompt in other words gets what was found out then');
  expect(prompt('my client cannot reach the billing db on staging, which port is it?'), '6543');
  say('An agent that wants more asks by itself (MCP; only with `mementor enable --mcp`)');
  const words = { query: 'importer database locked', budget: 200 };
  expect(await asked('memory_search', words), 'busy_timeout');
  say('A prompt about something else gets nothing');
  if (prompt('write a haiku about autumn leaves on quiet water') !== '') {
    throw new Error('something was added to an unrelated prompt');
  }
  say('Is everything in order?');
  mementor('doctor');
  say('Claude Code deletes a transcript after 30 days. You can resume the session all the same');
  rmSync(sandbox.transcriptOf(STAGING));
  expect(mementor('resume', STAGING.slice(0, 8)), `claude --resume ${STAGING}`);
  if (!existsSync(sandbox.transcriptOf(STAGING))) throw new Error('it was not restored');
  print('\nThat was all. To use it for yourself: `node dist/cli.js enable`.\n');
}

try {
  await tour();
} catch (error) {
  process.stderr.write(`error: the demo failed: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  sandbox.remove();
}
