/**
 * What README.md and the guides in docs promise: their commands, options, settings, variables and
 * limits are those of the program, and README's examples are real.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { openSandbox } from '../../scripts/sandbox.mjs';
import { variables } from '../../src/help/reference.ts';
import { KEYS, type Key, settingOf } from '../../src/settings/table.ts';
import { commandReference } from '../helpers/command-reference.ts';
import { codeIn, GUIDES, textOf } from '../helpers/documents.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';
import { ROOT, sandbox } from '../helpers/sandbox.ts';
import { wholeProgram } from '../helpers/whole-program.ts';

const README = textOf('README.md');
const ALL = GUIDES.map(textOf).join('\n');
const SETTINGS = textOf('docs/settings.md');
const root = await wholeProgram();

const REFERENCE = 'docs/commands.md';
const CODE = GUIDES.filter((page) => page !== REFERENCE).flatMap((page) => codeIn(textOf(page)));

it('the page of commands is what the program has', async () => {
  await expect(commandReference(root)).toMatchFileSnapshot(join(ROOT, REFERENCE));
});

function below(command: Command, name: string): Command | undefined {
  return command.commands.find((each) => [each.name(), ...each.aliases()].includes(name));
}

/** A command takes the options of the one that runs where none is named, too. */
function optionsOf(command: Command): string[] {
  const usual = '_defaultCommandName' in command ? String(command._defaultCommandName) : '';
  const own = [command, below(command, usual)].flatMap((each) => each?.options ?? []);
  return ['-h', '--help', ...own.flatMap(({ short, long }) => [short ?? '', long ?? ''])];
}

const OPTION = /(?<=^|\s)--?[a-z][a-z-]*/g;

/** Returns what is wrong with a call: `mementor` with what follows it. */
function mistakeIn(call: string): string | undefined {
  const words = call
    .replaceAll(/"[^"]*"|'[^']*'/g, '…')
    .split(/\s+/)
    .slice(1);
  let command = root;
  for (const word of words) {
    const next = below(command, word);
    if (next === undefined) {
      const isName = command.commands.length > 0 && /^[a-z][a-z-]*$/.test(word);
      if (isName) return `no command ${word}: ${call}`;
      break;
    }
    command = next;
  }
  const unknown = (words.join(' ').match(OPTION) ?? []).filter(
    (option) => !optionsOf(command).includes(option),
  );
  return unknown.length === 0 ? undefined : `no option ${unknown.join(', ')}: ${call}`;
}

