/** Settings with comments: what is added, what stays, and the way back. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookLayout } from '../../src/agents/settings-file/hooks.ts';
import { hookLine, hooksIn } from '../../src/agents/settings-file/hooks.ts';
import { disableIn, enableIn } from '../../src/agents/settings-file/settings-edit.ts';
import { program } from '../helpers/program.ts';

const LAYOUT: HookLayout = {
  client: 'An agent',
  comments: true,
  events: { Before: 'user-prompt-submit', After: 'stop' },
  timeout: 5000,
  timeoutMax: 60_000,
  empty: '{}\n',
  command: (program, event) => hookLine(program, event === 'After' ? 'stop' : 'session-end'),
};
const HOOKS = hooksIn(LAYOUT, program());
const FILE = { file: 'settings.json' };

const enable = (text: string) => enableIn(text, HOOKS, FILE);
const disable = (text: string) => disableIn(text, HOOKS, FILE);
const commentsOf = (text: string) => text.match(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g) ?? [];

describe('a file with comments', () => {
  it.each([
    '// mine\n{\n  // first\n  "a": 1, // one\n  "b": 2 // two\n  // last\n}\n',
    '{ /* nothing yet */ }\n',
    '{\n  // nothing yet\n}\n',
    '{ "a": 1 /* x */ } // end\n',
    '{\r\n\t"a": [1, /* two */ 2] /* c */ // d\r\n}\r\n',
    '{\n  "hooks": { // ours come here\n  }\n}\n',
    '{\n  "hooks": {\n    "Before": [\n      // theirs\n      {"hooks": [{"type": "command", "command": "true"}]} // runs first\n    ]\n  }\n}\n',
  ])('keeps them, and gives %j back', (text) => {
    const enabled = enable(text);
    expect(commentsOf(enabled.text)).toEqual(commentsOf(text));
    expect(enabled.added).toEqual(['Before', 'After']);
    expect(disableIn(enabled.text, HOOKS, { ...FILE, undo: enabled.undo }).text).toBe(text);
    // Without a receipt, too, no comment is lost.
    const edited = disable(enabled.text).text ?? '';
    expect(commentsOf(edited)).toEqual(commentsOf(text));
    expect(disable(edited).changed).toBe(false);
    expect(enable(edited).added).toEqual(['Before', 'After']);
  });

  it('leaves a comment with the line that it stands on', () => {
    const { text } = enable('{\n  "b": 2 // two\n}\n');
    expect(text).toMatch(/^ {2}"b": 2, \/\/ two\n {2}"hooks": \{$/m);
    expect(disable(text).text).toBe('{\n  "b": 2 // two\n}\n');
  });

  it('loses none that a person wrote between our hooks', () => {
    const { text } = enable('{\n  "a": 1,\n  "z": 2\n}\n');
    const noted = text
      .replace('  "hooks"', '  // memory\n  "hooks"')
      .replace('"After"', '/* at the end */ "After"');
    expect(commentsOf(noted)).toHaveLength(2);
    expect(commentsOf(disable(noted).text ?? '')).toContain('// memory');
    const first = '{\n  "hooks": 1, // about hooks\n  "a": 1\n}\n'.replace(
      '1, //',
      `${JSON.stringify({ Before: [{ hooks: [HOOKS.wanted.Before] }] })}, //`,
    );
    expect(disable(first).text).toBe('{\n  // about hooks\n  "a": 1\n}\n');
  });

  it('is refused with a comma after the last element, which the agent refuses too', () => {
    expect(() => enable('{\n  "a": 1, // one\n}\n')).toThrow(/:2:9: a comma after/);
    expect(() => enable('{ "a": 1 } }')).toThrow();
  });

  it('keeps every comment, wherever it stands', () => {
    const space = fc.constantFrom('', ' ', '\n', '\n  ', ' // a\n', ' /* b */ ', '\n// c\n  ');
    const value = fc.constantFrom('1', '"//x"', '[]', '{ }', '[1, /* d */ 2]');
    const property = fc.tuple(space, fc.constantFrom('"p"', '"q"', '"r"'), space, value, space);
    const object = fc.tuple(fc.array(property, { maxLength: 3 }), space).map(([all, end]) => {
      const inner = all.map(([a, key, b, each, c]) => `${a}${key}:${b}${each}${c}`).join(',');
      return `{${inner}${end}}\n`;
    });
    fc.assert(
      fc.property(object, (text) => {
        const enabled = enable(text);
        const undone = disableIn(enabled.text, HOOKS, { ...FILE, undo: enabled.undo });
        expect(undone.text).toBe(text);
        const outside = (each: string) => commentsOf(each.replaceAll('"//x"', '""'));
        expect(outside(enabled.text)).toEqual(outside(text));
        expect(outside(disable(enabled.text).text ?? '')).toEqual(outside(text));
        expect(enable(enabled.text).changed).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
