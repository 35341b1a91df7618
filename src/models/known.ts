/** The models that are known, which one is used, and how each lies there. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addedModelsOf, homeOf, modelsFolder } from '../home.ts';
import { type Model, native, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { readConfig } from '../settings/file.ts';
import { type Origin, resolvedIn } from '../settings/value.ts';

/** `missing`: a file is not there; `damaged`: one has another size. Content is only verified. */
export type State = 'ready' | 'missing' | 'damaged';

export interface InUse {
  /** Undefined when the settings name a model that is not known. */
  readonly id: string | undefined;
  /** What the settings name; empty for the manifest's default. */
  readonly setting: string;
  readonly origin: Origin;
}

/** Returns all known models, the bundled ones first. */
export function knownModels(context: Context): readonly Model[] {
  return translated(() => native().knownModels(homeOf(context), modelsFolder(context)));
}

/** Returns a known model. */
export function modelNamed(id: string, context: Context): Model {
  const known = knownModels(context);
  const model = known.find((each) => each.id === id);
  if (model !== undefined) return model;
  throw new MementorError(
    'MODEL_UNKNOWN',
    `no model is known as ${JSON.stringify(id)}`,
    `known are ${known.map((each) => each.id).join(', ')}; \`mementor model import DIR\` adds another`,
  );
}

/** Returns which model the settings choose. */
export async function modelInUse(context: Context): Promise<InUse> {
  const { value, origin } = resolvedIn('model', await readConfig(homeOf(context)), context.env);
  const ids = knownModels(context).map((each) => each.id);
  const id = value === '' ? defaultModel(context).id : ids.find((known) => known === value);
  return { id, setting: value, origin };
}

/** Returns the model that is used when no setting names one. */
export function defaultModel(context: Context): Model {
  return translated(() => native().model(homeOf(context), modelsFolder(context)));
}

export function stateOf({ problem }: Model): State {
  if (problem === undefined || problem === null) return 'ready';
  return problem.code === 'MODEL_MISSING' ? 'missing' : 'damaged';
}

/** Returns why a model cannot be used, having read every file of it; undefined when it can. */
export function problemOf(id: string, context: Context): MementorError | undefined {
  try {
    translated(() => native().verifyModel(homeOf(context), modelsFolder(context), id));
    return undefined;
  } catch (error) {
    if (error instanceof MementorError && isModelProblem(error.code)) return error;
    throw error;
  }
}

function isModelProblem(code: string): boolean {
  return code === 'MODEL_MISSING' || code === 'MODEL_UNUSABLE';
}

/** Returns how a model comes to be here, as a hint says it. */
export function wayToGet({ id, files }: Model): string {
  return files.some((file) => file.url)
    ? `run \`mementor model pull ${id}\`, or \`mementor model import DIR\` where there is no network`
    : `run \`mementor model import DIR\` with a folder that holds its files; a model that came with Mementor comes back when it is installed again`;
}

/** Returns the folder of a person's own copy of a model. */
export function folderOf(id: string, context: Context): string {
  if (!isName(id)) {
    throw new MementorError('MODEL_NAME', `${JSON.stringify(id)} cannot be a model's name`, NAMES);
  }
  return join(addedModels(context), id);
}

/** Returns the folder of all models that a person added. */
export function addedModels(context: Context): string {
  return addedModelsOf(homeOf(context));
}

/** Returns where a file of a model is kept; a name that would lead elsewhere is an error. */
export function fileIn(folder: string, name: string): string {
  if (isName(name) && !name.endsWith(PART) && name !== SPEC_NAME) return join(folder, name);
  throw new MementorError(
    'MODEL_NAME',
    `a model cannot have a file ${JSON.stringify(name)}`,
    NAMES,
  );
}

/** Ends the name of a file that was not downloaded to its end. */
export const PART = '.part';
/** Describes an added model in its folder; the core knows it by the same name. */
export const SPEC_NAME = 'model.json';

const NAMES =
  'names are made of letters, digits, dots, hyphens and underscores, and begin with no dot';

/** What comes from a description or the command line must not lead out of the folder. */
function isName(text: string): boolean {
  return /^[A-Za-z0-9_-][\w.-]{0,99}$/.test(text);
}

/** Returns how much of a model waits in half-downloaded files. */
export async function downloadedBytes({ id, files }: Model, context: Context): Promise<number> {
  const folder = join(addedModels(context), id);
  const sizes = files.map(async ({ name }) => {
    const found = await stat(join(folder, `${name}${PART}`)).catch(() => undefined);
    return found?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}
