/** The names that a shell offers for a kind of value. Fast and read-only. */

import { utcOffset } from '../../capture/options.ts';
import type { Kind } from '../../command-line/kinds.ts';
import { isStrings } from '../../files/json-object.ts';
import { homeOf, modelsFolder } from '../../home/paths.ts';
import { type Memory, native, openForReading, type SessionRow, type Within } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { ALL_PROJECTS } from '../../reports/project-scope.ts';
import { readSettings } from '../../settings/read.ts';
import { isKey, SETTINGS } from '../../settings/table.ts';
import { shortId } from '../../text/lines.ts';
import { NOTE_STATES } from '../../text/note-states.ts';
import { localTime } from '../../text/times.ts';

/** A name and what it means. */
export type Name = readonly [name: string, meaning: string];

/** How many sessions and turns are offered before anything of an id is typed. */
const OFFERED_MAX = 30;
/** How many are searched for the beginning of an id: the newest. */
const SESSIONS_MAX = 1_000;
const TURNS_MAX = 200;
const NOTES_MAX = 1_000;

/** What is completed, and where the names come from. */
interface Asked {
  readonly word: string;
  /** The word before it. */
  readonly previous: string;
  readonly context: Context;
  /** Opens the memory, once. */
  readonly memory: () => Memory;
}

/** Returns the names of a kind, for the word that is typed and the word before it. */
export function namesOf(
  kind: Kind,
  word: string,
  previous: string,
  context: Context,
): readonly Name[] {
  return NAMES[kind]({ word, previous, context, memory: once(context) });
}

const NAMES: Readonly<Record<Kind, (asked: Asked) => readonly Name[]>> = {
  branch: (asked) => {
    const branches = sessionsHere(asked).flatMap(({ branch }) => branch ?? []);
    return [...new Set(branches)].map((branch) => [branch, '']);
  },
  id: (asked) => [...sessions(asked), ...turns(asked)],
  model: models,
  note: notes,
  'note-kind': () =>
    native()
      .noteKinds()
      .map(({ name }) => [name, '']),
  'note-state': () => NOTE_STATES.map((state) => [state, '']),
  project: ({ memory }) =>
    memory()
      .projects()
      .map(({ label, key }) => [label, key]),
  session: sessions,
  value: (asked) =>
    asked.previous === 'model' ? models(asked) : valuesOf(asked).map((value) => [value, '']),
};

function once(context: Context): () => Memory {
  const [home, models] = [homeOf(context), modelsFolder(context)];
  let memory: Memory | undefined;
  return () => {
    memory ??= openForReading({ home, models, nowMs: context.now().getTime(), busyMs: 0 });
    return memory;
  };
}

/** Returns the sessions of this directory's project, or all where there are none. */
function sessionsHere({ memory, context }: Asked): readonly SessionRow[] {
  const here = newest({ directory: context.cwd, everything: false }, memory());
  return here.length > 0 ? here : newest(ALL_PROJECTS, memory());
}

function newest(within: Within, memory: Memory): readonly SessionRow[] {
  return memory.sessions({ within, limit: SESSIONS_MAX, runs: true, bare: true }).sessions;
}

/** Returns the newest sessions; the beginning of an id is looked for in every project. */
function sessions(asked: Asked): readonly Name[] {
  const { word, memory } = asked;
  const found =
    word === '' ? sessionsHere(asked).slice(0, OFFERED_MAX) : newest(ALL_PROJECTS, memory());
  return found
    .filter(({ session }) => session.startsWith(word))
    .map(({ session, endedAtMs, prompt }) => nameOf(session, word, endedAtMs, prompt));
}

/** Returns the newest turns; the beginning of an id is looked for in every project. */
function turns({ word, context, memory }: Asked): readonly Name[] {
  const question = {
    text: '',
    limit: word === '' ? OFFERED_MAX : TURNS_MAX,
    turns: true,
    within: { directory: context.cwd, everything: word !== '' },
    // Without words, a filter makes it a list.
    filter: { sinceMs: 0 },
    nowMs: context.now().getTime(),
  };
  const { hits } = memory().query(question, utcOffset);
  return hits
    .filter(({ turn }) => turn.startsWith(word))
    .map(({ turn, atMs, prompt }) => nameOf(turn, word, atMs, prompt));
}

/** A short id, or the whole one where more than that is typed already. */
function nameOf(id: string, word: string, atMs: number, prompt: string): Name {
  const short = shortId(id);
  return [short.startsWith(word) ? short : id, `${localTime(atMs) ?? ''} ${prompt}`];
}

/** Returns the notes of this directory's project; the beginning of an id is looked for everywhere. */
function notes({ word, context, memory }: Asked): readonly Name[] {
  const asked = {
    within: { directory: context.cwd, everything: word !== '' },
    limit: word === '' ? OFFERED_MAX : NOTES_MAX,
    notes: { kinds: [], allBranches: true },
    states: [],
    filter: {},
  };
  return memory()
    .notes(asked)
    .notes.filter(({ id }) => id.startsWith(word))
    .map(({ id, saidMs, summary }) => nameOf(id, word, saidMs, summary));
}

function models({ context }: Asked): readonly Name[] {
  const known = native().knownModels(homeOf(context), modelsFolder(context));
  return known.map(({ id, problem }) => [id, problem == null ? 'ready' : 'not here yet']);
}

/** Returns the values of a setting that has few, or the items of a list. */
function valuesOf({ previous: key, context }: Asked): readonly string[] {
  const { [key]: items } = readSettings(context).fields;
  if (isStrings(items)) return items;
  return isKey(key) ? (SETTINGS[key].values ?? []) : [];
}
