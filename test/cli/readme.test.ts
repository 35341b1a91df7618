/** What README.md promises: its commands exist, its links lead somewhere, its example is real. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { openSandbox } from '../../scripts/sandbox.mjs';
import { KEYS } from '../../src/settings/table.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';
import { ROOT, sandbox } from '../helpers/sandbox.ts';
import { wholeProgram } from '../helpers/whole-program.ts';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const root = await wholeProgram();

/** What an agent calls, and what every program has. */
const UNNAMED = ['hook', 'help'];

interface Usage {
  readonly commands: readonly string[];
  readonly options: readonly string[];
}

/** The first cells of the tables of commands. */
function usages(): Usage[] {
  const section = README.split('\n## ').find((each) => each.startsWith('Commands\n')) ?? '';
  const cells = [...section.matchAll(/^\| (`.+?`) \| /gm)].map(([, cell = '']) => cell);
  return cells.map((cell) => ({
    commands: [...cell.matchAll(/`([a-z]+(?:-[a-z]+)*)/g)].map(([, name = '']) => name),
    options: [...cell.matchAll(/(?<![\w-])--?[a-z][a-z-]*/g)].map(([option]) => option),
  }));
}

function named(name: string): Command | undefined {
  return root.commands.find((command) => [command.name(), ...command.aliases()].includes(name));
}

function optionsOf(command: Command): string[] {
  const own = command.options.flatMap(({ short, long }) => [short, long]);
  return [...own.filter((each) => each !== undefined), ...command.commands.flatMap(optionsOf)];
}

describe('the tables of commands', () => {
  it('name every command, and only commands', () => {
    const told = usages().flatMap(({ commands }) => commands);
    expect(told.length).toBeGreaterThan(20);
    expect(told.filter((name) => named(name) === undefined)).toEqual([]);
    const shown = root.createHelp().visibleCommands(root);
    const untold = shown.map((each) => each.name()).filter((name) => !told.includes(name));
    expect(untold.filter((name) => !UNNAMED.includes(name))).toEqual([]);
  });

  it('name options that the commands have', () => {
    for (const { commands, options } of usages()) {
      const known = commands.flatMap((name) => optionsOf(named(name) as Command));
      expect({ commands, unknown: options.filter((each) => !known.includes(each)) }).toEqual({
        commands,
        unknown: [],
      });
    }
  });

  it('name every setting', () => {
    const row = /^\|.*`config \[KEY.*$/m.exec(README)?.[0] ?? '';
    const [, meaning = ''] = row.split(' | ');
    const told = [...meaning.matchAll(/`([a-z]+(?:-[a-z]+)*)`/g)].map(([, name]) => name);
    expect(told.sort()).toEqual([...KEYS].sort());
  });
});

it('every command in a block or a sentence exists', () => {
  const told = [...README.matchAll(/\bmementor ([a-z]+)\b/g)].map(([, name = '']) => name);
  expect(told.filter((name) => named(name) === undefined)).toEqual([]);
});

it('the example of `exclude` breaks nothing', async () => {
  const [, glob = ''] = /`mementor config --add exclude '([^']+)'`/.exec(README) ?? [];
  expect(glob).toMatch(/^~/);
  const box = sandbox();
  for (const words of ['enable', `config --add exclude ${glob}`, 'status', 'doctor']) {
    const { exitCode, stdout, stderr } = await box.cli(words.split(' '));
    expect({ words, exitCode, stderr }).toEqual({ words, exitCode: 0, stderr: '' });
    expect(stdout).not.toContain('a bug in Mementor');
  }
});

it('every npm script exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const told = [...README.matchAll(/\bnpm run ([a-z]+)/g)].map(([, name = '']) => name);
  expect(told.filter((name) => scripts[name] === undefined)).toEqual([]);
});

it('every link leads to a file', () => {
  const links = [...README.matchAll(/\]\(([^)#]+)\)|src="([^"]+)"/g)];
  const files = links.map(([, link, source]) => link ?? source ?? '');
  const local = files.filter((link) => !link.startsWith('http'));
  expect(local.length).toBeGreaterThan(3);
  expect(local.filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
});

it('the example is what the prompt gets, and the poem gets nothing', () => {
  const sandbox = openSandbox(join(temporaryFolder(), 'user'));
  expect(sandbox.mementor(['ingest', '--all']).status).toBe(0);
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
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
