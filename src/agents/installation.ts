/** How to install our hooks into an agent, remove them, and read their state. */

import type { Check } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import type { Put, Taken } from './settings-file/part.ts';

export const SCOPES = ['user', 'project', 'local'] as const;

/**
 * The sessions that an installation covers: all, all of a project, or the user's own of a project.
 */
export type Scope = (typeof SCOPES)[number];

/** The ways to install the hooks. */
export const FORMS = ['settings', 'plugin'] as const;

export type Form = (typeof FORMS)[number];

export interface Installation {
  /** The agent's name. */
  readonly agent: string;
  /** Whether the agent seems to be installed on this machine. */
  readonly isSeen: (context: Context) => boolean;
  /** Installs our hooks; refuses if they would run twice, or with a Node that cannot run them. */
  readonly enable: (options: EnableOptions, context: Context, watch: Watch) => Promise<Enabled>;
  /**
   * Returns the hooks that the agent does not run before its user confirms them; undefined if there
   * are none. Throws if the agent cannot be asked. Agents without it run every hook.
   */
  readonly unconfirmed?: (context: Context) => Promise<Unconfirmed | undefined>;
  /** Returns what disable would remove, in this form or in both. Changes nothing. */
  readonly removals: (options: DisableOptions, context: Context) => Promise<Removals>;
  /** Returns every place that may hold something of ours. Reads none of them. */
  readonly everywhere: (context: Context) => Promise<readonly Place[]>;
  /** Returns the state of the hooks in each place. */
  readonly states: (context: Context) => Promise<HookStates>;
  /** Returns the places of other projects, and of other folders of the client, that have hooks. */
  readonly elsewhere?: (context: Context) => Promise<readonly string[]>;
  /** Returns why settings files cannot be read, each with its path; never throws for them. */
  readonly unreadable: (context: Context) => Promise<readonly string[]>;
  /**
   * Returns why the hooks do not run; undefined if they do, or were never installed. Fast: every
   * command asks.
   */
  readonly trouble: (context: Context, system?: readonly string[]) => Promise<Trouble | undefined>;
  /**
   * Returns the setting that switches hooks off, whether ours are there or not; undefined if there
   * is none.
   */
  readonly switchedOff: (
    context: Context,
    system?: readonly string[],
  ) => Promise<Trouble | undefined>;
  /** The doctor's checks; `system` lists the administrator's settings files. */
  readonly checks: readonly ((context: Context, system?: readonly string[]) => Promise<Check[]>)[];
  /** Returns after how many days the agent deletes an unchanged transcript. */
  readonly retentionDays: (context: Context, system?: readonly string[]) => Promise<number>;
}

/** Hooks that wait for the word of a person; commands are in backticks. */
export interface Unconfirmed {
  readonly about: string;
  readonly question: string;
  /** Writes the person's word down where the agent looks for it. */
  readonly confirm: (watch: Watch) => Promise<void>;
  /** What is so afterwards. */
  readonly done: string;
}

/** Why the hooks do not run, as a clause, and the next step; commands are in backticks. */
export interface Trouble {
  readonly problem: string;
  readonly fix: string;
  /** The agent, where it is not the default one. */
  readonly of?: string;
  /** True if other hooks do run. */
  readonly partly?: boolean;
}

/** The descriptions of scopes and forms in `--help`. */
export interface InstallationHelp {
  /** The agent's name. */
  readonly agent: string;
  readonly scopes: Readonly<Record<Scope, string>>;
  readonly form: string;
  readonly mcp: string;
  readonly skill: string;
  readonly statusline: string;
  readonly warm: string;
}

/** What it is about instead of the hooks, if anything. */
export interface InsteadOfHooks {
  /** The server of tools. */
  readonly mcp?: boolean | undefined;
  /** The skill and the slash commands. */
  readonly skill?: boolean | undefined;
  /** The segment of the status line. */
  readonly statusline?: boolean | undefined;
  /** The server of warm recall. */
  readonly warm?: boolean | undefined;
}

export interface EnableOptions extends InsteadOfHooks {
  readonly scope: Scope;
  /** Defaults to the settings. */
  readonly as?: Form | undefined;
  readonly dryRun: boolean;
  /** Our own version, which an installation records. */
  readonly version: string | undefined;
}

/** The changes that enable made, or would make. */
export interface Enabled extends InsteadOfHooks, Omit<Put, 'text' | 'undo' | 'kept'> {
  /** The agent, where it is not the default one. */
  readonly agent?: string;
  readonly form: Form;
  readonly scope: Scope;
  /** The settings file, or the plugin's folder. */
  readonly path: string;
  readonly created: boolean;
  /** The text of the changed file before and after; missing if several files changed. */
  readonly diff?: Diff;
  /** The setting that keeps the hooks from running, if there is one. */
  readonly switchedOff?: Trouble | undefined;
  /** When the installation takes effect, as lines; commands are in backticks. */
  readonly use: readonly string[];
  /** What to know if the file or folder is shared with others, as lines. */
  readonly shared: readonly string[];
}

export interface Diff {
  readonly before: string;
  readonly after: string;
}

export interface DisableOptions extends InsteadOfHooks {
  readonly scope: Scope;
  /** Defaults to both. */
  readonly as?: Form | undefined;
}

/** A form that was not requested is undefined. */
export interface Removals {
  readonly settings: Removal | undefined;
  readonly plugin: Removal | undefined;
  readonly warm?: Removal | undefined;
  /** The server of tools, where it is in a file of its own. */
  readonly server?: Removal | undefined;
}

/** A settings file or a plugin's folder that may hold something of ours. */
export interface Place {
  readonly path: string;
  /** Returns what is to be removed there. Changes nothing; throws if it cannot be read. */
  readonly removal: () => Promise<Removal>;
}

/** What to remove from a settings file or a plugin's folder. */
export interface Removal extends Omit<Taken, 'text'> {
  readonly form: Form;
  readonly path: string;
  /** Whether the whole file or folder is deleted. */
  readonly deleted: boolean;
  /** Files that others added, or that a user changed: the folder stays for them. */
  readonly kept: readonly string[];
  /** Temporary files of interrupted runs. */
  readonly leftovers: readonly string[];
  readonly diff?: Diff;
  /** What the file or folder contains besides our hooks; `mixed`: see there. */
  readonly rest: 'absent' | 'clean' | 'foreign' | 'mixed';
  /** Why there is nothing to do, if so. */
  readonly reason: string;
  readonly apply: () => Promise<void>;
}

/** The state of the hooks in the settings of each scope, and of the plugin. */
export type HookStates = Readonly<Record<Scope | 'plugin', string>>;
