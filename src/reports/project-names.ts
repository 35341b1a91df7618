/** Display names of projects, unique even if several projects share a name. */

import { MementorError } from '../errors/errors.ts';
import type { LabelledProject, Memory } from '../memory.ts';
import { distance } from '../text/distance.ts';
import { printable } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';

/** Returns the stored projects with this name or key; throws if there is none. */
export function requireProject(memory: Memory, name: string): readonly LabelledProject[] {
  const projects = memory.projects();
  // As the core looks them up: the key, the name, or the last parts of the key.
  const isMeant = (project: LabelledProject) =>
    [project.key, project.name].includes(name) ||
    [`/${name}`, `/${name}/.git`].some((end) => project.key.endsWith(end));
  const meant = projects.filter(isMeant);
  if (meant.length > 0) return meant;
  const near = projects
    .map(({ label }) => label)
    .filter((each) => distance(each, name) <= Math.ceil(name.length / 4));
  const options = near.map((each) => `\`--project ${printable(shellWord(each))}\``).join(' or ');
  throw new MementorError(
    'PROJECT_UNKNOWN',
    `no project is called ${printable(name)}`,
    near.length > 0 ? `did you mean ${options}?` : '`mementor status` lists the projects',
  );
}

/** Returns the display name of the project that a directory belongs to. */
export function projectNameAt(directory: string, memory: Memory): string {
  return memory.belonging(directory).label;
}

/** Key of the project that notes have which hold in all projects. */
export const EVERYWHERE = 'mementor:everywhere';

export interface OfProject {
  readonly project: string;
  readonly projectKey: string;
}

/** Returns a function that replaces a row's project name by its display name. */
export function namingOf(memory: Memory): <Row extends OfProject>(row: Row) => Row {
  const projects = memory.projects();
  const names = new Map(projects.map(({ key, label }) => [key, label]));
  return (row) => ({ ...row, project: names.get(row.projectKey) ?? row.project });
}
