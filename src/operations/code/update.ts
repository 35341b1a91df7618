/** `index`: brings the index of a project's code up to date. */

import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, relative, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type IndexPlace, type Report, updateIndex } from '../../code-index.ts';
import { asNothing, MementorError } from '../../errors/errors.ts';
import { projectFolder, realOf } from '../../files/folders.ts';
import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import { isKeptOut } from '../../settings/kept-out.ts';
import { globsOf } from '../../settings/patterns.ts';
import { findInCommand, requireSettingsToStore } from '../../settings/problems.ts';
import { grouped } from '../../text/numbers.ts';
import { codePlace } from './place.ts';

export interface UpdateOptions {
  /** Folders or files; the project around the working directory when there are none. */
  readonly paths: readonly string[];
  /** Only the files that git says changed, or those that are named. */
  readonly changed: boolean;
}

export type IndexDocument = Report & {
  readonly version: 1;
  readonly root: string;
  readonly ms: number;
};

/** Returns undefined if the user interrupts it. */
export async function updateCode(
  { paths, changed }: UpdateOptions,
  context: Context,
  watch: Watch,
): Promise<IndexDocument | undefined> {
  const found = paths.length === 0 ? [context.cwd] : paths.map((path) => existing(path, context));
  const folder = found.every(isFolder) ? found[0] : undefined;
  const root = projectFolder(folder ?? dirname(found[0] ?? context.cwd));
  if (found.length > 1 && folder !== undefined) {
    throw new MementorError('CODE_PATHS', 'several folders are named', 'name one at a time');
  }
  const begin = context.uptimeMs();
  const progress = watch.progress();
  const report = await updateIndex(
    { ...(await howToRead(root, context)), ...(await scopeOf({ found, folder, root, changed })) },
    async (done, all) => {
      progress.show(`Reading ${grouped(done)}/${grouped(all)} files`);
      // Ctrl-C arrives between two steps.
      await setImmediate();
      return !context.interrupted.aborted;
    },
  );
  progress.clear();
  if (report === undefined) return undefined;
  return { version: 1, root, ms: Math.round(context.uptimeMs() - begin), ...report };
}

/**
 * Returns where the index around the working directory is, once it has what changed on the disk since.
 * An index that cannot be written now is read as it is.
 */
export async function freshCodePlace(context: Context): Promise<IndexPlace> {
  const place = codePlace(context);
  await catchUp(place.root, context).catch(asNothing);
  return place;
}

async function catchUp(root: string, context: Context): Promise<void> {
  await updateIndex({ ...(await howToRead(root, context)), known: true }, async () => {
    await setImmediate();
    return !context.interrupted.aborted;
  });
}

/** Returns how a project is read. Throws where the settings keep it out, or cannot be read. */
async function howToRead(root: string, context: Context) {
  const settings = await requireSettingsToStore(context);
  const exclude = globsOf(findInCommand('exclude', settings).value, context);
  if (isKeptOut({ mask: [], exclude }, root)) {
    throw new MementorError(
      'CODE_EXCLUDED',
      `the setting \`exclude\` names ${root}: nothing of it is stored`,
      '`mementor config exclude` shows what it names',
    );
  }
  const threads = Math.min(THREADS_MAX, availableParallelism());
  return { home: homeOf(context), root, threads, mask: findInCommand('mask', settings).value };
}

/** More threads wait for the disk and for the one that writes. */
const THREADS_MAX = 4;

function existing(path: string, { cwd }: Context): string {
  const whole = resolve(cwd, path);
  if (statSync(whole, { throwIfNoEntry: false }) !== undefined) return realOf(whole);
  throw new MementorError(
    'FOLDER_UNREADABLE',
    `no such file or folder: ${path}`,
    'give a folder or files of a project',
  );
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

interface Asked {
  readonly found: readonly string[];
  /** The folder, where one is named. */
  readonly folder: string | undefined;
  readonly root: string;
  readonly changed: boolean;
}

/** Returns what is looked at. */
async function scopeOf({ found, folder, root, changed }: Asked) {
  const within = (path: string) => relative(root, path).split(sep).join('/');
  if (folder === undefined) return { paths: found.map(within) };
  if (changed) return { paths: await changedIn(folder, root) };
  return folder === root ? {} : { under: folder };
}

/** Returns the files below a folder that git says were changed, added or deleted. */
async function changedIn(folder: string, root: string): Promise<string[]> {
  const args = ['ls-files', '-z', '-m', '-d', '-o', '--exclude-standard', '--full-name', folder];
  try {
    const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1 << 28 });
    return [...new Set(stdout.split('\0').filter((path) => path !== ''))];
  } catch {
    throw new MementorError(
      'CODE_NO_GIT',
      `git does not say what changed in ${folder}`,
      'leave `--changed` out: files with the same size and time are not read again',
    );
  }
}
