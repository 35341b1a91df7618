/** The folders in which Gemini CLI keeps what belongs to a directory. */

import { createHash } from 'node:crypto';
import { isObject, parseObject } from '../../files/json-object.ts';
import { textIfReadable } from '../../files/regular-file.ts';
import { pathsOf, type World } from '../../process/world.ts';
import { geminiHome, projectsRoot } from './paths.ts';

/** Returns the folders of the working directory: newer clients name it, older ones hash it. */
export function projectFolders(world: World): string[] {
  const path = pathsOf(world);
  const list = parseObject(textIfReadable(path.join(geminiHome(world), 'projects.json')) ?? '');
  const name = isObject(list?.projects) ? list.projects[world.cwd] : undefined;
  const hash = createHash('sha256').update(world.cwd).digest('hex');
  const names = [typeof name === 'string' ? [name] : [], hash].flat();
  return names.map((each) => path.join(projectsRoot(world), each, 'chats'));
}
