/** Hits as a person reads them, and the command that goes back to a session. */

import { execFileSync, spawnSync } from 'node:child_process';
import { stripVTControlCharacters as plain } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { native } from '../../src/memory.ts';
import type { FoundAnswer } from '../../src/operations/query.ts';
import {
  bySession,
  type FoundHit,
  type QueryDocument,
  type QueryOptions,
} from '../../src/operations/query.ts';
import type { Page } from '../../src/output/layout/page.ts';
import { visibleWidth } from '../../src/output/layout/width.ts';
import { renderAnswer } from '../../src/output/query.ts';
import { style } from '../../src/process/style.ts';
import { commandIn, shellWord } from '../../src/text/shell-word.ts';
import { fakeOutput } from '../helpers/fake-context.ts';
import { aFoundHit } from '../helpers/hit.ts';

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

/** The words that Bash makes of a text. */
function words(text: string): string[] {
  const script = `set -- ${text}; printf '%s\\0' "$@"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const NOW_MS = new Date(2026, 10, 23, 12, 0).getTime();
const AT_MS = new Date(2026, 10, 17, 9, 0).getTime();

function page(width: number, isTTY = false): Page {
  return { width, paint: style(fakeOutput(isTTY), {}), nowMs: NOW_MS, home: '/home/mara' };
}

const piece = (text: string, matched = false) => ({ text, matched });

const LONG =
  'The staging database listens on port 6543, behind the bouncer, and the connection string of the workers names it; migrations go to 5432 directly, because they need a session of their own. Both are in deploy/staging.env, which is not in the repository.';

const HITS = [
  aFoundHit({ atMs: AT_MS, excerpt: [piece(LONG)] }),
  aFoundHit({
    session: '04948bb3-1111-4111-8111-111111111111',
    turn: '0c0ffee0-1111-4111-8111-111111111111',
    atMs: NOW_MS - 3 * 3_600_000,
    branch: 'fix/ports',
    prompt: 'ok',
    promptExcerpt: [piece('ok')],
    excerpt: [piece('The staging database listens on port 6543, behind the bouncer.')],
    files: [],
  }),
  aFoundHit({
    turn: '11111111-f04c-5277-9f33-4dc6cead7801',
    atMs: AT_MS + 86_400_000,
    prompt:
      'ステージング環境のデータベースはどのポートで待ち受けていますか。理由も教えてください。お願いします。',
    promptExcerpt: [
      piece(
        'ステージング環境のデータベースはどのポートで待ち受けていますか。理由も教えてください。お願いします。',
      ),
    ],
    excerpt: [piece('6543')],
  }),
];

const ANSWER = {
  notes: [],
  searched: 12,
  searchedNotes: 0,
  semantic: true,
  corrected: [],
  offered: [],
  answered: null,
  missing: [],
  known: [],
  waiting: 0,
  chunks: 20,
};

function rendered(
  hits: FoundHit[],
  width: number,
  more: Partial<QueryOptions> = {},
  isTTY = false,
) {
  const answer = { ...ANSWER, hits, project: 'shop' };
  const options = { text: 'port', project: undefined, everything: false, ...more };
  return renderAnswer({ answer, document: {} as QueryDocument }, options, page(width, isTTY));
}

describe('renderAnswer', () => {
  it('groups hits by session, and fits them to the terminal', () => {
    expect(rendered(HITS, 80)).toMatchInlineSnapshot(`
      "session 8037c875 · 6 days ago · 2026-11-17 09:00 · main
      1  > Which port does the staging database use?                     turn e788c476
           The staging database listens on port 6543, behind the bouncer, and the
           connection string of the workers names it; migrations go to 5432 directly,
           because they need a session of their own. Both are in deploy/staging.env,
           which is not in the repository.
         files  db.rs, hosts
      2  > ステージング環境のデータベースはどのポートで待…  2026-11-18 · turn 11111111
           6543
         files  db.rs, hosts

      session 04948bb3 · 3 hours ago · 09:00 · fix/ports
      3  > ok                                                            turn 0c0ffee0
           The staging database listens on port 6543, behind the bouncer.

      show    mementor show 1
      resume  mementor resume 1 (or the number of another hit)
      "
    `);
  });

  it('cuts and wraps nothing in a pipe', () => {
    expect(rendered(HITS, Number.POSITIVE_INFINITY)).toMatchInlineSnapshot(`
      "session 8037c875 · 6 days ago · 2026-11-17 09:00 · main
      1  > Which port does the staging database use?  turn e788c476
           The staging database listens on port 6543, behind the bouncer, and the connection string of the workers names it; migrations go to 5432 directly, because they need a session of their own. Both are in deploy/staging.env, which is not in the repository.
         files  src/db.rs, /etc/hosts
      2  > ステージング環境のデータベースはどのポートで待ち受けていますか。理由も教えてください。お願いします。  2026-11-18 · turn 11111111
           6543
         files  src/db.rs, /etc/hosts

      session 04948bb3 · 3 hours ago · 09:00 · fix/ports
      3  > ok  turn 0c0ffee0
           The staging database listens on port 6543, behind the bouncer.

      show    mementor show 1
      resume  mementor resume 1 (or the number of another hit)
      "
    `);
  });

  it.each([60, 80, 160])(
    'shows hits in few lines that fit, most of the first, at %i columns',
    (width) => {
      for (const isTTY of [false, true]) {
        const text = plain(rendered(HITS, width, {}, isTTY));
        const lines = text.split('\n').filter((line) => !/^(show|resume) /.test(line));
        expect(lines.filter((line) => visibleWidth(line) > width)).toEqual([]);
        const hits = text.split(/^(?=\d {2})/m).slice(1);
        expect(hits).toHaveLength(3);
        const counts = hits.map((hit) => hit.split('\n\n')[0]?.trimEnd().split('\n').length);
        expect(counts[0]).toBeLessThanOrEqual(6);
        for (const count of counts.slice(1)) expect(count).toBeLessThanOrEqual(4);
      }
    },
  );

  it('marks matched words by colour only', () => {
    expect(rendered(HITS, 80)).toContain('> Which port does');
    const coloured = rendered(HITS, 80, {}, true);
    expect(coloured).toContain('Which \u001B[1mport\u001B[22m does');
    expect(coloured).not.toContain('*');
  });

  it('reads Markdown as a line, its matched words still marked', () => {
    const excerpt = [
      piece('## The '),
      piece('port', true),
      piece('\n```sh\nexport PGPORT='),
      piece('6543', true),
      piece('\n```\n\u0001set\u0002'),
    ];
    const hit = aFoundHit({ excerpt });
    expect(rendered([hit], 80)).toContain(' The port: export PGPORT=6543 \uFFFDset\uFFFD\n');
    const [bold, plainly] = ['\u001B[1m', '\u001B[22m'];
    const text = `The ${bold}port${plainly}: export PGPORT=${bold}6543${plainly} `;
    expect(rendered([hit], 80, {}, true)).toContain(text);
  });

  it('names the project where several are searched', () => {
    const answer = { ...ANSWER, hits: HITS.slice(0, 1) };
    const options = { text: 'port', project: undefined, everything: true };
    const text = renderAnswer({ answer, document: {} as QueryDocument }, options, page(80));
    expect(text).toMatch(/^session 8037c875 · 6 days ago · 2026-11-17 09:00 · shop · main\n/);
  });

  it('shows scores only where they are asked for', () => {
    expect(rendered(HITS.slice(0, 1), 80)).not.toMatch(/score|BM25/);
    expect(rendered(HITS.slice(0, 1), 80, { explain: true })).toContain(
      '   why    score 0.03 · full text BM25 4.20 · similarity 0.70\n',
    );
  });

  it('offers the short command, whatever the number of sessions', () => {
    expect(rendered(HITS.slice(0, 1), 80)).toContain('\nresume  mementor resume 1\n');
    expect(rendered(HITS, 80)).toContain(
      'resume  mementor resume 1 (or the number of another hit)\n',
    );
  });

  it('shows what matched a filter instead of the files', () => {
    const matched = {
      errors: ['open /tmp/x: does not exist', 'another'],
      commands: [{ command: 'git rebase main', exitCode: 1 }],
      files: [
        '/root/.claude/projects/-code-db.rs/1/tool-results/toolu_01JJ.txt',
        '/code/shop/src/a/very/long/path/that/leads/to/nothing/but/the/name/of/it/db.rs',
      ],
    };
    const hit = { ...aFoundHit({ atMs: AT_MS }), matched };
    expect(rendered([hit], 60).split('\n').slice(1, 7)).toEqual([
      '1  > Which port does the staging database us…  turn e788c476',
      '     The staging database listens on port 6543, behind the',
      '     bouncer.',
      '   error  open /tmp/x: does not exist (1 more)',
      '   ran    git rebase main (exit 1)',
      '   file   …/leads/to/nothing/but/the/name/of/it/db.rs (1 mo…',
    ]);
    const one = { ...aFoundHit({ atMs: AT_MS }), matched: { errors: ['no</tool_use_error>'] } };
    expect(rendered([one], 80).split('\n').slice(2, 4)).toEqual([
      '     The staging database listens on port 6543, behind the bouncer.',
      '   error  no',
    ]);
  });

  it('leaves out the files in which the client keeps what tools printed', () => {
    const kept = '/root/.claude/projects/-code-shop/1/tool-results/toolu_01JJ.txt';
    const text = rendered([aFoundHit({ files: [kept, '/code/shop/a.ts'] })], 80);
    expect(text).toContain('files  a.ts\n');
    expect(rendered([aFoundHit({ files: [kept] })], 80)).not.toContain('files');
  });

  it('says quietly that a usual word is in no turn', () => {
    const shown = (answered: FoundAnswer['answered']) => {
      const answer = { ...ANSWER, hits: HITS.slice(0, 1), answered, missing: ['deduplicate'] };
      const options = { text: 'x', project: undefined, everything: true };
      const document = {} as QueryDocument;
      return renderAnswer({ answer, document }, options, page(80, true)).split('\n')[0];
    };
    const quiet = 'Found, though none has "deduplicate":';
    expect(shown('found')).toBe(`\u001B[2m${quiet}\u001B[22m`);
    // What follows is a guess.
    expect(shown('not-here')).toContain('no prompt, answer or command has "deduplicate"');
  });

  it('says how the query was understood', () => {
    const answer = {
      ...ANSWER,
      hits: HITS.slice(0, 1),
      corrected: [{ from: 'brnach', to: 'branch' }],
      answered: 'not-here' as const,
      missing: ['ShouldIgnore'],
    };
    const options = { text: 'x', project: undefined, everything: true };
    const text = renderAnswer({ answer, document: {} as QueryDocument }, options, page(80));
    expect(text.split('\n').slice(0, 5)).toEqual([
      'Searched for "branch" instead of "brnach". Put a word in quotes to search for it',
      'as it is.',
      'Not here: no prompt, answer or command has "ShouldIgnore"; the nearest:',
      '',
      expect.stringMatching(/^session /),
    ]);
  });

  it('leaves out what there is not', () => {
    const {
      cwd: _,
      branch: __,
      ...unknown
    } = aFoundHit({
      files: [],
      prompt: '',
      promptExcerpt: [],
      excerpt: [],
      passage: '',
      atMs: 0,
    });
    expect(rendered([unknown], 80).split('\n').slice(0, 3)).toEqual([
      'session 8037c875 · unknown',
      `1  (no prompt)${' '.repeat(53)}turn e788c476`,
      '',
    ]);
  });

  it('says that an answer says no more than its prompt', () => {
    const prompt = 'Which port?';
    const repeated = { prompt, promptExcerpt: [piece(prompt)], excerpt: [], passage: '' };
    const hit = aFoundHit({ ...repeated, files: [] });
    expect(rendered([hit], 80).split('\n')[2]).toBe('     (the answer says no more)');
    const told = aFoundHit({ ...repeated, files: ['src/db.rs'] });
    expect(rendered([told], 80)).not.toContain('says no more');
  });

  it('shows an answer whole that begins as its prompt does, or stands in it', () => {
    const hit = (prompt: string, answer: string) =>
      aFoundHit({ prompt, promptExcerpt: [piece(prompt)], excerpt: [piece(answer)], files: [] });
    const line = (prompt: string, answer: string) =>
      rendered([hit(prompt, answer)], 80).split('\n')[2];
    expect(line('No', 'Nothing was deleted.')).toBe('     Nothing was deleted.');
    expect(line('5432 or 6543?', '6543')).toBe('     6543');
  });

  it('keeps to the prompt and its id on a narrow terminal', () => {
    const marks = [{ kind: 'superseded', turns: 1 }] as never;
    const hit = aFoundHit({ suspect: ['#HACK'], marks });
    const [, line = ''] = rendered([hit], 40).split('\n');
    expect(line).toMatch(/^1 {2}> .*turn [0-9a-f]{8}$/);
    expect(line).not.toContain('suspect');
  });

  it('lets no stored text steer the terminal', () => {
    const evil = '\u001B]0;owned\u0007\u001B[2J\u009B1m\u202Ereversed\b\u007F';
    const hit = {
      ...aFoundHit({ branch: evil, project: evil, cwd: evil, session: evil, files: [evil] }),
      promptExcerpt: [piece(evil)],
      excerpt: [piece(evil)],
    };
    const matched = { errors: [evil], commands: [{ command: evil }], files: [evil] };
    for (const width of [60, Number.POSITIVE_INFINITY]) {
      const text = rendered([hit, { ...hit, matched } as FoundHit], width, { everything: true });
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
  });
});

