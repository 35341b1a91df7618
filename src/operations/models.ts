/** The embedding models: lists, selects, removes, pulls and imports them. */

import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { openOptions } from '../database/open.ts';
import { MementorError } from '../errors/errors.ts';
import { filesBelow, removeTree } from '../files/tree.ts';
import { homeOf, modelsFolder } from '../home/paths.ts';
import { type Model, native, openForReading } from '../memory.ts';
import {
  defaultModel,
  downloadedBytes,
  folderOf,
  type InUse,
  knownModels,
  modelInUse,
  modelNamed,
  requireReady,
  type State,
  stateOf,
} from '../models/known.ts';
import { pull } from '../models/pull.ts';
import type { Context } from '../process/context.ts';
import { unwritable } from '../process/unwritable.ts';
import type { Watch } from '../process/watch.ts';
import { requireSettings } from '../settings/problems.ts';
import { valueInFile } from '../settings/read.ts';
import { sized } from '../text/numbers.ts';
import { store } from './change-setting.ts';

export interface ModelRow {
  readonly model: Model;
  readonly inUse: boolean;
  readonly state: State;
  /** Bytes in partly downloaded files. */
  readonly downloaded: number;
  /** What would run it; undefined unless its files are there. */
  readonly engine: string | undefined;
}

export async function models(context: Context) {
  const used = await modelInUse(context);
  const rows = await Promise.all(
    knownModels(context).map(async (model): Promise<ModelRow> => {
      const downloaded = await downloadedBytes(model, context);
      const state = stateOf(model);
      const engine = state === 'ready' ? model.engine : undefined;
      return { model, inUse: model.id === used.id, state, downloaded, engine };
    }),
  );
  return { document: { version: 1, models: rows.map(documentOf) }, rows, used };
}

function documentOf({ model, inUse, state, downloaded, engine }: ModelRow) {
  const { id, licence, dimensions, window, bytes, problem } = model;
  const about = { id, inUse, state, bytes, downloaded, dimensions, window, licence };
  return { ...about, engine: engine ?? null, problem: problem?.message ?? null };
}

/** The word that selects the default model. */
export const DEFAULT = 'default';

export interface UsedAnswer {
  readonly document: {
    readonly version: 1;
    readonly id: string;
    readonly inUse: boolean;
    readonly changed: boolean;
    /** Whether the model in use changed. */
    readonly switched: boolean;
  };
  readonly model: Model;
  readonly before: InUse;
  /** The previous model's window in tokens; undefined if that model is unknown. */
  readonly windowBefore: number | undefined;
  readonly used: InUse;
  /** Chunks without a vector of the model; undefined if the memory cannot be read now. */
  readonly waiting: number | undefined;
}

/** Switches to a model that is ready. */
export async function useModel(id: string, context: Context): Promise<UsedAnswer> {
  const before = await modelInUse(context);
  const model = requireReady(id === DEFAULT ? defaultModel(context).id : id, context);
  const { changed } = await store('model', id === DEFAULT ? undefined : id, context);
  const used = await modelInUse(context);
  const switched = used.id !== before.id;
  const inUse = used.id === model.id;
  return {
    document: { version: 1, id: model.id, inUse, changed, switched },
    model,
    before,
    windowBefore: knownModels(context).find((each) => each.id === before.id)?.window,
    used,
    waiting: switched ? await waitingChunks(context) : 0,
  };
}

/**
 * Returns how many chunks have no vector of the model in use; undefined if the memory cannot be
 * read now. Vectors that the model made earlier were kept.
 */
async function waitingChunks(context: Context): Promise<number | undefined> {
  try {
    const options = await openOptions(context);
    return openForReading(options).stats().waiting;
  } catch (error) {
    return error instanceof MementorError && error.code === 'DATABASE_MISSING' ? 0 : undefined;
  }
}

export interface RemovedDocument {
  readonly version: 1;
  readonly id: string;
  readonly removed: boolean;
  readonly bytes: number;
}

/** Deletes a model that was pulled or imported. */
export async function removeModel(id: string, context: Context): Promise<RemovedDocument> {
  const folder = folderOf(id, context);
  const there = await lstat(folder).catch(() => undefined);
  const model = knownModels(context).find((each) => each.id === id);
  if (there === undefined) {
    if (stateOf(model ?? modelNamed(id, context)) !== 'missing') {
      throw new MementorError(
        'MODEL_BUNDLED',
        `${id} is part of Mementor and cannot be removed`,
        'only models that were pulled or imported can',
      );
    }
  } else await refuseInUse(id, folder, context);
  const bytes = there === undefined ? 0 : await sizeOf(folder);
  try {
    // If the folder is a link, only the link is removed, not its target.
    removeTree(folder);
  } catch (error) {
    throw unwritable(folder, error);
  }
  return { version: 1, id, removed: there !== undefined, bytes };
}

/**
 * Also refuses the model in config.json while an environment variable overrides it, and a model
 * whose files the one in use shares.
 */
async function refuseInUse(id: string, folder: string, context: Context): Promise<void> {
  const used = await modelInUse(context);
  const inFile = valueInFile('model', (await requireSettings(context)).fields);
  const model = knownModels(context).find((each) => each.id === used.id);
  const shared = model?.files.some((file) => file.path.startsWith(folder + sep)) ?? false;
  if (id !== used.id && id !== inFile && !shared) return;
  const what = id === used.id || id === inFile ? 'is in use' : `has a file that ${used.id} uses`;
  const other = defaultModel(context).id === id ? 'ID' : DEFAULT;
  throw new MementorError(
    'MODEL_IN_USE',
    `${id} ${what}`,
    `run \`mementor model use ${other}\` first`,
  );
}

async function sizeOf(folder: string): Promise<number> {
  const paths = existsSync(folder) ? filesBelow(folder) : [];
  const sizes = paths.map(async (path) => {
    const found = await lstat(path).catch(() => undefined);
    return found?.isFile() ? found.size : 0;
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

export interface PulledDocument {
  readonly version: 1;
  readonly id: string;
  readonly interrupted: boolean;
  /** Names of the downloaded files; missing if interrupted. */
  readonly files?: readonly string[];
  /** Bytes received. */
  readonly received?: number;
  /** Bytes kept for the next attempt, if interrupted. */
  readonly kept?: number;
}

/** Downloads a model; `from` is a mirror that replaces the manifest's addresses. */
export async function pullModel(
  id: string,
  from: string | undefined,
  context: Context,
  watch: Watch,
): Promise<PulledDocument> {
  const model = id === DEFAULT ? defaultModel(context) : modelNamed(id, context);
  const mirror = from ?? (context.env.MEMENTOR_MODEL_MIRROR || undefined);
  const line = watch.progress();
  try {
    const pulled = await pull(model, mirror, context, (now) =>
      line.show(`Pulling ${sized(now.done)} of ${sized(now.total)}`, {
        unit: 'bytes',
        done: now.done,
        total: now.total,
        worked: now.received,
      }),
    );
    return { version: 1, id: model.id, interrupted: false, ...pulled };
  } catch (error) {
    if (!context.interrupted.aborted) throw error;
    return { version: 1, id, interrupted: true, kept: await downloadedBytes(model, context) };
  } finally {
    line.clear();
  }
}

/** Imports the models in a folder. */
export function importModels(folder: string, context: Context) {
  if (context.interrupted.aborted) return { version: 1, interrupted: true, imported: [] };
  const [home, models] = [homeOf(context), modelsFolder(context)];
  const imported = native().importModels(home, models, resolve(context.cwd, folder));
  return { version: 1, imported };
}
