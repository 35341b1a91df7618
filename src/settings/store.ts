/** Changes a setting in config.json. */

import { mkdir } from 'node:fs/promises';
import { writeAtomic } from '../files/atomic-file.ts';
import { isStrings } from '../files/json-object.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { configPath, homeOf } from '../home.ts';
import type { Context } from '../process/context.ts';
import { MementorError, reasonOf } from '../process/errors.ts';
import { type Config, readConfig } from './file.ts';
import { globProblems, patternProblems } from './patterns.ts';
import { type Key, SETTINGS, type ValueOf } from './table.ts';
import { resolvedIn } from './value.ts';

type Value = ValueOf<Key>;

/** Writes a value into the file, or removes it. Keeps the file's other contents. */
export async function store(
  key: Key,
  text: string | undefined,
  context: Context,
): Promise<{ readonly config: Config; readonly changed: boolean }> {
  const home = homeOf(context);
  // Never overwrites an invalid file.
  const { [key]: before, ...others } = await readConfig(home);
  const value = text === undefined ? undefined : parsed(key, text, context);
  const config: Config = value === undefined ? others : { ...others, [key]: value };
  // Throws for an invalid environment variable before anything is written.
  resolvedIn(key, config, context.env);
  const changed = JSON.stringify(before) !== JSON.stringify(value);
  if (changed) await write(home, config);
  return { config, changed };
}

function parsed(key: Key, text: string, context: Context): Value {
  const { fromText, wanted } = SETTINGS[key];
  const value = fromText(text);
  if (value !== undefined) return usable(key, value, context);
  throw new MementorError(
    'SETTING_INVALID',
    `\`${key}\` cannot be ${JSON.stringify(text)}`,
    `it must be ${wanted}`,
  );
}

/** Throws for a pattern or glob that the core cannot use, because it would have no effect. */
function usable(key: Key, value: Value, context: Context): Value {
  const items = isStrings(value) ? value : [];
  const [bad] = key === 'mask' ? patternProblems(items) : [];
  const [unknown] = key === 'exclude' ? globProblems(items, context) : [];
  if (bad !== undefined) {
    const hint = 'it must be a regular expression as Rust has them, without look-around';
    throw new MementorError('SETTING_INVALID', bad, hint);
  }
  if (unknown === undefined) return value;
  const hint = 'it must be a whole path, or the name of a folder, with `*`, `?` and `**`';
  throw new MementorError('SETTING_INVALID', unknown, hint);
}

async function write(home: string, config: Config): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: FOLDER_MODE });
    const text = `${JSON.stringify(config, null, 2)}\n`;
    await writeAtomic({ path: configPath(home), text, mode: FILE_MODE });
  } catch (error) {
    const reason = reasonOf(error);
    throw new MementorError(
      'HOME_UNWRITABLE',
      `${configPath(home)} cannot be written: ${reason}`,
      'make the directory writable, or set MEMENTOR_HOME to one that is',
    );
  }
}
