/** The state in a few lines, for `mementor` without arguments. */

import { INSTALLATIONS } from '../agents/all-installations.ts';
import { configChecks } from '../doctor/config.ts';
import { damagedCopiesChecks } from '../doctor/damaged-copies.ts';
import { homeChecks } from '../doctor/home.ts';
import { inboxChecks } from '../doctor/inbox.ts';
import { removalChecks } from '../doctor/removals.ts';
import { homeOf } from '../home/paths.ts';
import type { Check } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { type Muting, mutings } from '../reports/mutings.ts';
import { opened } from './status.ts';

export interface Overview {
  /** What the hooks of the user, the project or the plugin are: the best state of all. */
  readonly hooks: string;
  /** Everything that is stored; undefined if nothing is. */
  readonly all: Counts | undefined;
  /** The project of this directory; undefined if nothing of it is stored. */
  readonly here: (Counts & { readonly name: string }) | undefined;
  readonly projects: number;
  readonly muted: readonly Muting[];
  /** Proposed notes of all projects. */
  readonly proposed: number;
  /** What `doctor` would complain of first; of the checks that take no time. */
  readonly finding: Check | undefined;
}

export interface Counts {
  readonly sessions: number;
  readonly turns: number;
  /** When the last turn ended. */
  readonly lastAtMs: number;
}

/** From the best to the worst. */
const STATES = ['on', 'partly', 'stale', 'unreadable', 'off'] as const;

export async function overview(context: Context): Promise<Overview> {
  const installed = await Promise.all(INSTALLATIONS.map(({ states }) => states(context)));
  const states = installed.flatMap((each) => Object.values(each));
  const hooks = STATES.find((state) => states.includes(state)) ?? 'off';
  const muted = mutings(context);
  const home = homeOf(context);
  const memory = opened(home, context);
  if (memory === undefined) {
    const none = { all: undefined, here: undefined, finding: undefined };
    return { hooks, muted, ...none, projects: 0, proposed: 0 };
  }
  const { sessions, turns, projects, proposed } = memory.stats();
  const { key } = memory.belonging(context.cwd).project;
  const own = projects.find((project) => project.key === key);
  const lastAtMs = Math.max(0, ...projects.map((project) => project.lastAtMs));
  return {
    hooks,
    muted,
    all: turns === 0 ? undefined : { sessions, turns, lastAtMs },
    here: own && { ...own, name: own.label },
    projects: projects.length,
    proposed,
    finding: await firstFinding(context),
  };
}

/** These ask files alone; the hooks are told anyway. */
const QUICK = [configChecks, homeChecks, removalChecks, damagedCopiesChecks, inboxChecks];

async function firstFinding(context: Context): Promise<Check | undefined> {
  for (const checks of QUICK) {
    // What cannot be checked is for `doctor` to tell.
    const found = await checks(context).catch(() => []);
    const bad = found.find(({ status }) => status !== 'ok');
    if (bad !== undefined) return bad;
  }
  return undefined;
}
