/** Which projects a command is about, and which directories belong to them. */

import { isWithin, realOf } from '../files/folders.ts';
import { type Memory, type Project, translated } from '../memory.ts';
import { MementorError } from '../process/errors.ts';

export interface ProjectScope {
  /** Name or key of a project; defaults to that of the working directory. */
  readonly project: string | undefined;
  /** Whether every project counts. */
  readonly everything: boolean;
}

export interface ScopedProjects {
  /** Keys of the projects; several may share a name. */
  readonly keys: ReadonlySet<string>;
  readonly name: string;
}

/** Returns the projects meant; undefined if all are. Throws if none has the name. */
export function projectsMeant(
  { project, everything }: ProjectScope,
  cwd: string,
  memory: Memory,
): ScopedProjects | undefined {
  if (everything) return undefined;
  if (project !== undefined) return projectsNamed(project, memory);
  const { key, name } = translated(() => memory.belonging(cwd)).project;
  return { keys: new Set([key]), name };
}

function projectsNamed(name: string, memory: Memory): ScopedProjects {
  const projects = translated(() => memory.projects()).filter((each) => isNamed(each, name));
  if (projects.length > 0) return { keys: new Set(projects.map(({ key }) => key)), name };
  throw new MementorError(
    'PROJECT_UNKNOWN',
    `no project is named ${JSON.stringify(name)}`,
    '`mementor status` lists the projects',
  );
}

/** Like the core: a key, a name, or the end of a key, which tells projects of one name apart. */
function isNamed({ key, name }: Project, wanted: string): boolean {
  const ends = [`/${wanted}`, `/${wanted}/.git`];
  return key === wanted || name === wanted || ends.some((end) => key.endsWith(end));
}

/**
 * Returns a test for directories. Without a memory, the directory itself and its parents count,
 * because nothing tells which projects they belong to.
 */
export function directoryTest(
  scope: ProjectScope,
  cwd: string,
  memory: Memory | undefined,
): (directory: string) => boolean {
  if (scope.everything) return () => true;
  if (memory === undefined) return (directory) => isWithin(realOf(directory), realOf(cwd));
  const meant = projectsMeant(scope, cwd, memory);
  const keys = new Map<string, string>();
  return (directory) => {
    const key = keys.get(directory) ?? translated(() => memory.belonging(directory)).project.key;
    keys.set(directory, key);
    return meant?.keys.has(key) !== false;
  };
}
