/** Notes as Markdown with front matter: written, and read from Mementor's and other tools' files. */

import { createHash } from 'node:crypto';
import type { Note, NoteOfFile, NoteState } from '../../memory.ts';
import {
  escapedBody,
  type Part,
  splitFrontMatter,
  unescapedBody,
} from '../../text/front-matter.ts';
import { isoOf } from '../../text/numbers.ts';

/** The YAML functions; their library is loaded only where it is needed. */
export type Yaml = typeof import('../../text/yaml.ts');

/** The version of the format, which is also the mark of our own files. */
const FORMAT = 1;
const STATES = [
  'proposed',
  'active',
  'resolved',
  'archived',
  'tombstone',
  'rejected',
] as const satisfies readonly NoteState[];

/** Returns a note as Markdown. */
export function markdownOf(note: Note, { writeYaml }: Yaml): string {
  const tagged = (name: string) =>
    note.tags.find((tag) => tag.startsWith(`${name}:`))?.slice(name.length + 1);
  const list = (items: readonly string[]) => (items.length === 0 ? undefined : items);
  const fields = {
    mementor: FORMAT,
    id: note.id,
    type: note.kind,
    timestamp: isoOf(note.writtenMs) ?? undefined,
    summary: note.summary,
    spec: tagged('spec'),
    phase: tagged('phase'),
    tags: list(note.tags),
    status: note.state,
    relates_to: list(note.relatesTo),
    supersedes: list(note.supersedes),
    superseded_by: note.supersededBy,
    files: list(note.files),
    scope: note.scope === 'project' ? undefined : note.scope,
    branch: note.branch,
    pinned: note.pinned ? true : undefined,
    author: note.author,
    turn: note.turn,
    words: note.words,
    project: note.project,
    project_key: note.projectKey,
    changed: isoOf(note.changedMs) ?? undefined,
  };
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const head = writeYaml(Object.fromEntries(known)).trim();
  const body = note.body === '' ? '' : `\n${escapedBody(note.body)}\n`;
  return `---\n${head}\nchecksum: ${checksumOf(head, body)}\n---\n${body}`;
}

const CHECKSUM = /^checksum: ([0-9a-f]{16})\n?/m;

function checksumOf(head: string, body: string): string {
  return createHash('sha256').update(`${head}\n${body.trim()}`).digest('hex').slice(0, 16);
}

/** Whether a text is an export of notes as it was written: nobody has changed it since. */
export function isUnchangedExport(text: string): boolean {
  const { parts, before } = splitFrontMatter(text);
  const isUnchanged = ({ yaml, body }: Part) => {
    const [line, checksum] = CHECKSUM.exec(yaml) ?? [];
    return line !== undefined && checksum === checksumOf(yaml.replace(line, '').trim(), body);
  };
  return before.trim() === '' && parts.length > 0 && parts.every(isUnchanged);
}

/** Whether two exports say the same, whenever it was changed last: one may have been imported. */
export function saysSame(one: string, other: string): boolean {
  const words = (text: string) => text.replace(/^(?:changed|checksum): .*\n/gm, '').trim();
  return words(one) === words(other);
}

/** A note that a file has. */
export interface Found {
  readonly line: number;
  readonly note: NoteOfFile;
  /** What was not taken unchanged. */
  readonly remarks: readonly string[];
}

