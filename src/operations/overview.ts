/** The state in a few lines, for `mementor` without arguments. */

import { INSTALLATIONS } from '../agents/all-installations.ts';
import { homeOf } from '../home/paths.ts';
import { translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { type Muting, mutings } from '../reports/mutings.ts';
import { projectNames } from '../reports/project-names.ts';
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
  const muted = await mutings(context);
  const home = homeOf(context);
  const memory = opened(home, context);
  if (memory === undefined) return { hooks, muted, all: undefined, here: undefined, projects: 0 };
  const { sessions, turns, projects } = translated(() => memory.stats());
  const { key } = translated(() => memory.belonging(context.cwd)).project;
  const own = projects.find((project) => project.key === key);
  const lastAtMs = Math.max(0, ...projects.map((project) => project.lastAtMs));
  const name = own && (projectNames(projects).get(key) ?? own.name);
  return {
    hooks,
    muted,
    all: turns === 0 ? undefined : { sessions, turns, lastAtMs },
    here: own && { ...own, name: name ?? own.name },
    projects: projects.length,
  };
}
