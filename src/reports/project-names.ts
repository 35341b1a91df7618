/** Display names of projects, unique even if several projects share a name. */

import { MementorError } from '../errors/errors.ts';
import { type Memory, type Project, translated } from '../memory.ts';
import { distance } from '../text/distance.ts';
import { printable } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';

/**
 * Returns the display name of each project by key. A shared name is prefixed with as many of the
 * preceding parts of the key as make it unique: `owner/cli`, `work/cli`.
 */
export function projectNames(projects: readonly Project[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { key, name } of projects) {
    const namesakes = projects.filter((other) => other.name === name && other.key !== key);
    names.set(key, namesakes.length === 0 ? name : toldApart(key, name, namesakes));
  }
  return names;
}

/** Returns the stored projects with this name or key; throws if there is none. */
export function requireProject(memory: Memory, name: string): readonly Project[] {
  const projects = translated(() => memory.projects());
  // As the core looks them up: the key, the name, or the last parts of the key.
  const isMeant = (project: Project) =>
    [project.key, project.name].includes(name) ||
    [`/${name}`, `/${name}/.git`].some((end) => project.key.endsWith(end));
  const meant = projects.filter(isMeant);
  if (meant.length > 0) return meant;
  const names = [...projectNames(projects).values()];
  const near = names.filter((each) => distance(each, name) <= Math.ceil(name.length / 4));
  const options = near.map((each) => `\`--project ${printable(shellWord(each))}\``).join(' or ');
  throw new MementorError(
    'PROJECT_UNKNOWN',
    `no project is called ${printable(name)}`,
    near.length > 0 ? `did you mean ${options}?` : '`mementor status` lists the projects',
  );
}

/** Returns the display name of the project that a directory belongs to. */
export function projectNameAt(directory: string, memory: Memory): string {
  const { key, name } = translated(() => memory.belonging(directory)).project;
  return projectNames(translated(() => memory.projects())).get(key) ?? name;
}

/** Key of the project that notes have which hold in all projects. */
export const EVERYWHERE = 'mementor:everywhere';

interface OfProject {
  readonly project: string;
  readonly projectKey: string;
}

/** Returns a function that replaces a row's project name by its display name. */
export function namingOf(memory: Memory): <Row extends OfProject>(row: Row) => Row {
  const names = projectNames(translated(() => memory.projects()));
  return (row) => ({ ...row, project: names.get(row.projectKey) ?? row.project });
}

function toldApart(key: string, name: string, namesakes: readonly Project[]): string {
  const parts = partsOf(key, name);
  const others = namesakes.map((other) => partsOf(other.key, other.name));
  for (let count = 1; count < parts.length; count += 1) {
    const tail = parts.slice(-count).join('/');
    if (others.every((other) => other.slice(-count).join('/') !== tail)) {
      return `${tail}/${name}`;
    }
  }
  return key;
}

/** Returns the parts of a key before the name; for a git directory, the folders that contain it. */
function partsOf(key: string, name: string): readonly string[] {
  const parts = key.split(/[/\\]/).filter((part) => part !== '');
  const at = parts.map((part) => part.replace(/\.git$/, '')).lastIndexOf(name);
  return at > 0 ? parts.slice(0, at) : parts.slice(0, -1);
}
