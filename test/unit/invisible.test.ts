/** The shell and the core leave out the same characters. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { visible } from '../../src/text/invisible.ts';

const SOURCE = new URL('../../crates/core/src/invisible.rs', import.meta.url);
/** They end lines: in the core a text keeps its lines. */
const LINE_ENDS = [0x2028, 0x2029];

test('the list of invisible characters is that of the core', () => {
  const text = readFileSync(SOURCE, 'utf8');
  const core = new Set(LINE_ENDS);
  for (const [, from = '', to = from] of text.matchAll(/u\{(\w+)\}'(?:\.\.='\\u\{(\w+)\})?/g)) {
    for (let at = Number.parseInt(from, 16); at <= Number.parseInt(to, 16); at += 1) core.add(at);
  }
  expect(core.size).toBeGreaterThan(4_096);
  for (let at = 0; at <= 0x10_ffff; at += 1) {
    const isGone = visible(String.fromCodePoint(at)) === '';
    if (isGone !== core.has(at)) expect.fail(`U+${at.toString(16)} is in one of the lists only`);
  }
});
