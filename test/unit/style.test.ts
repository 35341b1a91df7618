/** Colour where a stream wants it; marks everywhere. */

import { describe, expect, it } from 'vitest';
import { style } from '../../src/process/style.ts';
import { fakeOutput } from '../helpers/fake-context.ts';

const TERMINAL = fakeOutput(true);

describe('style', () => {
  it('colours for a terminal', () => {
    const paint = style(TERMINAL, {});
    expect(paint.red('x')).toBe('\u001B[31mx\u001B[39m');
    expect(paint.mark('x')).toBe('\u001B[1mx\u001B[22m');
    expect(style(TERMINAL, { NO_COLOR: '' }).bold('x')).toBe('\u001B[1mx\u001B[22m');
  });

  it.each([
    ['a pipe', fakeOutput(false), {}],
    ['NO_COLOR', TERMINAL, { NO_COLOR: '1' }],
    ['a dumb terminal', TERMINAL, { TERM: 'dumb' }],
  ])('is plain for %s, matches too', (_, stream, env) => {
    const formats = style(stream, env);
    for (const paint of Object.values(formats)) expect(paint('x')).toBe('x');
  });
});
