/**
 * Says in one sentence why our hooks do not run, and what to do. For every command, so it reads
 * the settings files and looks at a few files, and starts nothing; the doctor checks more.
 */

import { existsSync } from 'node:fs';
import { homeOf } from '../../../home/paths.ts';
import type { HookEvent } from '../../../memory.ts';
import type { Context } from '../../../process/context.ts';
import { counted } from '../../../text/numbers.ts';
import { WORDS } from '../../hook-events.ts';
import { SCOPES, type Scope, type Trouble } from '../../installation.ts';
import {
  goneFiles,
  missingFiles,
  goneTrouble as troubleOfGone,
} from '../../settings-file/hook-files.ts';
import { wordOf } from '../../settings-file/own-command.ts';
import { readReceipt, receiptPath } from '../../settings-file/receipt.ts';
import { hooksPerScope, type ScopeHooks } from '../install/hook-state.ts';
import type { ManagedFile } from '../install/managed.ts';
import { PLUGIN_SCOPES, pluginFolder } from '../install/plugin.ts';
import { pluginsPerScope, runs, type ScopePlugin } from '../install/plugin-state.ts';
import { noTranscripts } from '../install/retention.ts';
import { settingsPath } from '../paths.ts';
import { idleHooks, idleText } from './idle.ts';

/** A settings file or a plugin that contains our hooks. */
interface Place {
  readonly path: string;
  readonly scope: Scope;
  /** The options of enable and disable for this place. */
  readonly flags: string;
  readonly commands: readonly string[];
  /** Commands that enable does not change. */
  readonly mixed: readonly string[];
}

/** Returns undefined if all hooks run, or if they were never installed for this directory. */
export async function hookTrouble(
  context: Context,
  managed: readonly ManagedFile[],
): Promise<Trouble | undefined> {
  const perScope = await hooksPerScope(context);
  const scopes = SCOPES.map((scope) => perScope[scope]);
  const plugins = Object.values(await pluginsPerScope(context, perScope));
  const gone = (await receiptsOf(context)).filter(
    ({ path }) => ![...scopes, ...plugins].some((each) => each.path === path && isThere(each)),
  );
  const live = [...scopes.filter(isThere), ...plugins.filter(runs)].map(placeOf);
  const isOff = plugins.some(({ state }) => state === 'disabled');
  if (live.length === 0 && gone.length === 0 && !isOff) return undefined;
  return (
    unreadableTrouble(scopes, gone) ??
    switchedOff(scopes, managed) ??
    goneTrouble(live, gone, isOff) ??
    brokenTrouble(live, context) ??
    noTranscripts(perScope, managed) ??
    idleTrouble(live, context)
  );
}

function isThere({ commands }: ScopeHooks | ScopePlugin): boolean {
  return commands.length > 0;
}

function placeOf(each: ScopeHooks | ScopePlugin): Place {
  const { path, scope, commands } = each;
  const isSettings = 'mixed' in each;
  const flag = scope === 'user' ? '' : ` --${scope}`;
  const flags = isSettings ? flag : ` --as plugin${flag}`;
  return { path, scope, flags, commands, mixed: isSettings ? each.mixed : [] };
}

/** Returns the places that apply here and where enable wrote, and disable did not remove. */
async function receiptsOf(context: Context): Promise<{ path: string; flags: string }[]> {
  const home = homeOf(context);
  const flagOf = (scope: Scope) => (scope === 'user' ? '' : ` --${scope}`);
  const places = [
    ...SCOPES.map((scope) => ({ path: settingsPath(scope, context), flags: flagOf(scope) })),
    ...PLUGIN_SCOPES.map((scope) => ({
      path: pluginFolder(scope, context),
      flags: ` --as plugin${flagOf(scope)}`,
    })),
  ];
  const written = places.filter(({ path }) => existsSync(receiptPath(home, path)));
  // A plugin may never have had hooks, but the server of tools alone.
  return written.filter(({ path }) => readReceipt(home, path)?.commands?.length !== 0);
}

const DOCTOR = 'run `mementor doctor`';

function unreadableTrouble(
  scopes: readonly ScopeHooks[],
  gone: readonly { readonly path: string }[],
): Trouble | undefined {
  const found = scopes.find(
    ({ path, error }) => error !== undefined && gone.some((each) => each.path === path),
  );
  if (found?.error === undefined) return undefined;
  return { problem: `the settings cannot be used (${found.error.message})`, fix: DOCTOR };
}

/** Returns the setting that switches all hooks off. */
export function switchedOff(
  scopes: readonly ScopeHooks[],
  managed: readonly ManagedFile[],
): Trouble | undefined {
  const silencing = managed.find(({ silencedBy }) => silencedBy !== undefined);
  if (silencing !== undefined) {
    const problem = `the administrator's \`${silencing.silencedBy}\` in ${silencing.path} switches them off`;
    return { problem, fix: DOCTOR };
  }
  const disabling = scopes.find(({ disablesAll }) => disablesAll);
  if (disabling === undefined) return undefined;
  const problem = `\`disableAllHooks\` in ${disabling.path} switches all hooks off`;
  return { problem, fix: 'remove it there' };
}

function goneTrouble(
  live: readonly Place[],
  gone: readonly { readonly path: string; readonly flags: string }[],
  isOff: boolean,
): Trouble | undefined {
  if (live.length > 0) return undefined;
  if (isOff) {
    return { problem: "the plugin is switched off in Claude Code's settings", fix: DOCTOR };
  }
  const [first] = gone;
  if (first === undefined) return undefined;
  const fix = `run \`mementor enable${first.flags}\`, or \`mementor disable${first.flags}\` if you took them out`;
  return { problem: `they are no longer in ${first.path}`, fix };
}

/** One place with working hooks is enough. */
function brokenTrouble(live: readonly Place[], context: Context): Trouble | undefined {
  const found = live.map((place) => faultOf(place, context));
  return found.includes(undefined) ? undefined : found[0];
}

function faultOf(place: Place, context: Context): Trouble | undefined {
  const { path, flags, commands, mixed } = place;
  const gone = goneFiles(commands, context);
  if (gone !== undefined) {
    const byHand = missingFiles(mixed);
    const isByHand = gone.files.some((file) => byHand.includes(file));
    const fix = isByHand ? `edit the hooks in ${path}` : `run \`mementor enable${flags}\``;
    return { ...troubleOfGone(gone), fix };
  }
  const words = commands.map(wordOf);
  const lacking = WORDS.filter((word) => !words.includes(word));
  if (lacking.length === 0) return undefined;
  const count = `${lacking.length} of ${counted(WORDS.length, 'hook')}`;
  const verb = lacking.length === 1 ? 'is' : 'are';
  const effects = lacking.flatMap((word) => EFFECTS[word] ?? []);
  const so = effects.length === 0 ? '' : `: ${effects.join(', and ')}`;
  const problem = `${count} ${verb} missing in ${path} (${lacking.join(', ')})${so}`;
  return { problem, fix: `run \`mementor enable${flags}\``, partly: true };
}

/** What does not happen without a hook. */
const EFFECTS: Readonly<Partial<Record<HookEvent, string>>> = {
  'session-start': 'a session starts without a summary of the last work',
  'user-prompt-submit': 'nothing is added to prompts',
  stop: 'a conversation is not stored while it goes on',
};

function idleTrouble(live: readonly Place[], context: Context): Trouble | undefined {
  const paths = live.map(({ path }) => path);
  const idle = idleHooks(
    { paths, everywhere: live.some(({ scope }) => scope === 'user') },
    context,
  );
  return idle && { problem: idleText(idle), fix: DOCTOR };
}
