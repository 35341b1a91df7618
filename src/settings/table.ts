/** The table of all settings. */

import { list, name, type Setting, share, wholeNumber, yesOrNo } from './kinds.ts';

export const LIMIT_MAX = 100;
export const THREADS_MAX = 64;
export const RATE_PERCENT_MIN = 0.1;
export const RATE_PERCENT_MAX = 20;
export const CONTEXT_BUDGET_MAX = 2_000;

export const SETTINGS = {
  'context-budget': wholeNumber({
    meaning: 'tokens that a session may be told at its start at most; 0 switches it off',
    fallback: CONTEXT_BUDGET_MAX,
    variable: 'MEMENTOR_CONTEXT_BUDGET',
    min: 0,
    max: CONTEXT_BUDGET_MAX,
  }),
  detect: yesOrNo({
    meaning: 'whether notes are found in conversations: sure ones are kept, others proposed',
    fallback: true,
    variable: 'MEMENTOR_DETECT',
  }),
  exclude: list({
    meaning: 'folders whose conversations are not stored, and get nothing added; as globs',
    variable: 'MEMENTOR_EXCLUDE',
  }),
  limit: wholeNumber({
    meaning: 'how many turns `mementor query` shows at most',
    fallback: 5,
    variable: 'MEMENTOR_LIMIT',
    max: LIMIT_MAX,
  }),
  mask: list({
    meaning: 'your own patterns of what is never stored, as regular expressions',
    variable: 'MEMENTOR_MASK',
  }),
  model: name({
    meaning: 'the model that searches by meaning; empty for the bundled one',
    fallback: '',
    variable: 'MEMENTOR_MODEL',
  }),
  notice: yesOrNo({
    meaning: 'whether a line in the conversation tells you when past turns were added',
    fallback: true,
    variable: 'MEMENTOR_NOTICE',
  }),
  rate: share({
    meaning:
      'how often Mementor may add text to a prompt that needs none, in percent; lower is quieter',
    fallback: 4,
    variable: 'MEMENTOR_RATE',
    min: RATE_PERCENT_MIN,
    max: RATE_PERCENT_MAX,
  }),
  recall: yesOrNo({
    meaning: 'whether past turns are added to prompts by themselves',
    fallback: true,
    variable: 'MEMENTOR_RECALL',
  }),
  suspect: list({
    meaning: 'more tags by which agents mark work that they are not sure of, such as #HACK',
    variable: 'MEMENTOR_SUSPECT',
  }),
  threads: wholeNumber({
    meaning: 'how many threads prepare search by meaning in `mementor ingest`',
    fallback: 2,
    variable: 'MEMENTOR_THREADS',
    max: THREADS_MAX,
  }),
} as const;

export type Key = keyof typeof SETTINGS;

/** The type of a setting's value. */
export type ValueOf<K extends Key> = (typeof SETTINGS)[K]['fallback'];

export const KEYS = Object.keys(SETTINGS) as readonly Key[];

/** The settings that define what is never stored. */
export const KEEPING_OUT = ['exclude', 'mask'] as const satisfies readonly Key[];

/** The settings that the core reads when the memory is opened. */
export const CORE_KEYS = [
  ...(['detect', 'model', 'suspect'] as const),
  ...KEEPING_OUT,
] as const satisfies readonly Key[];

export type CoreKey = (typeof CORE_KEYS)[number];

/** The settings that are lists. */
export type ListKey = (typeof KEEPING_OUT)[number];

/** Returns a setting by its key. */
export function settingOf<K extends Key>(key: K): Setting<ValueOf<K>> {
  return SETTINGS[key] as unknown as Setting<ValueOf<K>>;
}

export function isKey(key: string): key is Key {
  return Object.hasOwn(SETTINGS, key);
}

/** Whether a setting defines what is never stored. */
export function isKeepingOut(key: Key): boolean {
  return KEEPING_OUT.some((each) => each === key);
}
