/** The only importer of the addon that indexes code: loads it when a command asks for it. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CodeQuestion, Graph, NamedSymbols, Report, Searched } from '../native/code.d.ts';
import { MementorError, messageOf } from './errors/errors.ts';
import { hintFor } from './errors/hints.ts';
import { translated } from './memory.ts';
import { packageRoot } from './package-root.ts';
import { codePackage, thisHost } from './process/addon-package.ts';

export type * from '../native/code.d.ts';

/** The folder of Mementor, and that of a project whose code is indexed. */
export interface IndexPlace {
  readonly home: string;
  readonly root: string;
}

/** What is indexed, and how. */
export interface IndexOptions extends IndexPlace {
  /** A folder of the root: only what is below it is looked at. */
  readonly under?: string;
  /** Files, from the root: only these are looked at. */
  readonly paths?: readonly string[];
  /** What was looked at before is looked at, and nothing else. */
  readonly known?: boolean;
  readonly threads: number;
  readonly mask: readonly string[];
}

export type Direction = 'callers' | 'callees' | 'both';

/** What the addon exports; answers are JSON. */
interface Addon {
  readonly IndexUpdate: { begin(options: string): Update };
  searchCode(home: string, root: string, question: string): string;
  callGraph(
    home: string,
    root: string,
    target: string,
    direction: Direction,
    depth: number,
  ): string;
  symbolsNamed(path: string, text: string, name: string): string;
  indexedRoot(home: string, folder: string): string | null;
}

interface Update {
  step(): string;
  finish(): string;
}

let loaded: Addon | undefined;

/** Prefers a build beside the sources; an installation has the platform's package instead. */
function addon(): Addon {
  if (loaded !== undefined) return loaded;
  const built = join(packageRoot, 'native', 'mementor-code.node');
  try {
    const place = existsSync(built) ? built : (codePackage(thisHost()) ?? built);
    loaded = createRequire(import.meta.filename)(place) as Addon;
    return loaded;
  } catch (error) {
    const reason = messageOf(error).split('\n', 1)[0];
    const name = codePackage(thisHost());
    const isClone = existsSync(join(packageRoot, 'Cargo.toml'));
    const way =
      isClone || name === undefined
        ? 'run `npm run build` in a clone of Mementor'
        : `run \`npm install --global ${name}\``;
    throw new MementorError('CODE_ADDON_MISSING', `code cannot be indexed: ${reason}`, way);
  }
}

function asked<Answer>(call: (addon: Addon) => string): Answer {
  return JSON.parse(translated(() => call(addon())));
}

/** Returns the root of the index that covers a folder. Throws where there is none. */
export function indexedRoot(home: string, folder: string): string {
  const root = translated(() => addon().indexedRoot(home, folder));
  if (root !== null) return root;
  throw new MementorError(
    'CODE_NOT_INDEXED',
    `nothing is indexed of ${folder} yet`,
    hintFor('CODE_NOT_INDEXED'),
  );
}

/**
 * Brings an index up to date. Calls back after each step, with the files that are done; if that
 * returns false, the work ends, and what was not written yet is lost. Returns undefined then.
 */
export async function updateIndex(
  options: IndexOptions,
  goesOn: (done: number, all: number) => Promise<boolean>,
): Promise<Report | undefined> {
  const update = translated(() => addon().IndexUpdate.begin(JSON.stringify(options)));
  for (let isMore = true; isMore; ) {
    const [more, { done, all }] = asked<[boolean, { done: number; all: number }]>(() =>
      update.step(),
    );
    if (!(await goesOn(done, all))) return undefined;
    isMore = more;
  }
  return asked(() => update.finish());
}

/** Searches an index. */
export function searchIndex({ home, root }: IndexPlace, question: CodeQuestion): Searched {
  return asked((it) => it.searchCode(home, root, JSON.stringify(question)));
}

/** Returns the symbols of a text, without an index; undefined in a language that is not known. */
export function symbolsNamed(path: string, text: string, name: string): NamedSymbols | undefined {
  return asked<NamedSymbols | null>((it) => it.symbolsNamed(path, text, name)) ?? undefined;
}

/** Returns who calls whom around a file or a symbol. */
export function callGraph(
  { home, root }: IndexPlace,
  target: string,
  direction: Direction,
  depth: number,
): Graph {
  return asked((it) => it.callGraph(home, root, target, direction, depth));
}
