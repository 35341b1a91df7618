/** Checks our hooks in the settings files and the plugin, and the programs that they start. */

import { existsSync } from 'node:fs';
import { homeOf, logOf } from '../../../home/paths.ts';
import { type Check, fail, minor, ok, warn } from '../../../process/check.ts';
import type { Context } from '../../../process/context.ts';
import { nodeAt } from '../../../process/node.ts';
import { counted } from '../../../text/numbers.ts';
import { agents } from '../../find.ts';
import { SCOPES, type Scope, type Trouble } from '../../installation.ts';
import { goneCheck, goneFiles, missingFiles, otherMemory } from '../../settings-file/hook-files.ts';
import { nodesOf, wordOf } from '../../settings-file/own-command.ts';
import { type Elsewhere, hooksElsewhere } from '../install/elsewhere.ts';
import { hooksPerScope, type ScopeHooks } from '../install/hook-state.ts';
import type { ManagedFile } from '../install/managed.ts';
import { pluginsPerScope, runs, type ScopePlugin } from '../install/plugin-state.ts';
import { noTranscripts } from '../install/retention.ts';
import { idleHooks, idleText } from './idle.ts';
import { managedChecks } from './managed.ts';
import { otherToolsChecks } from './other-tools.ts';
import { pluginChecks } from './plugin.ts';

export async function hookChecks(
  context: Context,
  managed: readonly ManagedFile[],
): Promise<Check[]> {
  const perScope = await hooksPerScope(context);
  const scopes = SCOPES.map((scope) => perScope[scope]);
  const plugins = await pluginsPerScope(context, perScope);
  const running = Object.values(plugins).filter(runs);
  const elsewhere = await hooksElsewhere(context);
  const isHere = running.length > 0 || scopes.some((each) => each.commands.length > 0);
  const nowhere = !isHere && elsewhere.length === 0;
  return [
    ...scopes.map((each) => scopeCheck(each, nowhere, lackingIn(each, scopes, running), context)),
    ...elsewhereChecks(elsewhere, isHere, context),
    ...pluginChecks(plugins),
    ...scopes.filter((each) => each.disablesAll).map(disabledCheck),
    ...(await nodeChecks([...scopes, ...running], context)),
    ...(bothFormsChecks(scopes, running) ?? twiceChecks(scopes)),
    ...retentionChecks(noTranscripts(perScope, managed)),
    ...idleChecks(scopes, running, context),
    ...managedChecks(managed),
    ...otherToolsChecks(scopes),
  ];
}

function scopeCheck(
  hooks: ScopeHooks,
  nowhere: boolean,
  lacking: readonly string[],
  context: Context,
): Check {
  const { scope, path, error, mixed } = hooks;
  const name = `hooks ${scope}`;
  const fix = `run \`${enableFor(scope)}\``;
  if (error) return fail(name, error.message, error.hint);
  // Enable does not change a command of the user's own.
  const byHand = missingFiles(mixed).length > 0 ? `edit the hooks in ${path}` : fix;
  const gone = goneCheck(name, hooks, byHand, context);
  if (gone !== undefined) return gone;
  if (lacking.length > 0) return lackingCheck(name, path, lacking, fix);
  const two = otherMemory(name, hooks, fix, context);
  if (two !== undefined) return two;
  if (hooks.state === 'stale') {
    const what = 'hooks of another installation, of an older version, or edited ones';
    return warn(name, `${path} has ${what}`, fix);
  }
  if (hooks.state === 'partly') return warn(name, `${path} lacks some of the hooks`, fix);
  const own =
    mixed.length > 0 ? ` (${counted(mixed.length, 'hook')} in a command of your own)` : '';
  if (hooks.state === 'on') return ok(name, `on in ${path}${own}`);
  // One scope is enough. If no scope has hooks, suggest user scope, which covers all sessions.
  if (nowhere && scope === 'user')
    return warn(name, 'no hooks anywhere: nothing of Claude Code is captured', fix);
  return minor(name, `none in ${path}`);
}

/** Hooks of another project, or of a client with a folder of its own, store here too. */
function elsewhereChecks(
  elsewhere: readonly Elsewhere[],
  isHere: boolean,
  context: Context,
): Check[] {
  return elsewhere.map(({ path, commands }) => {
    const gone = goneFiles(commands, context);
    if (gone !== undefined) {
      const detail = `${path} calls ${gone.files.join(', ')}, which no longer exists`;
      return warn(ELSEWHERE, detail, 'run `mementor enable` again where that file counts');
    }
    return isHere ? minor(ELSEWHERE, `on in ${path}`) : ok(ELSEWHERE, `on in ${path}, not here`);
  });
}