/** What cannot be read. */
export interface Problem {
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

export interface Parsed {
  readonly notes: readonly Found[];
  readonly problems: readonly Problem[];
  /** The text before any front matter; the whole text of a plain file. */
  readonly plain: string;
}

/** Returns the notes of a file. What cannot be read is a problem, and the others come in. */
export function parseNotes(text: string, kinds: ReadonlySet<string>, yaml: Yaml): Parsed {
  const { parts, before, unclosed } = splitFrontMatter(text);
  const notes: Found[] = [];
  const problems: Problem[] = [];
  if (unclosed !== undefined) {
    const hint = 'end it with a line `---` before the text of the note';
    problems.push({ line: unclosed, message: 'the front matter does not end', hint });
  }
  for (const part of parts) {
    const read = yaml.readYaml(part.yaml);
    if ('error' in read) {
      // The mark is the line before the first one of the block.
      const hint = 'put texts with `:` or `#` in quotes, and indent with spaces';
      problems.push({ line: part.line + read.error.line, message: read.error.message, hint });
    } else if (read.value instanceof Map) notes.push(noteOf(part, read.value, kinds));
    else {
      const hint = 'write one `key: value` on each line';
      problems.push({ line: part.line, message: 'the front matter has no keys', hint });
    }
  }
  return { notes, problems, plain: unclosed === undefined ? before : '' };
}

type Fields = ReadonlyMap<string, unknown>;

function noteOf(part: Part, value: Map<unknown, unknown>, kinds: ReadonlySet<string>): Found {
  const fields: Fields = new Map([...value].map(([key, of]) => [String(key).toLowerCase(), of]));
  const isOwn = fields.has('mementor');
  const body = isOwn ? unescapedBody(part.body) : part.body;
  const remarks: string[] = [];
  const [kind, kindTag] = kindOf(fields, kinds, remarks);
  const state = stateOf(fields, remarks);
  const { summary, rest } = summaryOf(fields, body);
  const own = lists(fields, 'tags');
  const more = [...named(fields, 'spec'), ...named(fields, 'phase'), ...kindTag];
  const writtenMs = timeOf(fields, TIMES, remarks);
  const others = othersOf(fields, isOwn, writtenMs === undefined);
  const scope = SCOPES.find((each) => each === text(fields, 'scope')) ?? 'project';
  const note = {
    kind,
    summary,
    body: others === '' ? rest : `${rest.trimEnd()}\n\n${others}`,
    tags: [...own, ...more.filter((tag) => !own.includes(tag))],
    files: lists(fields, 'files'),
    relatesTo: lists(fields, 'relates_to', 'related', 'relates-to'),
    supersedes: lists(fields, 'supersedes'),
    scope,
    state,
    pinned: text(fields, 'pinned') === 'true',
    ...some('id', uuidOf(fields)),
    ...some('supersededBy', text(fields, 'superseded_by')),
    ...some('branch', text(fields, 'branch')),
    ...(isOwn ? ownOf(fields) : {}),
    ...some('writtenMs', writtenMs),
    ...some('changedMs', timeOf(fields, ['changed'], isOwn ? remarks : [])),
  };
  return { line: part.line, note, remarks };
}

/** Returns what only Mementor's own files say of a note: its author, its turn, its project. */
function ownOf(fields: Fields): Pick<NoteOfFile, 'author' | 'origin' | 'project'> {
  const author = AUTHORS.find((each) => each === text(fields, 'author'));
  const [turn, words] = [text(fields, 'turn'), text(fields, 'words')];
  const [name, key] = [text(fields, 'project'), text(fields, 'project_key')];
  return {
    ...some('author', author),
    ...(turn === undefined || words === undefined ? {} : { origin: { turn, words } }),
    ...(name === undefined || key === undefined ? {} : { project: { name, key } }),
  };
}

const SCOPES = ['project', 'branch', 'person'] as const;
const AUTHORS = ['person', 'prompt', 'answer', 'agent', 'import', 'upkeep'] as const;

/** Keys that say when a note was written. */
const TIMES = ['timestamp', 'date', 'created', 'created_at'];
/** Keys that have a place in a note only where Mementor wrote them. */
const OWN = ['turn', 'words', 'checksum'];

/** Keys that have a place in a note. */
const PLACED = new Set(
  `mementor id type kind timestamp date created created_at summary title name description spec phase
   tags status state relates_to related relates-to supersedes superseded_by files scope branch pinned
   author project project_key changed`.split(/\s+/),
);

/** Returns what has no place in a note, as a block of YAML: nothing is lost. */
function othersOf(fields: Fields, isOwn: boolean, hasNoTime: boolean): string {
  const isPlaced = (key: string) => {
    if (OWN.includes(key)) return isOwn;
    return PLACED.has(key) && !(hasNoTime && TIMES.includes(key));
  };
  const others = [...fields].filter(([key, value]) => !isPlaced(key) && value !== '');
  // A description beside a title is a text of its own.
  const title = text(fields, 'summary', 'title', 'name');
  const description = title === undefined ? undefined : text(fields, 'description');
  const lines = others.map(([key, value]) => `${key}: ${JSON.stringify(plain(value))}`);
  const block = lines.length === 0 ? [] : [`\`\`\`yaml\n${lines.join('\n')}\n\`\`\``];
  return [...(description === undefined ? [] : [description]), ...block].join('\n\n');
}

function plain(value: unknown): unknown {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, of]) => [String(key), plain(of)]));
  }
  return Array.isArray(value) ? value.map(plain) : value;
}

