/** `mementor show`: a turn or a whole session, by the beginning of its id. */

import { openOptions } from '../database/open.ts';
import { openForReading, translated, type WholeTurn } from '../memory.ts';
import { renderShown, resumeOf, type Shown, startOf } from '../output/shown.ts';
import { style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { namingOf } from '../state/project-names.ts';
import { oneLine } from '../text/lines.ts';
import { isoOf } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';

export interface ShowOptions {
  readonly id: string;
  readonly json: boolean;
}

/** Fewer would name half of what is stored. */
const ID_CHARS_MIN = 4;
const CANDIDATES_MAX = 5;

/** The core builds no more turns at once. */
const TURNS_MAX = 500;

export async function run(options: ShowOptions, context: Context): Promise<ExitCode> {
  const id = options.id.trim();
  if (id.length < ID_CHARS_MIN) {
    throw new MementorError(
      'ID_SHORT',
      `${JSON.stringify(id)} is too short for an id`,
      `give at least ${ID_CHARS_MIN} characters; \`mementor sessions\` and \`mementor query\` show ids`,
    );
  }
  const memory = openForReading(await openOptions(context));
  const turns = translated(() => memory.show(id));
  const shown = pick(id, turns);
  if (options.json) {
    context.stdout.write(`${JSON.stringify(documentOf(id, shown), null, 2)}\n`);
  } else if (shown === undefined) {
    const err = style(context.stderr, context.env);
    context.stderr.write(`No session or turn has an id that begins with ${oneLine(id)}.\n`);
    context.stderr.write(
      `\n${err.cyan('hint:')} \`mementor sessions --all-projects\` lists the sessions\n`,
    );
  } else {
    const named = { ...shown, turns: shown.turns.map(namingOf(memory)) };
    context.stdout.write(renderShown(named, style(context.stdout, context.env)));
  }
  return shown === undefined ? 1 : 0;
}

/** Returns what an id means; `undefined` when nothing has it, an error when several do. */
export function pick(id: string, turns: readonly WholeTurn[]): Shown | undefined {
  const sessions = new Set(turns.flatMap((turn) => turn.sessions.filter(beginsWith(id))));
  const named = turns.filter((turn) => turn.turn.startsWith(id));
  const exact = turns.find((turn) => turn.turn === id);
  if (sessions.has(id)) return sessionOf(id, turns);
  if (exact !== undefined) return { kind: 'turn', id, turns: [exact], cut: false };
  if (sessions.size + named.length > 1) throw ambiguous(id, [...sessions], named, turns);
  const [session] = sessions;
  if (session !== undefined) return sessionOf(session, turns);
  const [turn] = named;
  return turn && { kind: 'turn', id: turn.turn, turns: [turn], cut: false };
}

function beginsWith(prefix: string): (text: string) => boolean {
  return (text) => text.startsWith(prefix);
}

function sessionOf(id: string, all: readonly WholeTurn[]): Shown {
  const turns = all.filter((turn) => turn.sessions.includes(id));
  return { kind: 'session', id, turns, cut: all.length >= TURNS_MAX };
}

function ambiguous(
  id: string,
  sessions: readonly string[],
  named: readonly WholeTurn[],
  turns: readonly WholeTurn[],
): MementorError {
  const startedAt = (session: string) =>
    turns.find((turn) => turn.sessions.includes(session))?.startedAtMs ?? 0;
  const lines = [
    ...sessions.map((session) => candidate('session', session, startedAt(session))),
    ...named.map((turn) => candidate('turn   ', turn.turn, turn.startedAtMs)),
  ];
  const more = lines.length - CANDIDATES_MAX;
  const shown = [...lines.slice(0, CANDIDATES_MAX), ...(more > 0 ? [`  and ${more} more`] : [])];
  return new MementorError(
    'ID_AMBIGUOUS',
    `several ids begin with ${oneLine(id)}:\n${shown.join('\n')}`,
    'give more of the id',
  );
}

function candidate(kind: string, id: string, atMs: number): string {
  return `  ${kind} ${oneLine(id)}  ${localTime(atMs) ?? ''}`.trimEnd();
}

/** The document that scripts read: its names stay. */
function documentOf(id: string, shown: Shown | undefined): object {
  if (shown === undefined) return { version: 1, kind: null, id, turns: [] };
  const { turns, cut } = shown;
  const start = startOf(shown);
  return {
    version: 1,
    kind: shown.kind,
    id: shown.id,
    project: start?.project ?? null,
    projectKey: start?.projectKey ?? null,
    startedAt: isoOf(start?.startedAtMs ?? 0),
    endedAt: isoOf(Math.max(...turns.map((turn) => turn.endedAtMs))),
    resume: resumeOf(shown) ?? null,
    cut,
    turns: turns.map(turnDocument),
  };
}

function turnDocument(turn: WholeTurn): object {
  const { startedAtMs, endedAtMs, cwd, branch, agent, steps, ...rest } = turn;
  return {
    ...rest,
    startedAt: isoOf(startedAtMs),
    endedAt: isoOf(endedAtMs),
    cwd: cwd ?? null,
    branch: branch ?? null,
    agent: agent ?? null,
    steps: steps.map((step) => ({
      kind: step.kind,
      text: step.text,
      label: step.label ?? null,
      exitStatus: step.exitStatus ?? null,
      error: step.error ?? null,
    })),
  };
}