const ELSEWHERE = 'hooks elsewhere';

/** What a session loses without a hook; the other hooks only make up for these. */
const LOSS: Readonly<Record<string, string>> = {
  Stop: 'what Claude answers is captured late, or not at all',
  UserPromptSubmit: 'prompts get nothing from the memory',
};

function lackingCheck(name: string, path: string, lacking: readonly string[], fix: string): Check {
  const losses = lacking.flatMap((event) => LOSS[event] ?? []);
  const hooks = lacking.length === 1 ? 'the hook' : 'the hooks';
  const what = `${path} lacks ${hooks} ${lacking.join(', ')}`;
  if (losses.length === 0) return warn(name, what, fix);
  return fail(name, `${what}: ${losses.join('; ')}`, fix);
}

/** Returns the events that no place with our hooks has, for a file that has some of them. */
function lackingIn(
  { commands, lacking }: ScopeHooks,
  scopes: readonly ScopeHooks[],
  running: readonly ScopePlugin[],
): readonly string[] {
  if (commands.length === 0 || running.length > 0) return [];
  return lacking.filter((event) => scopes.every((each) => each.lacking.includes(event)));
}

/** The hooks look right and yet nothing arrives, for whatever reason. */
function idleChecks(
  scopes: readonly ScopeHooks[],
  running: readonly ScopePlugin[],
  context: Context,
): Check[] {
  const places = [...scopes.filter((each) => each.commands.length > 0), ...running];
  const everywhere = places.some(({ scope }) => scope === 'user');
  const idle = idleHooks({ paths: places.map(({ path }) => path), everywhere }, context);
  if (places.length === 0 || idle === undefined) return [];
  const fix = `type \`/hooks\` in ${agents()[0].displayName}: it lists the hooks that run; ${logOf(homeOf(context))} says what they did`;
  return [warn('capture', idleText(idle), fix)];
}

/** A hook whose Node cannot start fails silently. `scopeCheck` reports a missing Node. */
async function nodeChecks(
  installed: readonly { readonly commands: readonly string[] }[],
  context: Context,
): Promise<Check[]> {
  const nodes = nodesOf(installed.flatMap((each) => each.commands));
  // The Node that runs this process has its own check.
  const others = nodes.filter((path) => path !== context.nodePath && existsSync(path));
  const found = await Promise.all(others.map((path) => nodeAt(path, context)));
  const fix = 'run `mementor enable` again for these hooks, with a Node that starts';
  return found.flatMap(({ problem }) =>
    problem === undefined ? [] : [fail('hooks node', `the hooks do nothing: ${problem}`, fix)],
  );
}

function retentionChecks(trouble: Trouble | undefined): Check[] {
  return trouble === undefined ? [] : [fail('retention', trouble.problem, trouble.fix)];
}

function enableFor(scope: Scope): string {
  return scope === 'user' ? 'mementor enable' : `mementor enable --${scope}`;
}

function disabledCheck({ path }: ScopeHooks): Check {
  const detail = `\`disableAllHooks\` in ${path} switches all hooks off`;
  return fail('hooks disabled', detail, `remove \`disableAllHooks\` from ${path}`);
}

/** Claude Code runs identical commands from several files once, but runs each different one. */
function twiceChecks(scopes: readonly ScopeHooks[]): Check[] {
  const inUse = scopes.filter((each) => each.commands.length > 0);
  const commands = new Set(inUse.flatMap((each) => each.commands));
  const words = new Set([...commands].map(wordOf));
  // Two different hooks in one file make its state `stale`, which is reported already.
  if (inUse.length < 2 || words.size === commands.size) return [];
  const where = inUse.map((each) => each.scope).join(' and ');
  const fix = 'run `mementor disable` for all but one (`--project`, `--local`)';
  return [warn('hooks twice', `the hooks in ${where} settings differ: each of them runs`, fix)];
}

/** Claude Code runs a plugin's hooks in addition to identical ones in settings. */
function bothFormsChecks(
  scopes: readonly ScopeHooks[],
  running: readonly ScopePlugin[],
): Check[] | undefined {
  const [first] = scopes.filter((each) => each.commands.length > 0);
  const [plugin] = running;
  if (!first || !plugin) return undefined;
  const detail = `hooks run twice: by ${first.path} and by the plugin ${plugin.path}`;
  const flag = (scope: Scope) => (scope === 'user' ? '' : ` --${scope}`);
  const fix = `run \`mementor disable --as settings${flag(first.scope)}\` or \`mementor disable --as plugin${flag(plugin.scope)}\``;
  return [fail('hooks twice', detail, fix)];
}
