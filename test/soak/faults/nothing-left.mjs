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

/** What a person and Claude Code run, by name; `transcript` is one that can be taken in. */
const worksOn = (transcript) => ({
  enable: ['enable'],
  'enable of a project': ['enable', '--local'],
  'enable as a plugin': ['enable', '--as', 'plugin'],
  disable: ['disable'],
  'a hook': ['hook', 'stop'],
  ingest: ['ingest', transcript],
  forget: ['forget', '--containing', 'retry', '--yes'],
  'a setting': ['config', 'limit', '7'],
  mute: ['mute', '--project'],
  purge: ['disable', '--purge', '--yes'],
});

export async function nothingLeft({ world, random, report, expected }) {
  const home = world.newHome();
  writeSettings(home, random.oneOf(SETTINGS));
  const before = filesBelow(home);
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  const options = { cwd, env: { MEMENTOR_HOME: join(home, 'memory') } };
  await killSome({ home, options, random, report, transcript: expected.words.paths[0] });
  const done = await mementor(home, ['disable', '--purge', '--yes'], options);
  report.check('a purge ends well after kills', done.exitCode === 0, done.stdout + done.stderr);
  const left = filesBelow(home);
  const differs = () => `${Object.keys(left).join()} instead of ${Object.keys(before).join()}`;
  const isSame = JSON.stringify(left) === JSON.stringify(before);
  report.check('a purge leaves no file, and others’ as they were', isSame, differs);
  report.check('a purge leaves no home', !existsSync(join(home, 'memory')));
  world.discard(home);
}

function writeSettings(home, text) {
  if (text === undefined) return;
  const settings = join(home, '.claude', 'settings.json');
  mkdirSync(dirname(settings));
  writeFileSync(settings, text);
}

async function killSome({ home, options, random, report, transcript }) {
  const works = worksOn(transcript);
  const stdin = JSON.stringify({
    session_id: 's',
    cwd: options.cwd,
    transcript_path: transcript,
  });
  for (let kills = 1 + random.below(KILLS_MAX); kills > 0; kills -= 1) {
    const work = random.oneOf(Object.keys(works));
    const env = { ...options.env, KILL_AT: String(1 + random.below(random.oneOf(WRITES_MAX))) };
    const run = { ...options, env, stdin, preload: PRELOAD };
    const { signal } = await mementor(home, works[work], run);
    report.did(`kills of ${work}`, signal === 'SIGKILL' ? 1 : 0);
    await settled(home);
  }
}

/** Every file below a folder, with its text. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(path, 'latin1')]));
}
