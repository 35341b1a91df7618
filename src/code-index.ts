/** The only importer of the addon that indexes code: loads it when a command asks for it. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MementorError, messageOf } from './errors/errors.ts';
import { hintFor } from './errors/hints.ts';
import { translated } from './memory.ts';
import { packageRoot } from './package-root.ts';
import { codePackage, thisHost } from './process/addon-package.ts';

/** What is indexed, and how. */
export interface IndexOptions {
  readonly home: string;
  readonly root: string;
  /** A folder of the root: only what is below it is looked at. */
  readonly under?: string;
  /** Files, from the root: only these are looked at. */
  readonly paths?: readonly string[];
  /** What was looked at before is looked at, and nothing else. */
  readonly known?: boolean;
  readonly threads: number;
  readonly mask: readonly string[];
}

/** What an update did. */
export interface IndexReport {
  readonly added: number;
  readonly changed: number;
  readonly renamed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly broken: number;
  readonly brokenAt: readonly string[];
  readonly symbolsLeftOut: number;
  readonly leftOut: readonly {
    readonly reason: string;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
  readonly stored: {
    readonly files: number;
    readonly lines: number;
    readonly bytes: number;
    readonly symbols: number;
    readonly languages: Readonly<Record<string, number>>;
  };
  readonly indexBytes: number;
}

/** A piece of a file that a search found. */
export interface CodeHit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly symbol: string | null;
  readonly signature: string | null;
  /** 0 to 1. */
  readonly score: number;
  readonly snippet: string;
  readonly snippetStart: number;
}

/** A definition in a file. */
export interface CodeSymbol {
  readonly name: string;
  /** Its name with those of what it stands in. */
  readonly qualified: string;
  readonly kind: string;
  /** Its first and its last line, from 1. */
  readonly start: number;
  readonly end: number;
}

export interface GraphNode {
  readonly path: string;
  readonly symbol: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly isRoot: boolean;
}

export interface GraphEdge {
  /** The caller, by its place among the nodes. */
  readonly from: number;
  readonly to: number;
  readonly how: 'direct' | 'method' | 'import' | 'unresolved';
  readonly confidence: number;
  readonly line: number;
}

export interface CallGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly isCut: boolean;
}

export type Direction = 'callers' | 'callees' | 'both';

/** What the addon exports; answers are JSON. */
interface Addon {
  readonly IndexUpdate: { begin(options: string): Update };
  searchCode(options: string): string;
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
): Promise<IndexReport | undefined> {
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

/** What is looked for in an index; only in files that meet the conditions. */
export interface CodeQuestion {
  readonly home: string;
  readonly root: string;
  readonly text: string;
  readonly mode: 'all' | 'code' | 'docs';
  readonly limit: number;
  /** A name or a part of a path. */
  readonly file?: string | undefined;
  /** Changed at this time or later, as the disk said when it was read; and before that one. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

export interface CodeFound {
  readonly hits: readonly CodeHit[];
  /** Files that were searched. */
  readonly searched: number;
  /** What the hits are to the words; null without a word. */
  readonly answered: 'found' | 'related' | 'not-here' | null;
  /** Words that no file has which was searched. */
  readonly missing: readonly string[];
}

/** Searches an index. */
export function searchIndex(question: CodeQuestion): CodeFound {
  return asked((it) => it.searchCode(JSON.stringify(question)));
}

/** What a text defines, and the places among it of what a name means. */
export interface NamedSymbols {
  readonly all: readonly CodeSymbol[];
  readonly meant: readonly number[];
}

/** Returns the symbols of a text, without an index; undefined in a language that is not known. */
export function symbolsNamed(path: string, text: string, name: string): NamedSymbols | undefined {
  return asked<NamedSymbols | null>((it) => it.symbolsNamed(path, text, name)) ?? undefined;
}

/** Returns who calls whom around a file or a symbol. */
export function callGraph(
  place: { readonly home: string; readonly root: string },
  target: string,
  direction: Direction,
  depth: number,
): CallGraph {
  const { home, root } = place;
  return asked((it) => it.callGraph(home, root, target, direction, depth));
}
