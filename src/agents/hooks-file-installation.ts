/**
 * Installs our hooks into an agent that has one file for the hooks of all sessions, or a folder for
 * files like ours.
 */

import { existsSync } from 'node:fs';
import type { Node } from 'jsonc-parser';
import { MementorError } from '../errors/errors.ts';
import { homeOf } from '../home/paths.ts';
import { type Check, fail, minor, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import type { World } from '../process/world.ts';
import type {
  DisableOptions,
  Enabled,
  EnableOptions,
  Installation,
  Trouble,
  Unconfirmed,
} from './installation.ts';
import { type FileHooks, hooksAt, hooksPart } from './settings-file/file-hooks.ts';
import { goneCheck, goneFiles, goneTrouble, otherMemory } from './settings-file/hook-files.ts';
import type { HookLayout } from './settings-file/hooks.ts';
import { type OwnText, ownFileAt, ownFilePart } from './settings-file/own-file.ts';
import { enablePart, namedPart, type Part, type PartText } from './settings-file/part.ts';
import { programOf } from './settings-file/program.ts';
import { type Receipt, readReceipt, receiptPath, receiptsIn } from './settings-file/receipt.ts';
import { settingsRemoval } from './settings-file/removal.ts';
import { type Server, serverOf } from './settings-file/server-text.ts';
import { readSettings } from './settings-file/settings.ts';

export interface HooksOfAgent {
  /** The agent's name. */
  readonly agent: string;
  /** Returns the agent's own folder: the agent seems to be installed if it is there. */
  readonly folder: (world: World) => string;
  /** Returns the file with the hooks. */
  readonly file: (world: World) => string;
  readonly layout: HookLayout | OwnLayout;
  /** When hooks run, and what the agent asks its user before, as lines. */
  readonly use: (context: Context) => readonly string[];
  /** Where the server of tools is registered. */
  readonly server: ServerOfAgent;
  /** Returns the setting of the file that switches the hooks off, if there is one. */
  readonly switchedOff?: (root: Node) => string | undefined;
  /** What the agent keeps of its user's word; agents without it run every hook. */
  readonly consent?: Consent;
  /** Returns what else is to be known where the hooks are installed. */
  readonly notes?: (context: Context) => readonly Check[];
}

/** The form of hooks that are in a file of ours alone. */
export interface OwnLayout {
  /** The agent, as texts name it. */
  readonly client: string;
  readonly own: OwnText;
}

export interface Consent {
  /** Returns the check of hooks that are installed well. */
  readonly check: (name: string, path: string, context: Context) => Promise<Check>;
  /** Returns the hooks that wait for the person's word; undefined if there are none. */
  readonly wanted: (context: Context) => Promise<Unconfirmed | undefined>;
  /** The record, in the file of the server: it goes with the hooks. */
  readonly part: (context: Context) => Part;
}

export interface ServerOfAgent {
  /** Returns the file with the servers; it may be that of the hooks. */
  readonly file: (world: World) => string;
  readonly text: (path: string, server: Server) => PartText;
  /** What the server is called in the file. */
  readonly title: string;
}

/** Returns the hooks as a part of a file. */
function hooksPartOf({ agent, layout }: HooksOfAgent, path: string, context: Context): Part {
  const program = programOf(context);
  return 'own' in layout
    ? ownFilePart({ agent, path, text: layout.own }, program)
    : hooksPart({ agent, path, layout, program });
}

async function hooksIn(
  { agent, file, layout }: HooksOfAgent,
  context: Context,
): Promise<FileHooks> {
  const path = file(context);
  return 'own' in layout
    ? await ownFileAt({ agent, path, text: layout.own }, context)
    : await hooksAt({ agent, path, layout, program: programOf(context) }, context);
}

/** The name of the server's receipt. */
const SERVER = 'mcp';

function pathsOf(receipts: readonly Receipt[]): readonly string[] {
  return receipts.map(({ path }) => path);
}

/** What enable may have put into the files of an agent. */
type Thing = 'hooks' | 'server' | 'consent';

const IN_SERVERS: readonly Thing[] = ['server', 'consent'];

export function hooksFileInstallation(hooks: HooksOfAgent): Installation {
  const { agent, file, use } = hooks;
  const serverIn = (path: string, context: Context): Part => {
    const text = hooks.server.text(path, serverOf(programOf(context)));
    return namedPart({ agent, path, name: SERVER }, hooks.server.title, text);
  };
  /** Plans to take some things of ours out of a file. */
  const removal = async (path: string, things: readonly Thing[], context: Context) => {
    const record = hooks.consent?.part(context);
    const parts = things.flatMap((thing) => {
      if (thing === 'hooks') return [hooksPartOf(hooks, path, context)];
      if (thing === 'server') return [serverIn(path, context)];
      return record?.path === path ? [record] : [];
    });
    const named = things.includes('hooks') ? undefined : 'server of Mementor';
    return await settingsRemoval(path, parts, context, named);
  };
  return {
    agent,
    isSeen: (context) => existsSync(hooks.folder(context)),
    enable: async (options: EnableOptions, context: Context, watch: Watch): Promise<Enabled> => {
      refuseOthers(options, hooks);
      if (options.mcp) {
        const part = serverIn(hooks.server.file(context), context);
        const changes = await enablePart(part, options.dryRun, context, watch);
        const later = `${hooks.layout.client} starts the server from its next start on.`;
        return { ...changes, scope: 'user', agent, mcp: true, use: [later], shared: [] };
      }
      const part = hooksPartOf(hooks, file(context), context);
      const changes = await enablePart(part, options.dryRun, context, watch);
      const lines = [...use(context), 'From then on conversations are stored.'];
      return { ...changes, scope: 'user', agent, use: lines, shared: [] };
    },
    ...(hooks.consent ? { unconfirmed: hooks.consent.wanted } : {}),
    removals: async (options, context) => {
      refuseOthers(options, hooks);
      const [ofHooks, ofServer] = [file(context), hooks.server.file(context)];
      if (options.mcp) {
        return { settings: await removal(ofServer, ['server'], context), plugin: undefined };
      }
      const isOne = ofHooks === ofServer;
      const settings = await removal(ofHooks, isOne ? ['hooks', 'server'] : ['hooks'], context);
      if (isOne) return { settings, plugin: undefined };
      const server = await removal(ofServer, ['server', 'consent'], context);
      return { settings, plugin: undefined, server };
    },
    everywhere: async (context) => {
      const receipts = await receiptsIn(homeOf(context), agent);
      const isThere = (path: string) => existsSync(path);
      const ofHooks = new Set([
        ...[file(context)].filter(isThere),
        ...pathsOf(receipts.filter(({ part }) => part === undefined)),
      ]);
      const ofServer = [hooks.server.file(context)].filter(isThere);
      const ofServers = new Set([
        ...ofServer,
        ...pathsOf(receipts.filter(({ part }) => part !== undefined)),
      ]);
      const paths = [...new Set([...ofHooks, ...ofServers])];
      return paths.map((path) => {
        const things: Thing[] = ofHooks.has(path) ? ['hooks'] : [];
        const all = ofServers.has(path) ? [...things, ...IN_SERVERS] : things;
        return { path, removal: () => removal(path, all, context) };
      });
    },
    states: async (context) => {
      const { state } = await hooksIn(hooks, context);
      return { user: state, project: 'off', local: 'off', plugin: 'off' };
    },
    unreadable: async (context) => [(await hooksIn(hooks, context)).error?.message ?? []].flat(),
    trouble: async (context) =>
      isInstalled(hooks, context)
        ? troubleOf(await hooksIn(hooks, context), hooks, context)
        : undefined,
    switchedOff: async (context) => switchedOff(await hooksIn(hooks, context), hooks),
    checks: [
      async (context) => await checksOf(await hooksIn(hooks, context), hooks, context),
      async (context) => await serverChecks(hooks, context),
    ],
    // No warning is made of their own rules: those are asked of the default agent alone.
    retentionDays: async () => Number.POSITIVE_INFINITY,
  };
}

/** Whether enable wrote the hooks, and disable did not remove them: nobody reads of other agents. */
function isInstalled({ file }: HooksOfAgent, context: Context): boolean {
  return existsSync(receiptPath(homeOf(context), file(context)));
}

function troubleOf(found: FileHooks, hooks: HooksOfAgent, context: Context): Trouble | undefined {
  const { error, commands, path } = found;
  const { agent } = hooks;
  const of = hooks.layout.client;
  if (error) return { of, problem: error.message, fix: 'run `mementor doctor`' };
  if (commands.length === 0) {
    const fix = `run \`mementor enable --agent ${agent}\`, or \`mementor disable --agent ${agent}\` if you took them out`;
    return { of, problem: `they are no longer in ${path}`, fix };
  }
  const off = switchedOff(found, hooks);
  if (off !== undefined) return off;
  const gone = goneFiles(commands, context);
  if (gone === undefined) return undefined;
  const next = `run \`mementor enable --agent ${agent}\``;
  return { of, ...goneTrouble(gone), fix: next };
}

function switchedOff({ path, root }: FileHooks, hooks: HooksOfAgent): Trouble | undefined {
  const off = root && hooks.switchedOff?.(root);
  if (off === undefined) return undefined;
  const problem = `\`${off}\` in ${path} switches the hooks off`;
  return { of: hooks.layout.client, problem, fix: 'remove it there' };
}

async function checksOf(found: FileHooks, hooks: HooksOfAgent, context: Context): Promise<Check[]> {
  const { state, commands, path, error } = found;
  const name = `hooks ${hooks.agent}`;
  const fix = `run \`mementor enable --agent ${hooks.agent}\``;
  if (error) return [fail(name, error.message, error.hint)];
  if (commands.length === 0) {
    const trouble = isInstalled(hooks, context) ? troubleOf(found, hooks, context) : undefined;
    if (trouble) return [fail(name, trouble.problem, trouble.fix)];
    if (!existsSync(hooks.folder(context))) return [];
    return [minor(name, `off; \`mementor enable --agent ${hooks.agent}\` installs them`)];
  }
  const bad = goneCheck(name, found, fix, context) ?? otherMemory(name, found, fix, context);
  if (bad !== undefined) return [bad];
  if (state !== 'on') return [warn(name, `${path} has old, edited or too few hooks`, fix)];
  const off = switchedOff(found, hooks);
  if (off !== undefined) return [fail(name, off.problem, off.fix)];
  const well = (await hooks.consent?.check(name, path, context)) ?? ok(name, `on in ${path}`);
  return [well, ...(hooks.notes?.(context) ?? [])];
}

/** Nothing is said of a server that was never registered. */
async function serverChecks({ agent, server }: HooksOfAgent, context: Context): Promise<Check[]> {
  const path = server.file(context);
  const name = `mcp ${agent}`;
  const fix = `run \`mementor enable --mcp --agent ${agent}\``;
  try {
    const { text } = await readSettings(path);
    const state = server.text(path, serverOf(programOf(context))).stateIn(text);
    if (state === 'on') return [ok(name, `on in ${path}`)];
    if (state === 'theirs') return [minor(name, `registered in ${path} by hand`)];
    if (state === 'stale') {
      return [warn(name, `${path} starts another installation or another Node`, fix)];
    }
    const receipt = readReceipt(homeOf(context), path, SERVER);
    return receipt ? [warn(name, `${path} has no server of Mementor's any more`, fix)] : [];
  } catch {
    // The check of the hooks tells of a file that cannot be read.
    return [];
  }
}

function refuseOthers(options: Omit<DisableOptions, 'dryRun'>, { agent, layout }: HooksOfAgent) {
  const { scope, as, skill, statusline, warm } = options;
  const refuse = (message: string, hint: string) => new MementorError('AGENT_LACKS', message, hint);
  if (skill || statusline || warm) {
    throw refuse(
      'the skill, the status line and warm recall are for Claude Code only',
      `leave out \`--agent ${agent}\``,
    );
  }
  if (scope === 'user' && as !== 'plugin') return;
  throw refuse(
    `the hooks of ${layout.client} are installed for all sessions only`,
    `run \`mementor enable --agent ${agent}\``,
  );
}