describe('bySession', () => {
  it('keeps the order of the best hits', () => {
    expect(bySession(HITS).map(({ session, hits }) => [session.slice(0, 4), hits.length])).toEqual([
      ['8037', 2],
      ['0494', 1],
    ]);
  });
});

/** Returns the command that leads back into a session that no agent has. */
function restoring(session: string): string {
  const surroundings = { env: {}, cwd: '/', homedir: '/nowhere' };
  return native().resumeCommands(surroundings, [{ session }])[0] ?? '';
}

describe.skipIf(!hasBash)('the command that leads back into a session', () => {
  const session = '8037c875-e39f-54dd-a6ba-6ef50e7a7f67';

  it('is plain when it can be', () => {
    expect(restoring(session)).toBe(`mementor resume ${session}`);
    expect(commandIn('/code/shop', 'claude')).toBe('cd /code/shop && claude');
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
  ])('is quoted for the shell: %j', (text) => {
    expect(words(restoring(text))).toEqual(['mementor', 'resume', text]);
    expect(words(commandIn(text, 'claude').replace('&&', 'and'))).toEqual([
      'cd',
      text,
      'and',
      'claude',
    ]);
  });

  it('is quoted whatever the session is called', () => {
    const invisible = fc.constantFrom(
      ...'\u00AD\u115F\u200B\u2028\u2060\u3164\uFE0F\uFEFF\uFFA0\u{E0041}',
    );
    const unit = fc.oneof(invisible, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }));
    const name = fc.string({ unit, minLength: 1 }).filter((text) => !/\0/.test(text));
    fc.assert(
      fc.property(name, (odd) => {
        // One that begins with a dash would be an option.
        const before = odd.startsWith('-') ? ['show', '--'] : ['resume'];
        expect(words(restoring(odd))).toEqual(['mementor', ...before, odd]);
        const start = ['mementor', ...before, ''].join(' ');
        expect(shellWord(odd)).toBe(restoring(odd).slice(start.length));
      }),
      { numRuns: 30 },
    );
  });
});
