/** Projects: their transcripts, read into a memory of their own, and their turns as they are there. */

import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cli } from '../tool.mjs';
import { run } from './process.mjs';

/** Returns the program under test, with a memory in a folder. */
export function mementorIn(work) {
  const env = {
    PATH: process.env.PATH,
    HOME: join(work, 'home'),
    MEMENTOR_HOME: join(work, 'memory'),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
  };
  mkdirSync(env.HOME, { recursive: true });
  const call = (args, project, input) =>
    run([process.execPath, cli, ...args], { env, cwd: project?.directory ?? work, input });
  return { run: call };
}

/** Returns the files below a folder that may be transcripts. */
export function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** Reads the projects of these names, which are folders of `transcripts`, and returns them. */
export function projectsIn(transcripts, names, work, mementor) {
  return names.map((name) => {
    const folder = resolve(transcripts, name);
    const directory = join(work, 'work', name);
    mkdirSync(directory, { recursive: true });
    run(['git', 'init', '-q', directory], { env: process.env });
    const read = mementor.run(['ingest', '-p', name, folder]);
    if (read.status !== 0) throw new Error(`${folder} cannot be read: ${read.stderr}`);
    const project = { name, folder, directory };
    mementor.run(['project', 'join', name], project);
    return { ...project, turns: turnsOf(name, mementor), readMs: read.cpuMs };
  });
}

/** Returns the turns of a project as an export has them: whose they are, and what was said. */
function turnsOf(name, mementor) {
  const lines = mementor.run(['export', '-p', name]).stdout.split('\n').filter(Boolean);
  const turns = lines.map(JSON.parse).filter(({ type }) => type === 'turn');
  return turns.map(({ turn, sessions, entries }) => {
    const said = (...kinds) =>
      entries
        .flatMap(({ blocks }) => blocks)
        .filter(({ type }) => kinds.includes(type))
        .map(({ text }) => text)
        .join('\n\n');
    const ids = sessions.map(({ session }) => session);
    return { turn, session: ids[0], prompt: said('prompt', 'steer'), answer: said('answer') };
  });
}
