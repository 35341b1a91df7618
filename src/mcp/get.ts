/** `memory_get`: reads turns, sessions and notes by the ids that the other tools give. */

import * as z from 'zod';
import { codeOf, MementorError, shownError } from '../errors/errors.ts';
import type { Memory, Note } from '../memory.ts';
import { beginningOfId } from '../operations/id.ts';
import { pick, type Shown } from '../operations/show.ts';
import { EVERYWHERE, namingOf } from '../reports/project-names.ts';
import { oneLine } from '../text/lines.ts';
import { tokensIn } from '../text/tokens.ts';
import { budget } from './budget.ts';
import { noteEntry, RECORDS } from './entries.ts';
import { costOfPiece, fittedPiece, shares } from './fitted-pieces.ts';
import { LEVELS, type Level, type Piece, shownPiece } from './pieces.ts';
import { READING, tool } from './tool.ts';

const IDS_MAX = 20;
/** Of an id that leads nowhere, which may be any text. */
const ID_CHARS_MAX = 60;
const BUDGET = { usual: 2_000, max: 20_000 };

export const get = tool({
  name: 'memory_get',
  description:
    'Read turns, sessions or notes by id, or the beginning of one. `files` adds tool calls with their outputs.',
  annotations: READING,
  input: z.object({
    ids: z.array(z.string()).min(1).max(IDS_MAX),
    level: z.enum(LEVELS).optional(),
    budget: budget(BUDGET),
    all_projects: z.boolean().optional(),
  }),
  run: async (input, call) => {
    const { ids, level = 'whole', all_projects: everything = false } = input;
    const memory = await call.memory.open(call.context);
    const own = memory.belonging(call.context.cwd).project.key;
    const allows = (key: string) => everything || key === own || key === EVERYWHERE;
    const pieces: Piece[] = [];
    for (const id of ids) {
      await call.pause();
      pieces.push(pieceOf(id, level, memory, allows));
    }
    return answerOf(pieces, input.budget ?? BUDGET.usual);
  },
});

const WHERE = '`memory_search` gives ids';

/** An id that leads nowhere costs only its own piece, unless it is the only one. */
function pieceOf(
  text: string,
  level: Level,
  memory: Memory,
  allows: (projectKey: string) => boolean,
): Piece {
  try {
    const id = beginningOfId(text, WHERE);
    const [shown, note] = [pick(id, memory.show(id)), noteWith(id, memory)];
    if (shown && note) {
      const message = `a ${shown.kind} and a note have an id that begins with ${id}`;
      throw new MementorError('ID_AMBIGUOUS', message, 'give more of the id');
    }
    const key = shown?.turns[0]?.projectKey ?? note?.projectKey;
    if (key === undefined) throw new MementorError('ID_UNKNOWN', `nothing has the id ${id}`, WHERE);
    if (!allows(key)) {
      const hint = 'set `all_projects` if the user means another project';
      throw new MementorError('OTHER_PROJECT', `${id} belongs to another project`, hint);
    }
    return note ? notePiece(note, level) : shownPiece(named(shown as Shown, memory), level);
  } catch (error) {
    const { message, hint } = shownError(error);
    const advice = hint === undefined ? '' : `; ${hint}`;
    return { head: `[${oneLine(text, ID_CHARS_MAX)}] ${message}${advice}`, parts: [], error };
  }
}

function named(shown: Shown, memory: Memory): Shown {
  return { ...shown, turns: shown.turns.map(namingOf(memory)) };
}

function noteWith(id: string, memory: Memory): Note | undefined {
  try {
    return memory.note(id);
  } catch (error) {
    if (codeOf(error) === 'NOTE_UNKNOWN') return undefined;
    throw error;
  }
}

function notePiece(note: Note, level: Level): Piece {
  const { head, lines, long } = noteEntry(note, level === 'line' ? '' : note.body, true);
  return {
    head: [head, ...lines.map((line) => `  ${line}`)].join('\n'),
    parts: long.text === '' ? [] : [{ by: 'note', text: long.text }],
  };
}

function answerOf(pieces: readonly Piece[], tokens: number): string {
  const failed = pieces.flatMap(({ error }) => (error === undefined ? [] : [error]));
  if (failed.length === pieces.length) throw failed[0];
  const left = tokens - tokensIn(RECORDS) - pieces.length;
  const given = shares(pieces.map(costOfPiece), left);
  const shown = pieces.map((piece, at) => fittedPiece(piece, given[at] as number));
  return [RECORDS, ...shown].join('\n\n');
}
