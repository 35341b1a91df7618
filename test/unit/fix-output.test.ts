/** What ended an error, as a terminal of 80 columns shows it. */

import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Fixes, Place, Solution } from '../../src/memory.ts';
import { pageOf } from '../../src/output/layout/page.ts';
import { renderFixes } from '../../src/output/work/fix.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';

const MESSAGE = "error TS2339: Property 'anchor' does not exist on type 'Boat'.";
const PATH = 'apps/harbour/e2e/tests/sharing/sharing-workflow.spec.ts(1,33): ';
const place: Place = {
  session: 'session-1',
  turn: '16991b04-turn',
  project: 'harbour',
  agent: 'claude-code',
  atMs: 0,
  prompt: 'sail',
  cwd: '/p',
  branch: null,
};

function shown(error: string, columns: number, passed = 'npx tsc'): string[] {
  const one: Solution = {
    likeness: 1,
    error,
    command: 'npx tsc --noEmit',
    met: place,
    times: 1,
    changes: [],
    moreChanges: 0,
    commands: ['npm install --workspace apps/harbour anchor@2'],
    passed,
    ended: place,
    said: null,
  };
  const fixes: Fixes = {
    ended: [one],
    isNamed: true,
    sessions: 1,
    open: null,
    read: 1,
    leftOut: 0,
  };
  const context = { ...fakeContext(), now: () => new Date(0) };
  const page = { ...pageOf(fakeOutput(true, columns), context), width: columns };
  return stripVTControlCharacters(renderFixes(fixes, false, page))
    .trimEnd()
    .split('\n');
}

function words(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(' ');
}

describe('an error at 80 columns', () => {
  it('keeps its message, and its path is cut instead', () => {
    const lines = shown(PATH + MESSAGE, 80);
    expect(lines[0]).toMatch(/^1 {2}…\/sharing-workflow\.spec\.ts\(1,33\): .* turn 16991b04$/);
    const said = words(lines.map((line) => line.replace(/ {2,}(?:\S+ )*· turn .*$/, '')));
    expect(said).toContain(MESSAGE);
    expect(said).not.toContain('apps/harbour/e2e');
  });

  it('keeps a path that fits', () => {
    expect(shown('src/a.ts(1,3): no keel', 80)[0]).toMatch(/^1 {2}src\/a\.ts\(1,3\): no keel {2}/);
  });

  it('wraps its end and cuts nothing of it', () => {
    const lines = shown('no keel', 80, 'npx tsc --noEmit --project apps/harbour/tsconfig.json');
    expect(words(lines)).toContain(
      'ended by npm install --workspace apps/harbour anchor@2, then npx tsc --noEmit --project apps/harbour/tsconfig.json passed',
    );
  });

  it.each([20, 30, 40, 60, 80, 120])('is no wider than %i columns', (columns) => {
    const lines = shown(PATH + MESSAGE, columns);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.join('').replace(/\s+/g, '')).toContain('turn16991b04');
  });
});
