/**
 * Codex's record of trust in our hooks: a table of `config.toml` for each, named by the hook's file,
 * event and position.
 */

import { MementorError } from '../../errors/errors.ts';
import { realOf } from '../../files/folders.ts';
import { textIfReadable } from '../../files/regular-file.ts';
import type { Check } from '../../process/check.ts';
import { ok, warn } from '../../process/check.ts';
import type { Context } from '../../process/context.ts';
import type { World } from '../../process/world.ts';
import type { Unconfirmed } from '../installation.ts';
import { isOwnCommand } from '../settings-file/own-command.ts';
import { enablePart, namedPart, type Part, type PartText } from '../settings-file/part.ts';
import { entriesIn } from '../settings-file/settings-edit.ts';
import { itemsOf, parseSettings, propertyOf, valueIn } from '../settings-file/settings-json.ts';
import { type ListedHook, listedHooks } from './hooks-list.ts';
import { configPath, hooksPath } from './paths.ts';
import { tablesOf, withoutTables, withTable } from './toml-tables.ts';

const COMMENT = '`mementor disable --agent codex` removes this table';

/**
 * Returns the hooks of ours that Codex skips, and how to trust them; undefined if there are none.
 * Throws if Codex cannot be asked.
 */
export async function untrusted(context: Context): Promise<Unconfirmed | undefined> {
  const hooks = await listedHooks(context);
  if (hooks === undefined) {
    const hint = 'type `/hooks` in Codex and trust those of Mementor';
    throw new MementorError('AGENT_LACKS', 'there is no `codex` here that tells its hooks', hint);
  }
  const waiting = hooks.filter(isWaiting);
  if (waiting.length === 0) return undefined;
  const path = configPath(context);
  return {
    about: `Codex runs a hook only once you trust it. Typing \`/hooks\` in Codex shows and trusts them; Mementor can also write it into ${path}.`,
    question: `Shall Codex trust these ${waiting.length} hooks of Mementor?`,
    done: `Codex trusts ${waiting.length} hooks of Mementor from its next start on (${path})`,
    confirm: async (watch) => {
      await enablePart(trustPart(waiting, context), false, context, watch);
    },
  };
}

/** A person who switched a hook off wants it so. */
function isWaiting({ trust, enabled }: ListedHook): boolean {
  return trust !== 'trusted' && enabled;
}

const TITLE = 'hooks.state';

/** The record as a part of the file; `hooks` are those to trust, if any. */
export function trustPart(hooks: readonly ListedHook[], context: Context): Part {
  const text = trustText(hooks, ownKeys(context));
  return namedPart({ agent: 'codex', path: configPath(context), name: 'trust' }, TITLE, text);
}

/** Pure. `own` are the keys of our hooks in the file as it is. */
export function trustText(hooks: readonly ListedHook[], own: ReadonlySet<string>): PartText {
  const keys = new Set([...own, ...hooks.map(({ key }) => key)]);
  const isOurs = ([first, second, key = '']: readonly string[]) =>
    first === 'hooks' && second === 'state' && keys.has(key);
  const takeOut = (text: string) => withoutTables(text, isOurs, COMMENT);
  return {
    stateIn: (text = '') => {
      // What is to be trusted is put in each time.
      const isThere = hooks.length === 0 && tablesOf(text).some(({ path }) => isOurs(path));
      return isThere ? 'stale' : 'off';
    },
    put: (text = '') => {
      const renewed = new Set(hooks.map(({ key }) => key));
      const isRenewed = (path: readonly string[]) => isOurs(path) && renewed.has(path[2] ?? '');
      const rest = withoutTables(text, isRenewed, COMMENT);
      const table = (from: string, { key, hash }: ListedHook) =>
        withTable(from, ['hooks', 'state', key], { trusted_hash: hash }, COMMENT);
      return hooks.reduce(table, rest);
    },
    takeOut,
  };
}

/** Returns the keys under which Codex keeps our hooks of the file as it is. */
function ownKeys(context: Context): ReadonlySet<string> {
  const path = hooksPath(context);
  const paths = new Set([path, realOf(path)]);
  const keys = positionsIn(textIfReadable(path) ?? '', path);
  return new Set([...paths].flatMap((each) => keys.map((key) => `${each}:${key}`)));
}

/** Returns event, group and handler of each of our hooks, as `pre_compact:0:0`. */
function positionsIn(text: string, path: string): string[] {
  try {
    const { root } = parseSettings(text, path, { client: 'Codex', comments: false });
    const own = entriesIn(root).filter(
      ({ command }) => command !== undefined && isOwnCommand(command, new Set()),
    );
    return own.map(({ event, list, group, handler }) => {
      const at = itemsOf(valueIn(list)).indexOf(group);
      const position = itemsOf(valueIn(propertyOf(group, 'hooks'))).indexOf(handler);
      return `${snakeCase(event)}:${at}:${position}`;
    });
  } catch {
    return [];
  }
}

function snakeCase(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** Whether Codex has a record of trust for hooks of the file: it may be out of date. */
export function hasTrust(world: World): boolean {
  const path = hooksPath(world);
  const names = [path, realOf(path)].map((each) => `${each}:`);
  const tables = tablesOf(textIfReadable(configPath(world)) ?? '');
  return tables.some(({ path: [first, second, key = ''] }) => {
    return first === 'hooks' && second === 'state' && names.some((name) => key.startsWith(name));
  });
}

/** The doctor's check of hooks that are installed well. Asks Codex, if there is any record. */
export async function trustCheck(name: string, path: string, context: Context): Promise<Check> {
  const fix =
    'run `mementor enable --agent codex --trust`, or type `/hooks` in Codex and trust those of Mementor';
  if (!hasTrust(context)) {
    const silent = `in ${path}, but Codex has no record that you trust them: it skips them in silence`;
    return warn(name, silent, fix);
  }
  const hooks = await listedHooks(context);
  if (hooks === undefined || hooks.length === 0) {
    return ok(name, `on in ${path}; Codex has a record of trust, and could not be asked about it`);
  }
  const waiting = hooks.filter(isWaiting);
  if (waiting.length > 0) {
    const some = `${waiting.length} of ${hooks.length} hooks in ${path} are not trusted as they are now: Codex skips them in silence`;
    return warn(name, some, fix);
  }
  return ok(name, `on in ${path}; Codex trusts them`);
}
