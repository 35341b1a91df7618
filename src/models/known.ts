/** The known models, which one is in use, and the state of each on disk. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MementorError } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import { addedModelsOf, homeOf, modelsFolder } from '../home/paths.ts';
import { type Model, native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { resolved } from '../settings/problems.ts';
import type { Origin } from '../settings/read.ts';
import { enginesProblem } from './engines.ts';

/**
 * `missing`: a file is missing; `damaged`: a file has the wrong size. Only verify checks contents.
 */
export type State = 'ready' | 'missing' | 'damaged';

export interface InUse {
  /** Undefined if the settings name an unknown model. */
  readonly id: string | undefined;
  /** The setting's value; empty for the manifest's default. */
  readonly setting: string;
  readonly origin: Origin;
}

/** Returns all known models, the bundled ones first. */
export function knownModels(context: Context): readonly Model[] {
  return native().knownModels(homeOf(context), modelsFolder(context));
}

/** Returns a known model. */
export function modelNamed(id: string, context: Context): Model {
  const known = knownModels(context);
  const model = known.find((each) => each.id === id);
  if (model !== undefined) return model;
  throw new MementorError(
    'MODEL_UNKNOWN',
    `no model is known as ${JSON.stringify(id)}`,
    `known are ${known.map((each) => each.id).join(', ')}; \`mementor model get DIR\` adds another`,
  );
}

/** Returns which model the settings select. */
export async function modelInUse(context: Context): Promise<InUse> {
  const { value, origin } = await resolved('model', context);
  const ids = knownModels(context).map((each) => each.id);
  const id = value === '' ? defaultModel(context).id : ids.find((known) => known === value);
  return { id, setting: value, origin };
}

/** Returns the model used if no setting names one. */
export function defaultModel(context: Context): Model {
  return native().model(homeOf(context), modelsFolder(context));
}

export function stateOf({ problem }: Model): State {
  if (problem === undefined || problem === null) return 'ready';
  return problem.code === 'MODEL_MISSING' ? 'missing' : 'damaged';
}

/** Returns why a model is unusable, after reading all its files; undefined if it is usable. */
export function problemOf(id: string, context: Context): MementorError | undefined {
  try {
    native().model(homeOf(context), modelsFolder(context), id, true);
    return undefined;
  } catch (error) {
    if (error instanceof MementorError && isModelProblem(error.code)) return error;
    throw error;
  }
}

/** Returns a model whose files are all as they should be, and that can be run; throws for another. */
export function requireReady(id: string, context: Context): Model {
  const model = modelNamed(id, context);
  const problem = problemOf(id, context);
  if (problem !== undefined) {
    const message = `${id} is not ready: ${problem.message}`;
    throw new MementorError(problem.code, message, wayToGet(model));
  }
  const missing = model.needsEngines ? enginesProblem(context) : undefined;
  if (missing === undefined) return model;
  throw new MementorError(missing.code, `${id} cannot be run: ${missing.message}`, missing.hint);
}

function isModelProblem(code: string): boolean {
  return code === 'MODEL_MISSING' || code === 'MODEL_UNUSABLE';
}

/** Returns how to get a model, as text for a hint. */
export function wayToGet({ id, files }: Model): string {
  return files.some((file) => file.url)
    ? `run \`mementor model get ${id}\`, or \`mementor model get DIR\` where there is no network`
    : `run \`mementor model get DIR\` with a folder that holds its files; a model that came with Mementor comes back when it is installed again`;
}

/** Returns the folder of the user's own copy of a model. */
export function folderOf(id: string, context: Context): string {
  if (!isName(id)) {
    const message = `${JSON.stringify(id)} cannot be a model's name`;
    throw new MementorError('MODEL_NAME', message, hintFor('MODEL_NAME'));
  }
  return join(addedModels(context), id);
}

/** Returns the folder of all models that the user added. */
export function addedModels(context: Context): string {
  return addedModelsOf(homeOf(context));
}

/** Returns the path of a model's file; throws for a name that would lead elsewhere. */
export function fileIn(folder: string, name: string): string {
  if (isName(name) && !name.endsWith(PART) && name !== SPEC_NAME) return join(folder, name);
  const message = `a model cannot have a file ${JSON.stringify(name)}`;
  throw new MementorError('MODEL_NAME', message, hintFor('MODEL_NAME'));
}

/** The suffix of a partly downloaded file. */
export const PART = '.part';
/** The description of an added model, in its folder; the core uses the same name. */
const SPEC_NAME = 'model.json';

/** Names from a description or the command line must not lead out of the folder. */
function isName(text: string): boolean {
  return /^[A-Za-z0-9_-][\w.-]{0,99}$/.test(text);
}

/** Returns how many bytes of a model are in partly downloaded files. */
export async function downloadedBytes({ id, files }: Model, context: Context): Promise<number> {
  const folder = join(addedModels(context), id);
  const sizes = files.map(async ({ name }) => {
    const found = await stat(join(folder, `${name}${PART}`)).catch(() => undefined);
    return found?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}
