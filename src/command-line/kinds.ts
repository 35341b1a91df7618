/** The kinds of names that a shell completes by asking `mementor complete KIND WORD PREVIOUS`. */

export const KINDS = [
  'branch',
  /** A turn or a session. */
  'id',
  'model',
  /** A note. */
  'note',
  /** The kind of a note, such as `rule`. */
  'note-kind',
  /** The state of a note. */
  'note-state',
  'project',
  'session',
  /** A value of the setting in the previous word, or an item of its list. */
  'value',
] as const;

export type Kind = (typeof KINDS)[number];
