/** `remember` without the program understands what the program understands, or leaves it to that. */

import { describe, expect, it } from 'vitest';
import { parsed, REMEMBER_OPTIONS } from '../../src/program/remember-at-once.ts';
import { wholeProgram } from '../helpers/whole-program.ts';

const remember = (await wholeProgram()).commands.find((command) => command.name() === 'remember');

describe('remember at once', () => {
  it('has the options of the program', () => {
    // The value of `--branch` may be left out: that is left to the program, and so is `--detail`.
    const left = ['--branch', '--detail'];
    const whole = remember?.options.filter(({ long }) => !left.includes(long ?? ''));
    const known = whole?.map((option) => ({
      name: option.long?.slice(2),
      short: option.short?.slice(1),
      takesValue: option.required,
    }));
    const own = Object.entries(REMEMBER_OPTIONS).map(([name, option]) => ({
      name,
      short: 'short' in option ? option.short : undefined,
      takesValue: option.type === 'string',
    }));
    const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
      (a.name ?? '').localeCompare(b.name ?? '');
    expect(own.sort(byName)).toEqual(known?.sort(byName));
  });

  it('has their defaults', () => {
    const defaults = remember?.opts() ?? {};
    expect(parsed(['tabs'])).toMatchObject({
      kind: defaults.kind,
      tags: defaults.tags,
      files: defaults.files,
      scope: defaults.scope,
      supersedes: defaults.supersedes,
      pin: false,
      project: undefined,
    });
  });

  it('reads words, values and switches', () => {
    const args = ['use', 'tabs', '-k', 'rule', '-t', 'a', '--tag=b', '--pin', '--scope', 'person'];
    expect(parsed(args)).toMatchObject({
      text: 'use tabs',
      kind: 'rule',
      tags: ['a', 'b'],
      pin: true,
      scope: 'person',
    });
    expect(parsed(['--', '--not', 'an option'])?.text).toBe('--not an option');
  });

  it.each([[[]], [['-']], [['  ']], [['text', '--scope', 'galaxy']]])(
    'leaves %j to the program',
    (args) => {
      expect(parsed(args)).toBeUndefined();
    },
  );

  it.each([[['--help']], [['text', '--unknown']], [['text', '--kind']], [['-x', 'text']]])(
    'refuses %j, which the program then explains',
    (args) => {
      expect(() => parsed(args)).toThrow();
    },
  );
});
