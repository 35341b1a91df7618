/** The only importer of the addon: its errors are ours, with code and hint. Opens the memory. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Native from '../native/index.d.ts';
import { codeOf, MementorError, messageOf } from './errors/errors.ts';
import { hintFor } from './errors/hints.ts';
import { bundledModels, packageRoot } from './package-root.ts';
import { addonPackage, thisHost } from './process/addon-package.ts';
import type { World } from './process/world.ts';

export type * from '../native/index.d.ts';

let loaded: typeof Native | undefined;

/** Loads the addon once; a missing or incompatible binary throws an error with a hint. */
export function native(): typeof Native {
  loaded ??= load();
  return loaded;
}

/** Prefers a build beside the sources; an installation has the platform's package instead. */
function load(): typeof Native {
  const built = join(packageRoot, 'native', 'mementor.node');
  if (existsSync(built)) return loadFrom(built);
  const host = thisHost();
  const name = addonPackage(host);
  if (name !== undefined) return loadFrom(name);
  throw unloadable(`there is none for ${host.platform}-${host.arch}, and no ${built}`);
}

function loadFrom(place: string): typeof Native {
  try {
    return translating(createRequire(import.meta.filename)(place) as typeof Native);
  } catch (error) {
    // Node appends the require stack, one line each.
    throw unloadable(messageOf(error).split('\n', 1)[0] ?? place);
  }
}

function unloadable(reason: string): MementorError {
  const message = `the native addon cannot be loaded: ${reason}`;
  return new MementorError('ADDON_MISSING', message, hintFor('ADDON_MISSING'));
}

/** Returns what the core is told of the machine. */
export function surroundingsOf({ env, cwd, homedir }: World): Native.Surroundings {
  const set = Object.entries(env).filter((each): each is [string, string] => each[1] !== undefined);
  return { env: Object.fromEntries(set), cwd, homedir };
}

export interface OpenMemory {
  readonly home: string;
  /** Home directory of the person: a repository there holds only what it tracks. */
  readonly personHome?: string;
  readonly nowMs: number;
  /** Folder with a manifest; defaults to the bundled one. */
  readonly models?: string;
  /** Id of a model; defaults to the manifest's default. */
  readonly model?: string;
  /** The addon that runs models other than the bundled one. */
  readonly engines?: string;
  /** ONNX Runtime's library, for it. */
  readonly onnxruntime?: string;
  /** The user's own mask patterns. */
  readonly mask?: string[];
  /** Globs of directories whose conversations are not stored. */
  readonly exclude?: string[];
  /** More tags by which agents mark what they are not sure of. */
  readonly suspect?: string[];
  /** Whether rules find notes in what is taken in; yes if omitted. */
  readonly detect?: boolean;
  /** Whether this process reads for long: on a full disk it would keep others waiting. */
  readonly lasting?: boolean;
  readonly busyMs?: number;
  readonly threads?: number;
}

/** Opens read-only: creates and repairs nothing. */
export function openForReading(options: OpenMemory): Native.Memory {
  return translated(() => native().Memory.open(complete(options)));
}

/** How a memory is opened for writing. */
export interface WriteAccess {
  /** Reads the whole database first, and moves it aside if it is damaged anywhere. */
  readonly repair?: boolean;
  /** Leaves backups, and a removal that just failed, to others; the default. */
  readonly isBrief?: boolean;
}

/**
 * Opens for writing, until the lock is released: a removal that was stopped is finished, and it has
 * the notes that waited.
 */
export function openForWriting(
  lock: Native.IngestLock,
  options: OpenMemory,
  { repair = false, isBrief = true }: WriteAccess = {},
): Native.Memory {
  return lock.open(complete(options), repair, isBrief);
}

/** Returns what a purge deletes, and what to know before. */
export function planPurge(options: OpenMemory, hasSettings: boolean, world: World) {
  return native().planPurge(complete(options), surroundingsOf(world), hasSettings);
}

function complete(options: OpenMemory): Native.OpenOptions {
  const { models = bundledModels, busyMs = 5_000, threads = 1, ...others } = options;
  return { models, busyMs, threads, ...others };
}

/** The operating system's words, which the core passes on. */
const FULL = /No space left on device/;

function translatedError(code: string, message: string): MementorError {
  const known = FULL.test(message) ? 'DISK_FULL' : code;
  return new MementorError(known, message, hintOf(known));
}

/** Returns the hint for an error code of the core; for an unknown kind of notes, it has the kinds. */
export function hintOf(code: string): string | undefined {
  if (code !== 'NOTE_KIND_UNKNOWN') return hintFor(code);
  const kinds = native().noteKinds();
  return `the kinds are ${kinds.map(({ name }) => name).join(', ')}`;
}

/** The classes of the addon. */
const CLASSES = ['IngestLock', 'Memory', 'PromptServer'] as const;

/** Returns the addon as callers see it: what its functions and methods throw has code and hint. */
function translating(addon: typeof Native): typeof Native {
  const classes: readonly object[] = CLASSES.map((name) => addon[name]);
  let areTranslated = false;
  return new Proxy(addon, {
    get: (_, name) => {
      const value: unknown = Reflect.get(addon, name);
      if (typeof value !== 'function') return value;
      if (!classes.includes(value)) {
        return (...given: unknown[]) => translated(() => value(...given));
      }
      // Only now, because a hook needs none of them.
      if (!areTranslated) for (const each of CLASSES) translateMethods(addon[each].prototype);
      areTranslated = true;
      return value;
    },
  });
}

function translateMethods(methods: object): void {
  for (const [name, how] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    const { value } = how;
    if (typeof value !== 'function' || name === 'constructor') continue;
    const call = function (this: unknown, ...given: unknown[]) {
      return translated(() => value.apply(this, given));
    };
    Object.defineProperty(methods, name, { ...how, value: call });
  }
}

/** Runs a call of the addon and rethrows its error with code and hint. */
export function translated<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof MementorError) throw error;
    throw translatedError(codeOf(error) ?? 'INTERNAL', messageOf(error));
  }
}
