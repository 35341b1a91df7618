/** Lists notes, and shows one. */

import { type Filters, parseFilters } from '../../database/filters.ts';
import { ifStored, openToShow } from '../../database/open.ts';
import { homeOf } from '../../home/paths.ts';
import { type Memory, type Note, native, type TimesShown } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { namingOf } from '../../reports/project-names.ts';
import { type Where, withinStored } from '../../reports/project-scope.ts';
import { isoOf } from '../../text/numbers.ts';
import { beginningOfId } from '../id.ts';
import { conditionsOn } from './conditions.ts';
import { historyOf, noteDocument, wholeDocument } from './document.ts';
import { WHERE_IDS } from './write.ts';

/** How many are listed where no number is given. */
export const NOTES_SHOWN = 50;

export interface NotesOptions extends Where {
  readonly kinds: readonly string[];
  /** Names of states; `all` for every one. */
  readonly states: readonly string[];
  readonly tag: string | undefined;
  readonly filters: Filters;
  /** Defaults to 50. */
  readonly limit?: number | undefined;
  /** Whether notes that hold on another branch alone are listed too. */
  readonly allBranches?: boolean;
}

/** What is listed when no state is named: what holds. Proposals are counted: there may be many. */
const USUAL_STATES = ['active'];

export interface NotesAnswer {
  readonly notes: readonly Note[];
  /** How many there are, whatever the limit. */
  readonly total: number;
  /** How many proposed notes `notes review` goes through, where no state was asked for. */
  readonly proposed: number;
}

/** Returns notes, the one that was changed last first. Nothing stored means no notes. */
export async function listNotes(options: NotesOptions, context: Context): Promise<NotesAnswer> {
  const memory = await ifStored(openToShow(context));
  return memory === undefined
    ? { notes: [], total: 0, proposed: 0 }
    : found(memory, options, context);
}

function found(memory: Memory, options: NotesOptions, context: Context): NotesAnswer {
  const { kinds, states, tag, limit = NOTES_SHOWN } = options;
  const { states: wanted, ...held } = conditionsOn(states.length === 0 ? USUAL_STATES : states);
  const within = withinStored(options, memory, context.cwd);
  const asked = {
    within,
    limit,
    notes: {
      kinds: [...kinds],
      allBranches: options.allBranches === true,
      ...(tag === undefined ? {} : { tag }),
      ...held,
    },
    states: wanted,
    filter: parseFilters(options.filters, context),
  };
  const { notes, total } = memory.notes(asked);
  const waiting = () => memory.proposals(within);
  const proposed = states.length === 0 ? waiting().length : 0;
  return { notes: notes.map(namingOf(memory)), total, proposed };
}

export function notesDocument({ notes, total, proposed }: NotesAnswer) {
  return { version: 1, notes: notes.map(noteDocument), total, proposed };
}

/** Returns the note whose id begins so, with its body and its history. */
export async function showNote(id: string, context: Context): Promise<Note> {
  const beginning = beginningOfId(id, WHERE_IDS);
  const memory = await openToShow(context);
  return namingOf(memory)(memory.note(beginning));
}

/**
 * Returns how often and when a note was shown on this machine until now. What somebody looks at does
 * not age, so a note that `isRead` is shown once more.
 */
export function shownOf({ id }: Note, isRead: boolean, context: Context): TimesShown | null {
  return native().shown(homeOf(context), id, isRead ? context.now().getTime() : null);
}

export function noteShownDocument(note: Note, shown: TimesShown | null) {
  const times = { shown: shown?.times ?? 0, shownAt: isoOf(shown?.atMs ?? 0) };
  return { version: 1, note: { ...wholeDocument(note), ...times }, history: historyOf(note) };
}
