/** `graph`: who calls whom around a file or a symbol. */

import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { callGraph, type Direction } from '../../code-index.ts';
import { realOf } from '../../files/folders.ts';
import type { Context } from '../../process/context.ts';
import { freshCodePlace } from './update.ts';

export interface GraphOptions {
  /** `src/db.rs`, `Store.open` or `src/db.rs:open`. */
  readonly target: string;
  readonly callers: boolean;
  readonly callees: boolean;
  readonly depth: number;
}

export type GraphDocument = Awaited<ReturnType<typeof graph>>;

export async function graph({ target, callers, callees, depth }: GraphOptions, context: Context) {
  const place = await freshCodePlace(context);
  const direction: Direction = callers === callees ? 'both' : callers ? 'callers' : 'callees';
  const asked = fromRoot(target, place.root, context);
  const found = callGraph(place, asked, direction, depth);
  return { version: 1, root: place.root, target: asked, direction, ...found };
}

/** Returns a target with its path from the root, as it is stored. */
export function fromRoot(target: string, root: string, { cwd }: Context): string {
  const [, path = target, rest = ''] = /^(.+?)(:(?!:)[^/\\]+)?$/s.exec(target) ?? [];
  const whole = resolve(cwd, path);
  if (!existsSync(whole)) return target;
  return relative(root, realOf(whole)).split(sep).join('/') + rest;
}
