/** `memory_update`: says that an agent's note is done with, replaced, or of no more use. */

import * as z from 'zod';
import { MementorError } from '../errors/errors.ts';
import type { Note } from '../memory.ts';
import { beginningOfId } from '../operations/id.ts';
import { changeNote } from '../operations/notes/write.ts';
import { bounded } from './bounded.ts';
import { noteEntry, textOf } from './entries.ts';
import { written } from './remember.ts';
import { type Call, tool, WRITING } from './tool.ts';

const ACTIONS = ['resolve', 'supersede', 'archive'] as const;

export const update = tool({
  name: 'memory_update',
  description:
    "Resolve, supersede or archive a note by id. Notes of the user's own are left to the user.",
  annotations: WRITING,
  input: z.object({
    id: z.string(),
    action: z.enum(ACTIONS),
    summary: z.string().optional().describe('supersede: what holds now'),
    body: z.string().optional(),
  }),
  run: async ({ id, action, summary, body }, call) => {
    const note = await noteToChange(id, call);
    if (action !== 'supersede') return await moved(note, action, call);
    if (summary === undefined) {
      const hint = 'give `summary`: the text of the note that replaces it';
      throw new MementorError('NOTE_SUMMARY', 'nothing replaces the note', hint);
    }
    const { kind, files } = note;
    return await written({ kind, summary, body, files, supersedes: [note.id] }, call);
  },
});

const WHERE = '`memory_search` with kinds ["note"] gives ids';

async function noteToChange(id: string, call: Call): Promise<Note> {
  const { context } = call;
  const beginning = beginningOfId(id, WHERE);
  const memory = await call.memory.open(context);
  const note = memory.note(beginning);
  const own = memory.belonging(context.cwd).project.key;
  if (note.projectKey !== own) {
    const message = `note ${note.id.slice(0, 8)} does not belong to this project; nothing was changed`;
    throw new MementorError('OTHER_PROJECT', message, 'change it in its own project');
  }
  return note;
}

const DONE = { resolve: 'Resolved', archive: 'Archived' } as const;

async function moved(
  note: Note,
  verb: 'resolve' | 'archive',
  { context, watch }: Call,
): Promise<string> {
  const done = await bounded(context, (bound) =>
    changeNote(note.id, { move: verb }, bound, watch, 'agent'),
  );
  const entry = noteEntry(done.note, '', false);
  const back = `\`mementor notes set ${note.id.slice(0, 8)} active\` undoes it`;
  return `${DONE[verb]}; ${back}.\n${textOf(entry)}`;
}
