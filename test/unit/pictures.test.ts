/** Pictures of a terminal: what it shows, with its colours, at its width. */

import { describe, expect, it } from 'vitest';
import { rowsOf, svg } from '../../scripts/pictures/svg.mjs';

const PLAIN = { bold: false, dim: false, colour: undefined };

describe('rowsOf', () => {
  it('breaks a line where the terminal does', () => {
    expect(rowsOf(['abcdef', ''], 4)).toEqual([
      [{ text: 'abcd', column: 0, ...PLAIN }],
      [{ text: 'ef', column: 0, ...PLAIN }],
      [],
    ]);
  });

  it('keeps a style until it ends, over lines too', () => {
    const [first, second] = rowsOf(['a\u001B[1mb\u001B[36mc', 'd\u001B[39;22me'], 80);
    expect(first).toEqual([
      { text: 'a', column: 0, ...PLAIN },
      { text: 'b', column: 1, ...PLAIN, bold: true },
      { text: 'c', column: 2, ...PLAIN, bold: true, colour: '#76e3ea' },
    ]);
    expect(second).toEqual([
      { text: 'd', column: 0, ...PLAIN, bold: true, colour: '#76e3ea' },
      { text: 'e', column: 1, ...PLAIN },
    ]);
  });
});

describe('svg', () => {
  it('places each run by its column, without control characters', () => {
    const picture = svg('  a <b> & \u001B[2mc\u001B[22m\u0007\n', 20);
    expect(picture).toContain('<tspan x="32.8" textLength="58.8"');
    expect(picture).toContain('>a &lt;b&gt; &amp;</tspan>');
    expect(picture).toContain('fill="#8b949e">c</tspan>');
    expect(picture.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(picture).toContain('width="200"');
  });

  it('draws bars as rectangles that touch each other', () => {
    const picture = svg('\u001B[36m▄█\u001B[39m a\n', 20);
    expect(picture).toContain(
      '<rect x="16" y="42" width="8.4" height="10" fill="#76e3ea" shape-rendering="crispEdges"/>',
    );
    expect(picture).toContain(
      '<rect x="24.4" y="32" width="8.4" height="20" fill="#76e3ea" shape-rendering="crispEdges"/>',
    );
    expect(picture).toContain('>a</tspan>');
    expect(picture).not.toMatch(/[▄█]/);
  });
});