function some<K extends string, T>(key: K, value: T | undefined): { readonly [key in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]?: T });
}

/** Returns the first of these fields that is a text. */
function text(fields: Fields, ...names: readonly string[]): string | undefined {
  const values = names.map((name) => fields.get(name));
  return values.find((value) => typeof value === 'string' && value.trim() !== '') as
    | string
    | undefined;
}

/** Returns the items of the first of these fields that is there; a text is split at its commas. */
function lists(fields: Fields, ...names: readonly string[]): string[] {
  const value = names.map((name) => fields.get(name)).find((each) => each !== undefined);
  if (Array.isArray(value))
    return value.flatMap((item) => (typeof item === 'string' ? [item] : []));
  if (typeof value !== 'string') return [];
  return value.split(value.includes(',') ? ',' : /\s+/).filter((item) => item.trim() !== '');
}

/** Other tools say which specification and phase a note belongs to: here these are tags. */
function named(fields: Fields, name: string): string[] {
  const value = text(fields, name);
  return value === undefined ? [] : [`${name}:${value}`];
}

/** Returns the kind, and a tag that keeps the name of an unknown one. */
function kindOf(
  fields: Fields,
  kinds: ReadonlySet<string>,
  remarks: string[],
): readonly [string, readonly string[]] {
  const name = text(fields, 'type', 'kind');
  if (name === undefined) return ['note', []];
  if (kinds.has(name.trim().toLowerCase())) return [name, []];
  remarks.push(`no kind is called ${JSON.stringify(name)}: it is a note with the tag type:${name}`);
  return ['note', [`type:${name}`]];
}

/** The words of other tools for a state. */
const WORDS: Readonly<Record<string, NoteState>> = {
  accepted: 'active',
  open: 'active',
  current: 'active',
  'in progress': 'active',
  done: 'resolved',
  closed: 'resolved',
  completed: 'resolved',
  complete: 'resolved',
  draft: 'proposed',
  pending: 'proposed',
  deprecated: 'archived',
  superseded: 'archived',
  obsolete: 'archived',
};

function stateOf(fields: Fields, remarks: string[]): NoteState {
  const name = text(fields, 'status', 'state');
  if (name === undefined) return 'active';
  const word = name.trim().toLowerCase().replace(/[-_]/g, ' ');
  const own = STATES.find((each) => each === word);
  const state = own ?? (Object.hasOwn(WORDS, word) ? WORDS[word] : undefined);
  if (state !== undefined) return state;
  remarks.push(`no status is called ${JSON.stringify(name)}: the note is active`);
  return 'active';
}

/** Returns the summary; without one, the first line of the text is it. */
function summaryOf(fields: Fields, body: string): { summary: string; rest: string } {
  const summary = text(fields, 'summary', 'title', 'name', 'description');
  if (summary !== undefined) return { summary, rest: body };
  const [first = '', ...rest] = body.trim().split('\n');
  return { summary: first.replace(/^#+\s*/, ''), rest: rest.join('\n') };
}

function uuidOf(fields: Fields): string | undefined {
  const id = text(fields, 'id')?.trim().toLowerCase();
  return id !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    ? id
    : undefined;
}

/** A day, or a time of a day with the zone where one is given: `2026-11-03T14:30:00.000Z`. */
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;
/** Other ways to write one name the month and the year; whatever else a computer reads is guessed. */
const NAMED = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b.*\b\d{4}\b/i;

/** Returns the first of these times that can be read, in milliseconds since the epoch. */
function timeOf(fields: Fields, names: readonly string[], remarks: string[]): number | undefined {
  const given = names
    .map((name) => text(fields, name)?.trim())
    .filter((each) => each !== undefined);
  const ms = given.map(msOf).find((each) => each !== undefined);
  if (ms === undefined && given[0] !== undefined) {
    remarks.push(
      `${JSON.stringify(given[0])} is no time: the note counts as written now; write 2026-11-03 or 2026-11-03T14:30:00Z`,
    );
  }
  return ms;
}

function msOf(given: string): number | undefined {
  const [, day = '', time, zone = ''] = ISO.exec(given) ?? [];
  if (day === '' && !NAMED.test(given)) return undefined;
  // The thirtieth of February would become the second of March.
  if (day !== '' && new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) !== day) return undefined;
  const ms = Date.parse(day === '' ? given : time === undefined ? day : `${day}T${time}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}
