/** A hit as the core would find it, and as it is answered. */

import type { Hit } from '../../src/memory.ts';
import type { FoundHit } from '../../src/operations/query.ts';
import { commandIn } from '../../src/text/shell-word.ts';

export function aHit(overrides: Partial<Hit> = {}): Hit {
  const passage = 'The staging database listens on port 6543, behind the bouncer.';
  return {
    rank: 0,
    turn: 'e788c476-f04c-5277-9f33-4dc6cead7801',
    session: '8037c875-e39f-54dd-a6ba-6ef50e7a7f67',
    project: 'shop',
    projectKey: '/code/shop',
    atMs: Date.parse('2026-11-17T09:00:07.959Z'),
    cwd: '/code/shop',
    branch: 'main',
    codingAgent: 'claude-code',
    agent: null,
    files: ['/code/shop/src/db.rs', '/etc/hosts'],
    prompt: 'Which port does the staging database use?',
    passage,
    promptExcerpt: [
      { text: 'Which ', matched: false },
      { text: 'port', matched: true },
      { text: ' does the staging database use?', matched: false },
    ],
    excerpt: [{ text: passage, matched: false }],
    score: 0.031_25,
    textScore: 4.2,
    similarity: 0.7,
    actionScore: null,
    matched: null,
    suspect: [],
    marks: [],
    ...overrides,
  };
}

/** Returns a hit of a session whose transcript is there. */
export function aFoundHit(overrides: Partial<Hit> = {}): FoundHit {
  const hit = aHit(overrides);
  return { ...hit, resume: commandIn(hit.cwd, `claude --resume ${hit.session}`) };
}
