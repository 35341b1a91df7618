import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../src/output/shown-markdown.ts';

const TURN = {
  turn: '1234abcd-0000-4000-8000-000000000000',
  sessions: ['5678abcd-0000-4000-8000-000000000000'],
  project: 'skiff',
  projectKey: '/skiff',
  startedAtMs: new Date('2026-02-03T04:05:00').getTime(),
  endedAtMs: new Date('2026-02-03T04:06:00').getTime(),
  branch: 'main',
  interrupted: false,
  tags: [],
  suspect: [],
  steps: [
    { kind: 'prompt', text: 'rig it\nplease' },
    { kind: 'action', text: 'echo `date`', label: 'Bash', exitStatus: 0 },
    {
      kind: 'action',
      text: 'make',
      label: 'Bash',
      exitStatus: 2,
      error: 'no rule',
      result: 'a\n```',
    },
    { kind: 'unknown', text: 'hidden' },
    { kind: 'answer', text: '**Done.**' },
  ],
};
const SHOWN = { kind: 'turn', id: TURN.turn, turns: [TURN], cut: false } as const;

describe('a turn as Markdown', () => {
  it('has who said what, and what was run', () => {
    expect(renderMarkdown(SHOWN, { results: false })).toBe(`# Turn 1234abcd

skiff · main · 2026-02-03 04:05

## 2026-02-03 04:05

**You asked:**

> rig it
> please

- Bash \`\` echo \`date\` \`\`
- Bash \`make\` (exit 2: no rule)

**Answer:**

**Done.**
`);
  });

  it('has results in a fence that they cannot close', () => {
    expect(renderMarkdown(SHOWN, { results: true })).toContain('\n````\na\n```\n````\n');
  });

  it('names all branches of a session, in the order of its turns', () => {
    const turns = ['main', 'fix/sail', 'main', undefined].map((branch) => ({ ...TURN, branch }));
    const text = renderMarkdown({ ...SHOWN, kind: 'session', turns }, { results: false });
    expect(text).toContain('skiff · main, fix/sail · 2026');
  });
});
