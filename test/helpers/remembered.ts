/** Transcripts written and taken in for a test, in the folders that its context names. */

import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transcriptsRoot } from '../../src/agents/claude-code/paths.ts';
import { type Memory, openForReading, surroundingsOf } from '../../src/memory.ts';
import type { Context } from '../../src/process/context.ts';
import { optionsOf, writing } from './writing.ts';

export interface Written {
  /** Name of the folder below `projects`, and of the project's own directory. */
  readonly project: string;
  readonly session: string;
  /** One turn each. */
  readonly prompts: readonly string[];
  /** Time of the first line; the others follow a second apart each. */
  readonly at?: string;
  /** Whether ids say nothing of the prompts, as real ones do. */
  readonly numbered?: boolean;
  /** The id of the turn with this index. */
  readonly turnId?: (index: number) => string;
}

/** Appends turns to a transcript of Claude Code; returns its path. */
export function writeTranscript(context: Context, written: Written): string {
  const { project, session, prompts } = written;
  const cwd = join(context.homedir, project);
  const folder = cwd.replaceAll(/[^a-zA-Z0-9]/g, '-');
  const path = join(transcriptsRoot(context), folder, `${session}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const startMs = Date.parse(written.at ?? '2026-01-02T00:00:00Z');
  const lines = prompts.flatMap((prompt, index) => {
    const timestamp = new Date(startMs + index * 1_000).toISOString();
    const common = { isSidechain: false, timestamp, cwd, sessionId: session, version: '2.1.330' };
    const plain = written.numbered === true ? `${session}-${index}` : `${session}-${prompt}`;
    const uuid = written.turnId?.(index) ?? plain;
    const answer = [{ type: 'text', text: `The answer to: ${prompt}` }];
    return [
      { ...common, type: 'user', uuid, message: { role: 'user', content: prompt } },
      {
        ...common,
        type: 'assistant',
        uuid: `${uuid}-a`,
        message: { role: 'assistant', content: answer },
      },
    ];
  });
  appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** Takes transcripts in, to their end. Vectors are left to the caller. Returns it for reading. */
export function remember(context: Context, ...paths: readonly string[]): Memory {
  writing(optionsOf(context), (memory) => {
    for (const path of paths) {
      while (!memory.ingest(path, surroundingsOf(context)).done);
    }
  });
  return openForReading(optionsOf(context));
}

/** Makes the vectors of everything that waits for one. */
export function embed(context: Context): void {
  writing(optionsOf(context), (memory) => {
    while (memory.makeReady().more);
  });
}
