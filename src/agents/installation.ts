/** How an agent gets our hooks, how it loses them again, and how they stand. */

import type { Check } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';

export const SCOPES = ['user', 'project', 'local'] as const;

/** Whose sessions an installation is for: all, all of a project, or one's own of a project. */
export type Scope = (typeof SCOPES)[number];

/** The ways to install the hooks. */
export const FORMS = ['settings', 'plugin'] as const;

export type Form = (typeof FORMS)[number];

export interface Installation {
  /** The agent's name. */
  readonly agent: string;
  readonly help: InstallationHelp;
  /** Puts our hooks in; refuses what would make them run twice. */
  readonly enable: (options: EnableOptions, context: Context, watch: Watch) => Promise<Enabled>;
  /** Returns what a disable would take out, in this form or in both. Changes nothing. */
  readonly removals: (options: DisableOptions, context: Context) => Promise<Removals>;
  /** Returns what is to be taken out wherever our hooks may stand. Changes nothing. */
  readonly everywhere: (context: Context) => Promise<readonly Removal[]>;
  /** Returns how the hooks stand in each place. */
  readonly states: (context: Context) => Promise<HookStates>;
  /** What the doctor checks; `system` are the files that an administrator leaves. */
  readonly checks: readonly ((context: Context, system?: readonly string[]) => Promise<Check[]>)[];
  /** Returns after how many days the agent deletes a transcript that nothing is added to. */
  readonly retentionDays: (context: Context, system?: readonly string[]) => Promise<number>;
}

/** What `--help` says of the places and forms. */
export interface InstallationHelp {
  readonly scopes: Readonly<Record<Scope, string>>;
  readonly form: string;
}

export interface EnableOptions {
  readonly scope: Scope;
  /** The settings when left out. */
  readonly as?: Form | undefined;
  readonly dryRun: boolean;
  /** Our own version, for what an installation says of itself. */
  readonly version: string | undefined;
}

/** What an enable changed, or would change. */
export interface Enabled {
  readonly form: Form;
  readonly scope: Scope;
  /** The settings file, or the folder of the plugin. */
  readonly path: string;
  readonly changed: boolean;
  readonly created: boolean;
  readonly added: readonly string[];
  readonly updated: readonly string[];
  /** The text of a file that is changed; missing when there are several. */
  readonly diff?: Diff;
  /** From when on it is used, as lines; commands stand in backticks. */
  readonly use: readonly string[];
  /** What to mind where others share the file or folder, as lines. */
  readonly shared: readonly string[];
}

export interface Diff {
  readonly before: string;
  readonly after: string;
}

export interface DisableOptions {
  readonly scope: Scope;
  /** Both when left out. */
  readonly as?: Form | undefined;
}

/** A form that was not asked for is undefined. */
export interface Removals {
  readonly settings: Removal | undefined;
  readonly plugin: Removal | undefined;
}

/** What is to be taken out of a settings file, or of a plugin's folder. */
export interface Removal {
  readonly form: Form;
  readonly path: string;
  readonly changed: boolean;
  /** Whether nothing of the file or folder stays. */
  readonly deleted: boolean;
  readonly removed: readonly string[];
  /** Files that others put there: the folder stays for them. */
  readonly kept: readonly string[];
  /** Temporary files that a stopped run left. */
  readonly leftovers: readonly string[];
  readonly diff?: Diff;
  /** What stands there besides our hooks. */
  readonly rest: 'absent' | 'clean' | 'foreign';
  /** Why there is nothing to do, where that is so. */
  readonly reason: string;
  readonly apply: () => Promise<void>;
  /** Looks at the same place again. */
  readonly again: () => Promise<Removal>;
}

/** How the hooks stand in the settings of each scope, and as a plugin. */
export type HookStates = Readonly<Record<Scope | 'plugin', string>>;