describe('the guides', () => {
  it('name commands and options that exist', () => {
    const parts = CODE.flatMap((code) => code.split(/\s(?:\|\|?|&&|--)\s/));
    const calls = parts.map((part) => part.trim()).filter((part) => /^mementor\b/.test(part));
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.map(mistakeIn).filter((mistake) => mistake !== undefined)).toEqual([]);
  });

  it('name options alone that some command has', () => {
    const every = [root, ...root.commands, ...root.commands.flatMap(({ commands }) => commands)];
    const known = new Set([...every.flatMap(optionsOf), ...OTHERS]);
    const named = CODE.filter((code) => code.startsWith('-')).flatMap((code) => code.match(OPTION));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((option) => !known.has(option ?? ''))).toEqual([]);
  });

  it('name commands in sentences that exist', () => {
    const named = [...ALL.matchAll(/\bmementor ([a-z]+(?:-[a-z]+)*)\b/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => below(root, name) === undefined)).toEqual([]);
  });

  it('name variables that exist', () => {
    const known = variables().map(([name]) => name);
    const named = [...ALL.matchAll(/\bMEMENTOR_[A-Z_]*[A-Z]\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

/** Options of Claude Code, and a word in a prompt. */
const OTHERS = ['--no-session-persistence', '--no-recall'];

describe('the table of settings', () => {
  const rows = [...SETTINGS.matchAll(/^\| `([a-z-]+)` \| (.*) \| (.*) \| (.*) \|$/gm)];

  it('has every setting', () => {
    expect(rows.map(([, key]) => key)).toEqual([...KEYS]);
  });

  it.each(rows.map(([, key, , usual, values]) => ({ key, usual, values })))(
    'has the default and the values of $key',
    ({ key, usual, values = '' }) => {
      const { fallback, wanted, values: words } = settingOf(key as Key);
      const isEmpty = Array.isArray(fallback) || fallback === '';
      expect(usual).toEqual(isEmpty ? expect.stringMatching(/^none$|^the /) : String(fallback));
      const numbers = typeof fallback === 'number' ? (wanted.match(/\d[\d.]*/g) ?? []) : [];
      for (const each of [...(words ?? []), ...numbers]) expect(values).toContain(each);
    },
  );
});

/** By the row of the table: the constant, where it is, and what it is in the unit of the row. */
const LIMITS = [
  ['text added to a prompt', 'SAID_CHARS_MAX', 'crates/core/src/recall', 1],
  ['notes added to a prompt', 'SAID_MAX', 'crates/core/src/recall', 1],
  ["text told at a session's start", 'CONTEXT_BUDGET_MAX', 'src/settings', 1],
  ["a note's summary", 'SUMMARY_CHARS_MAX', 'crates/core/src/notes', 1],
  ["a note's body", 'BODY_BYTES_MAX', 'crates/core/src/notes', 1 << 10],
  ['an id', 'CHARS_MIN', 'src/operations', 1],
  ['a list in a setting', 'ITEMS_MAX', 'src/settings', 1],
  ['an entry of such a list', 'ITEM_CHARS_MAX', 'src/settings', 1],
  ['hits of a search', 'LIMIT_MAX', 'src/settings', 1],
  ['one line to `mementor mcp`', 'LINE_BYTES_MAX', 'src/mcp', 1_000_000],
  ['one line of an import', 'LINE_BYTES_MAX', 'src/operations', 1 << 20],
] as const;

/** Returns the value of a constant, wherever in a folder of the code it is. */
function constant(name: string, folder: string): number {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const code = paths.filter((path) => /\.(?:rs|ts)$/.test(path));
  const text = code.map((path) => readFileSync(join(ROOT, folder, path), 'utf8')).join('\n');
  const found = [...text.matchAll(new RegExp(`\\bconst ${name}\\b[^=\\n]*= ([\\d_ *<]+);`, 'g'))];
  expect({ name, folder, found: found.length }).toEqual({ name, folder, found: 1 });
  const [, value = ''] = found[0] ?? [];
  const [first = 0, ...others] = value
    .replaceAll('_', '')
    .split(/ \* | << /)
    .map(Number);
  const isShift = value.includes('<<');
  return others.reduce((product, each) => product * (isShift ? 2 ** each : each), first);
}

describe('the table of limits', () => {
  const section = SETTINGS.split('\n## Limits\n')[1] ?? '';
  const rows = new Map(
    [...section.matchAll(/^\| (.*) \| ([\d,]+) .*\|$/gm)].map((row) => [row[1], row[2]]),
  );

  it('has these limits and no other', () => {
    expect([...rows.keys()]).toEqual(LIMITS.map(([row]) => row));
  });

  it.each(LIMITS)('has the one of %s', (row, name, folder, unit) => {
    expect(Number(rows.get(row)?.replaceAll(',', '')) * unit).toBe(constant(name, folder));
  });
});

it('the example of `exclude` breaks nothing', async () => {
  const [, glob = ''] = /mementor config --add exclude '([^']+)'/.exec(ALL) ?? [];
  expect(glob).toMatch(/^~/);
  const box = sandbox();
  for (const words of ['enable', `config --add exclude ${glob}`, 'status', 'doctor']) {
    const { exitCode, stdout, stderr } = await box.cli(words.split(' '));
    expect({ words, exitCode, stderr }).toEqual({ words, exitCode: 0, stderr: '' });
    expect(stdout).not.toContain('a bug in Mementor');
  }
});

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

it('the first example is what a search finds, shortened', () => {
  const sandbox = openSandbox(join(temporaryFolder(), 'user'));
  expect(sandbox.mementor(['ingest', '--all']).status).toBe(0);
  const [, example = ''] = /```console\n([^`]*)```/.exec(README) ?? [];
  const [, query = ''] = /^\$ mementor query "(.*)"$/m.exec(example) ?? [];
  const [, id = ''] = /^\$ mementor resume (\d)$/m.exec(example) ?? [];
  const found = words(sandbox.mementor(['query', query]).stdout).join(' ');
  const shown = example.split('\n').filter((line) => line !== '' && !line.startsWith('$'));
  expect(shown.length).toBe(2);
  for (const line of shown) expect(found).toContain(words(line.replace(/…$/, '')).join(' '));
  expect(sandbox.mementor(['resume', id]).stdout).toContain('claude --resume ');
});

it('the example is what the prompt gets, and the poem gets nothing', () => {
  const sandbox = openSandbox(join(temporaryFolder(), 'user'));
  expect(sandbox.mementor(['ingest', '--all']).status).toBe(0);
  const [, example = ''] = /```text\n(<mementor>[^`]*?(?:`[^`]+`[^`]*?)*)```/.exec(README) ?? [];
  const [, prompt = ''] = /^> (.*)$/m.exec(README) ?? [];
  const [, poem = ''] = /`(write a haiku[^`]*)`/.exec(README) ?? [];
  const id = '00000000-0000-4000-8000-00000000000';
  const { added, told } = sandbox.ask(`${id}1`, prompt);
  expect(words(added)).toEqual(words(example));
  expect(README).toContain(`you see one line, \`${told}\``);
  expect(poem).not.toBe('');
  expect(sandbox.ask(`${id}2`, poem)).toEqual({ added: '', told: '' });
});
