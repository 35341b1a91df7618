/** Pulls a model: downloads each file that is missing or incomplete. */

import { createHash } from 'node:crypto';
import { rename, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MementorError } from '../errors/errors.ts';
import { makeFolder as createFolder } from '../files/folders.ts';
import { FOLDER_MODE } from '../files/modes.ts';
import { streamOf } from '../files/regular-file.ts';
import type { Model } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { unwritable } from '../process/unwritable.ts';
import { type Download, download } from './download.ts';
import { addedModels, fileIn, folderOf, PART, problemOf, wayToGet } from './known.ts';

export interface PullProgress {
  readonly done: number;
  readonly total: number;
  /** Bytes of `done` received in this run. */
  readonly received: number;
}

export interface Pulled {
  /** Names of the files that were downloaded. */
  readonly files: readonly string[];
  /** Bytes received over the network. */
  readonly received: number;
}

type ModelFile = Model['files'][number];

interface Source {
  readonly url: URL;
  readonly plainHost: string | undefined;
}

/** Downloads what is missing. Throws if the context is interrupted; received bytes stay. */
export async function pull(
  model: Model,
  mirror: string | undefined,
  context: Context,
  show: (progress: PullProgress) => void,
): Promise<Pulled> {
  const signal = context.interrupted;
  const folder = folderOf(model.id, context);
  const missing = await filesToGet(model, signal);
  // Checks every URL before requesting any.
  const wanted = missing.map((file) => ({ file, source: sourceOf(model, file, mirror) }));
  if (wanted.length > 0) await makeFolder(folder, context);
  const total = missing.reduce((sum, file) => sum + file.bytes, 0);
  let before = 0;
  let received = 0;
  for (const { file, source } of wanted) {
    const path = fileIn(folder, file.name);
    const receivedBefore = received;
    const { bytes, sha256 } = file;
    const part = `${path}${PART}`;
    await downloaded(folder, {
      ...source,
      part,
      bytes,
      sha256,
      signal,
      onBytes: (done, came) => {
        received = receivedBefore + came;
        show({ done: before + done, total, received });
      },
    });
    await take(part, path);
    before += bytes;
  }
  const problem = problemOf(model.id, context);
  if (problem !== undefined) throw problem;
  return { files: missing.map((file) => file.name), received };
}

/** Removes the folder again if nothing was received. */
async function downloaded(folder: string, wanted: Download): Promise<void> {
  try {
    await download(wanted);
  } catch (error) {
    await rmdir(folder).catch(() => {});
    throw error;
  }
}

/** Returns the files that do not have the right content at their paths. */
async function filesToGet(model: Model, signal: AbortSignal): Promise<readonly ModelFile[]> {
  const missing: ModelFile[] = [];
  for (const file of model.files) {
    if ((await digestOf(file.path, signal)) !== file.sha256) missing.push(file);
  }
  return missing;
}

/** Returns the SHA-256 of a file in hexadecimal; undefined if it is unreadable. */
async function digestOf(path: string, signal: AbortSignal): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of streamOf(path, signal)) hash.update(piece);
    return hash.digest('hex');
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

function sourceOf(model: Model, file: ModelFile, mirror: string | undefined): Source {
  if (mirror !== undefined) return mirrored(mirror, model.id, file.name);
  if (file.url && URL.canParse(file.url)) {
    return { url: new URL(file.url), plainHost: undefined };
  }
  throw new MementorError(
    'MODEL_SOURCE',
    `nobody said where ${file.name} of ${model.id} can be had`,
    `${wayToGet({ ...model, files: [] })}; or give a mirror with \`--from URL\``,
  );
}

function mirrored(mirror: string, id: string, name: string): Source {
  const base = URL.canParse(mirror) ? new URL(mirror) : undefined;
  const isWeb = base?.protocol === 'https:' || base?.protocol === 'http:';
  if (base === undefined || !isWeb || base.username !== '' || base.password !== '') {
    throw new MementorError(
      'MIRROR_INVALID',
      'the mirror must be an https or http address without a password',
      'files lie below it as <ID>/<NAME>; for a folder use `mementor model get DIR`',
    );
  }
  const path = base.pathname.replace(/\/*$/, '/');
  const url = new URL(`${path}${encodeURIComponent(id)}/${encodeURIComponent(name)}`, base.origin);
  return { url, plainHost: base.protocol === 'http:' ? base.host : undefined };
}

async function makeFolder(folder: string, context: Context): Promise<void> {
  try {
    createFolder(dirname(addedModels(context)), FOLDER_MODE);
    createFolder(folder, FOLDER_MODE);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

async function take(part: string, path: string): Promise<void> {
  try {
    await rename(part, path);
  } catch (error) {
    throw unwritable(path, error);
  }
}
