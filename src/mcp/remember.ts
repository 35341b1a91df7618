/** `memory_remember`: writes a note, as an agent's. */

import * as z from 'zod';
import { MementorError } from '../errors/errors.ts';
import { remember as write } from '../operations/notes/write.ts';
import { bounded } from './bounded.ts';
import { noteEntry, textOf } from './entries.ts';
import { type Call, tool, WRITING } from './tool.ts';

export const remember = tool({
  name: 'memory_remember',
  description:
    'Note what must outlast this session. It is proposed, and holds once the user accepts it.',
  annotations: { ...WRITING, idempotentHint: true },
  input: z.object({
    kind: z
      .string()
      .describe('decision, rule, preference, learning, blocker, requirement, plan, note'),
    summary: z.string().describe('one line, 100 characters'),
    body: z.string().optional().describe('Markdown: why, how'),
    files: z.array(z.string()).optional(),
  }),
  run: async (input, call) => await written({ ...input, supersedes: [] }, call),
});

export interface Written {
  readonly kind: string;
  readonly summary: string;
  readonly body?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly supersedes: readonly string[];
}

/** Writes a note for the client's project. */
export async function written(note: Written, { context, watch }: Call): Promise<string> {
  const { kind, summary, body, files = [], supersedes } = note;
  const text = textIn(summary, body);
  const where = { scope: 'project', pin: false, project: undefined } as const;
  const options = { text, kind, tags: [], files, supersedes, ...where, agent: true };
  const done = await bounded(context, (bound) => write(options, bound, watch));
  const entry = noteEntry(done.note, '', false);
  const isProposed = done.note.state === 'proposed';
  const noted = isProposed ? 'Proposed: it holds once the user accepts it.' : 'Noted.';
  const verb = done.saidAgain ? 'Known already; said again.' : noted;
  const old = done.superseded.map(({ id }) => id.slice(0, 8));
  const replaced = old.length > 0 ? ` It supersedes ${old.join(', ')}.` : '';
  return `${verb}${replaced}\n${textOf(entry)}`;
}

function textIn(summary: string, body: string | undefined): string {
  const line = summary.replace(/\s+/g, ' ').trim();
  if (line !== '') return body === undefined || body.trim() === '' ? line : `${line}\n\n${body}`;
  const hint = 'give `summary`: one line that says it';
  throw new MementorError('NOTE_SUMMARY', 'there is nothing to remember', hint);
}
