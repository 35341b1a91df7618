/** What the help of the program says besides its commands: examples, exit status, environment. Data only. */

import { agents } from '../agents/find.ts';
import { KEYS, SETTINGS } from '../settings/table.ts';
import type { Row } from './sections.ts';

/** Examples of the program itself. */
export const PROGRAM_EXAMPLES: readonly string[] = [
  'mementor enable',
  'mementor ingest --all',
  'mementor query "why did we drop the retry queue"',
  'mementor query --file src/db.rs --since 2w',
  'mementor remember "We use tabs, not spaces" --kind rule',
  `mementor query "sqlite busy" --limit 3 --json | jq -r '.hits[].turn'`,
];

export const EXIT_STATUSES: readonly Row[] = [
  ['0', 'done'],
  ['1', 'the answer is negative: nothing found, no such id, a check failed'],
  ['2', 'an error, or misuse'],
  ['130', 'interrupted by Ctrl-C; what was stored stays'],
];

/** Returns the environment variables that count. */
export const variables = (): readonly Row[] => [
  ['MEMENTOR_HOME', 'folder that holds everything that is stored'],
  ['MEMENTOR_MODELS', 'folder of another model than the bundled one'],
  ['MEMENTOR_MODEL_MIRROR', 'where `mementor model get` takes files from, as `--from` does'],
  ['MEMENTOR_ONNXRUNTIME', "ONNX Runtime's library, which runs another model than the bundled one"],
  ['MEMENTOR_ENGINES', 'the addon that uses that library, where it is not beside the program'],
  ...KEYS.map((key): Row => [SETTINGS[key].variable, `overrides the setting \`${key}\``]),
  ['MEMENTOR_LOG', '`debug` shows where an error came from'],
  ...agents().flatMap((agent) => agent.variables.map(({ name, meaning }): Row => [name, meaning])),
  ['PAGER', 'shows long output, instead of less; empty or `cat`: no pager'],
  ['COLUMNS', 'width of the terminal, if it is not what the terminal says'],
  ['NO_COLOR', 'any value turns colour off'],
];
