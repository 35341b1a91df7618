/** kill -9 before a random write of what a person runs; then a purge, and no file is left. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mementor, root, settled } from '../world.mjs';

const PRELOAD = pathToFileURL(join(root, 'test/soak/kill-at-write.mjs')).href;
/** A hook writes little, a purge much. */
const WRITES_MAX = [4, 12, 25];
const KILLS_MAX = 4;

const SETTINGS = [
  undefined,
  '{}',
  '{"model":"opus","hooks":{}}',
  '{\n\t"model": "opus",\n\t"hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "echo hi" } ] } ] }\n}\n',
];

export async function nothingLeft({ world, random, report, expected }) {
  const home = world.newHome();
  const settings = join(home, '.claude', 'settings.json');
  const text = random.oneOf(SETTINGS);
  if (text !== undefined) {
    mkdirSync(dirname(settings));
    writeFileSync(settings, text);
  }
  const before = filesBelow(home);
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  const options = { cwd, env: { MEMENTOR_HOME: join(home, 'memory') } };
  const stop = JSON.stringify({ session_id: 's', cwd, transcript_path: expected.words.paths[0] });
  const works = {
    enable: ['enable'],
    'enable of a project': ['enable', '--local'],
    'enable as a plugin': ['enable', '--as', 'plugin'],
    disable: ['disable'],
    'a hook': ['hook', 'stop'],
    ingest: ['ingest', expected.words.paths[0]],
    forget: ['forget', '--containing', 'retry', '--yes'],
    'a setting': ['config', 'set', 'limit', '7'],
    mute: ['mute', '--project'],
    purge: ['disable', '--purge', '--yes'],
  };
  const names = Object.keys(works);
  for (let kills = 1 + random.below(KILLS_MAX); kills > 0; kills -= 1) {
    const work = random.oneOf(names);
    const env = { ...options.env, KILL_AT: String(1 + random.below(random.oneOf(WRITES_MAX))) };
    const { signal } = await mementor(home, works[work], {
      ...options,
      env,
      stdin: stop,
      preload: PRELOAD,
    });
    report.did(`kills of ${work}`, signal === 'SIGKILL' ? 1 : 0);
    await settled(home);
  }
  const done = await mementor(home, ['disable', '--purge', '--yes'], options);
  report.check('a purge ends well after kills', done.exitCode === 0, done.stdout + done.stderr);
  const left = filesBelow(home);
  const differs = () => `${Object.keys(left).join()} instead of ${Object.keys(before).join()}`;
  const isSame = JSON.stringify(left) === JSON.stringify(before);
  report.check('a purge leaves no file, and others’ as they were', isSame, differs);
  const isGone = !existsSync(join(home, 'memory'));
  report.check('a purge leaves no home', isGone);
  world.discard(home);
}

/** Every file below a folder, with its text. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(path, 'latin1')]));
}
