/** Hits as a person reads them, and the command that goes back to a session. */

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resumeCommand } from '../../src/agents/find.ts';
import { relativeTo, renderHit } from '../../src/output/hits.ts';
import { style } from '../../src/output/style.ts';
import { fakeOutput } from '../helpers/fake-context.ts';
import { aHit } from '../helpers/hit.ts';

const PLAIN = style(fakeOutput(), {});
const COLOURED = style(fakeOutput(true), {});

/** The words that a shell makes of a text. */
function words(text: string): string[] {
  const script = `set -- ${text}; printf '%s\\0' "$@"`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('renderHit', () => {
  it('shows when, where, what was asked and answered, and how to go back', () => {
    const atMs = new Date(2026, 10, 17, 9, 0).getTime();
    expect(renderHit(aHit({ atMs }), 1, PLAIN)).toMatchInlineSnapshot(`
      "1  2026-11-17 09:00 · shop · main  score 0.03  turn e788c476
         > Which port does the staging database use?
           The staging database listens on port 6543, behind the bouncer.
         files  src/db.rs, /etc/hosts
         resume cd /code/shop && claude --resume 8037c875-e39f-54dd-a6ba-6ef50e7a7f67
      "
    `);
  });

  it('marks matched words by colour only', () => {
    expect(renderHit(aHit(), 1, PLAIN)).toContain('> Which port does');
    const coloured = renderHit(aHit(), 1, COLOURED);
    expect(coloured).toContain('Which \u001B[1mport\u001B[22m does');
    expect(coloured).not.toContain('*');
  });

  it('leaves out what there is not', () => {
    const { cwd: _, branch: __, ...unknown } = aHit({ files: [], prompt: '', excerpt: [] });
    const text = renderHit(unknown, 2, PLAIN);
    expect(text.split('\n')).toHaveLength(3);
    expect(text).toContain('\n   resume claude --resume 8037c875-');
  });

  it('puts an excerpt on one line, and lists four files at most', () => {
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) => `/code/shop/${name}.rs`);
    const text = renderHit(
      aHit({ files, excerpt: [{ text: 'a\n\n b', matched: false }] }),
      1,
      PLAIN,
    );
    expect(text).toContain('\n     a b\n');
    expect(text).toContain('files  a.rs, b.rs, c.rs, d.rs, …\n');
  });

  it('lets no stored text steer the terminal', () => {
    const evil = '\u001B]0;owned\u0007\u001B[2J\u009B1m\u202Ereversed\b\u007F';
    const piece = [{ text: evil, matched: false }];
    const hit = aHit({ branch: evil, project: evil, cwd: evil, session: evil, files: [evil] });
    const text = renderHit({ ...hit, promptExcerpt: piece, excerpt: piece }, 1, PLAIN);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});

describe('resumeCommand', () => {
  const session = '8037c875-e39f-54dd-a6ba-6ef50e7a7f67';

  it('is plain when it can be', () => {
    expect(resumeCommand({ session, cwd: '/code/shop' })).toBe(
      `cd /code/shop && claude --resume ${session}`,
    );
    expect(resumeCommand({ session })).toBe(`claude --resume ${session}`);
  });

  it.each([
    "/a b/it's",
    '/"q"/$HOME/`id`',
    '/x;touch y',
    '/ö/漢字/😀',
    '/a\\b',
    '/new\nline',
    '~/x',
    '/*',
    '/-n',
  ])('is quoted for the shell: %j', (cwd) => {
    expect(words(resumeCommand({ session, cwd }).replace('&&', 'and'))).toEqual([
      'cd',
      cwd,
      'and',
      'claude',
      '--resume',
      session,
    ]);
  });

  it('is quoted whatever the directory and the session are called', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\0/.test(text));
    fc.assert(
      fc.property(name, name, (cwd, odd) => {
        const command = resumeCommand({ session: odd, cwd });
        const [first, ...rest] = words(command.replace(/&& (?=claude --resume )/, ''));
        expect([first, ...rest]).toEqual(['cd', cwd, 'claude', '--resume', odd]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('relativeTo', () => {
  it.each([
    ['/code/shop', '/code/shop/src/db.rs', 'src/db.rs'],
    ['/code/shop', '/code/shopping/db.rs', '/code/shopping/db.rs'],
    ['/code/shop', '/etc/hosts', '/etc/hosts'],
    [undefined, '/etc/hosts', '/etc/hosts'],
    ['', '/etc/hosts', '/etc/hosts'],
    [null, 'src/db.rs', 'src/db.rs'],
  ])('of %j: %j is %j', (cwd, path, shown) => {
    expect(relativeTo(cwd, path)).toBe(shown);
  });
});
