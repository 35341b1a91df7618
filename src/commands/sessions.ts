/** `mementor sessions`: lists what was talked about, the last active session first. */

import { resumeCommand } from '../agents/find.ts';
import { openOptions } from '../database/open.ts';
import { openForReading, type SessionRow, translated } from '../memory.ts';
import { factLine, shortId } from '../output/hits.ts';
import { type Style, style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { namingOf } from '../state/project-names.ts';
import { oneLine } from '../text/lines.ts';
import { counted, isoOf } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';

export interface SessionsOptions {
  readonly limit: number;
  readonly project: string | undefined;
  readonly everything: boolean;
  readonly json: boolean;
}

const PROMPT_CHARS_MAX = 100;

export async function run(options: SessionsOptions, context: Context): Promise<ExitCode> {
  const memory = openForReading(await openOptions(context));
  const { limit, project, everything, json } = options;
  const rows = translated(() => memory.sessions(context.cwd, project ?? null, everything, limit));
  if (json) context.stdout.write(`${JSON.stringify(documentOf(rows), null, 2)}\n`);
  else print(rows.map(namingOf(memory)), options, context);
  return rows.length > 0 ? 0 : 1;
}

function documentOf(rows: readonly SessionRow[]): object {
  const sessions = rows.map((row) => ({
    session: row.session,
    project: row.project,
    projectKey: row.projectKey,
    startedAt: isoOf(row.startedAtMs),
    endedAt: isoOf(row.endedAtMs),
    turns: row.turns,
    branch: row.branch ?? null,
    cwd: row.cwd ?? null,
    prompt: row.prompt,
    resume: resumeCommand(row),
  }));
  return { version: 1, sessions };
}

function print(rows: readonly SessionRow[], options: SessionsOptions, context: Context): void {
  const out = style(context.stdout, context.env);
  // One project is the same on every line.
  const named = options.everything;
  context.stdout.write(rows.map((row) => renderSession(row, named, out)).join(''));
  if (rows.length > 0) return;
  const err = style(context.stderr, context.env);
  const where = options.everything ? '' : ' of this project';
  const which = options.project === undefined ? where : ` of project ${oneLine(options.project)}`;
  context.stderr.write(`No session${which} is stored.\n`);
  if (options.everything) return;
  const hint = '`mementor status` lists the projects, `--all-projects` the sessions of them all';
  context.stderr.write(`\n${err.cyan('hint:')} ${hint}\n`);
}

/** Renders when, how long and where, and below it what it was about. */
export function renderSession(row: SessionRow, named: boolean, paint: Style): string {
  const facts = [counted(row.turns, 'turn'), ...(named ? [row.project] : []), row.branch];
  const when = (localTime(row.endedAtMs) ?? 'unknown').padEnd(16);
  const prompt = oneLine(row.prompt, PROMPT_CHARS_MAX);
  return [
    `${paint.bold(shortId(row.session))}  ${paint.dim(when)}  ${factLine(facts)}\n`,
    prompt === '' ? `  ${paint.dim('(no prompt)')}\n` : `  ${paint.green('>')} ${prompt}\n`,
  ].join('');
}
