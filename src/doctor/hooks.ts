/** Checks of our hooks in the settings files, and of what their commands start. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { SCOPES, type Scope } from '../claude/paths.ts';
import type { Context } from '../context.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { filesOf, wordOf } from './hook-files.ts';
import { hooksPerScope, type ScopeHooks } from './hook-state.ts';

export async function hookChecks(context: Context): Promise<Check[]> {
  const perScope = await hooksPerScope(context);
  const scopes = SCOPES.map((scope) => perScope[scope]);
  const nowhere = scopes.every((each) => each.commands.length === 0);
  return [
    ...scopes.map((each) => scopeCheck(each, nowhere)),
    ...scopes.filter((each) => each.disablesAll).map(disabledCheck),
    ...twiceChecks(scopes),
  ];
}

function scopeCheck(hooks: ScopeHooks, nowhere: boolean): Check {
  const { scope, path, error } = hooks;
  const name = `hooks ${scope}`;
  const fix = `run \`${enableFor(scope)}\``;
  if (error) return fail(name, error.message, error.hint);
  const missing = missingFiles(hooks.commands);
  if (missing.length > 0) {
    return fail(name, `${path} calls what is not there: ${missing.join(', ')}`, fix);
  }
  if (hooks.state === 'stale') {
    return warn(name, `${path} has hooks of another installation, or changed ones`, fix);
  }
  if (hooks.state === 'partly') return warn(name, `${path} lacks some of the hooks`, fix);
  if (hooks.state === 'on') return ok(name, `on in ${path}`);
  // One scope is enough; without any, the one that rules all sessions is the one to enable.
  if (nowhere && scope === 'user') return warn(name, 'no hooks anywhere: nothing is captured', fix);
  return ok(name, `none in ${path}`);
}

function enableFor(scope: Scope): string {
  return scope === 'user' ? 'mementor enable' : `mementor enable --${scope}`;
}

/** A word that is no absolute path is looked up by the shell, in an environment unknown here. */
function missingFiles(commands: readonly string[]): string[] {
  const files = new Set(commands.flatMap(filesOf));
  return [...files].filter((path) => isAbsolute(path) && !existsSync(path));
}

function disabledCheck({ path }: ScopeHooks): Check {
  const detail = `\`disableAllHooks\` in ${path} switches all hooks off`;
  return fail('hooks disabled', detail, `remove \`disableAllHooks\` from ${path}`);
}

/** Claude Code runs identical commands of several files once, but different ones each. */
function twiceChecks(scopes: readonly ScopeHooks[]): Check[] {
  const inUse = scopes.filter((each) => each.commands.length > 0);
  const commands = new Set(inUse.flatMap((each) => each.commands));
  const words = new Set([...commands].map(wordOf));
  // Two of them in one file are stale, and said to be.
  if (inUse.length < 2 || words.size === commands.size) return [];
  const where = inUse.map((each) => each.scope).join(' and ');
  const fix = 'run `mementor disable` for all but one (`--project`, `--local`)';
  return [warn('hooks twice', `the hooks in ${where} settings differ: each of them runs`, fix)];
}
