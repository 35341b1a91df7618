/** `mementor query`: searches past conversations. */

import type { Context, ExitCode } from '../context.ts';
import { homeOf, modelsFolder } from '../home.ts';
import { type Answer, openForReading, type Piece, translated } from '../memory.ts';
import { renderHit, resumeCommand } from '../output/hits.ts';
import { style } from '../output/style.ts';

export interface QueryOptions {
  readonly text: string;
  readonly limit: number;
  readonly project: string | undefined;
  readonly everything: boolean;
  readonly json: boolean;
}

export async function run(options: QueryOptions, context: Context): Promise<ExitCode> {
  const nowMs = context.now().getTime();
  const home = homeOf(context);
  const memory = openForReading({ home, models: modelsFolder(context), nowMs });
  const { text, limit, project, everything } = options;
  const answer = translated(() =>
    memory.query({
      text,
      limit,
      directory: context.cwd,
      everything,
      ...(project === undefined ? {} : { project }),
    }),
  );
  if (options.json) context.stdout.write(`${JSON.stringify(document(answer), null, 2)}\n`);
  else print(answer, options, context);
  return answer.hits.length > 0 ? 0 : 1;
}

/** An excerpt and where its matched words stand: start and end in UTF-16 units. */
function excerpt(pieces: readonly Piece[]): object {
  const matches: [number, number][] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.matched) matches.push([text.length, text.length + piece.text.length]);
    text += piece.text;
  }
  return { text, matches };
}

/** The document that scripts read: its names stay. */
function document(answer: Answer): object {
  const hits = answer.hits.map((hit) => {
    const { atMs, textScore, similarity, ...rest } = hit;
    return {
      ...rest,
      at: new Date(atMs).toISOString(),
      promptExcerpt: excerpt(hit.promptExcerpt),
      excerpt: excerpt(hit.excerpt),
      textScore: textScore ?? null,
      similarity: similarity ?? null,
      resume: resumeCommand(hit),
    };
  });
  return {
    version: 1,
    project: answer.project ?? null,
    searched: answer.searched,
    semantic: answer.semantic,
    waiting: answer.waiting,
    degraded: answer.degraded ?? null,
    hits,
  };
}

function print(answer: Answer, options: QueryOptions, context: Context): void {
  const out = style(context.stdout, context.env);
  const hits = answer.hits.map((hit, index) => renderHit(hit, index + 1, out));
  context.stdout.write(hits.join('\n'));
  const err = style(context.stderr, context.env);
  if (answer.degraded !== undefined && answer.degraded !== null) {
    const reason = answer.degraded.message;
    context.stderr.write(`${err.yellow('warning:')} searched by words alone: ${reason}\n`);
  }
  if (answer.hits.length > 0) return;
  context.stderr.write(`Nothing found for "${options.text}" in ${searched(answer)}.\n`);
  const hint = emptyHint(answer, options);
  if (hint !== undefined) context.stderr.write(`\n${err.cyan('hint:')} ${hint}\n`);
}

function searched(answer: Answer): string {
  const turns = `${answer.searched} ${answer.searched === 1 ? 'turn' : 'turns'}`;
  const where = answer.project ? `project ${answer.project}` : 'all projects';
  const how = answer.semantic ? 'words and meaning' : 'words';
  const waiting =
    answer.semantic && answer.waiting > 0 ? `; ${answer.waiting} chunks by words only so far` : '';
  return `${turns} of ${where} (${how}${waiting})`;
}

function emptyHint(answer: Answer, options: QueryOptions): string | undefined {
  if (options.everything) return undefined;
  if (answer.searched > 0) return 'add `--all-projects` to search every project';
  return 'nothing is stored for this project: `mementor status` lists what is, `--all-projects` searches it all';
}
