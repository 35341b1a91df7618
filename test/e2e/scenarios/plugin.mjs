import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { leavesNoProcess } from '../claims.mjs';
import { run } from '../client.mjs';
import { contextsOf, filesIn } from '../results.mjs';
import { isOlder } from '../versions.mjs';

/** The first version that loads plugins from the skills folder. */
const version_min = '2.1.157';

const question = 'which port should my client use to reach the staging db for billing?';

/** As a plugin, Mementor does the same as in the settings, and leaves no trace. */
export async function plugin(sandbox) {
  const { settled, api, home, project, check } = sandbox;
  if (isOlder(sandbox.client.version, version_min)) {
    return check.skip('plugin', `${sandbox.client.version} does not load skills-directory plugins`);
  }
  const skills = join(home, '.claude', 'skills');
  api.script([{ match: 'Remember for later', steps: [['Noted: it listens on port 6543.']] }]);
  put(join(skills, 'brew-tea', 'SKILL.md'), '---\nname: brew-tea\ndescription: Tea.\n---\nBoil.\n');
  const before = filesIn(skills);
  await isLoaded(sandbox, join(skills, 'mementor'));
  await remembers(sandbox);
  await settled(2);
  await isOfTheProjectToo(sandbox, skills, before);
  await settled(4);
  await isMoved(sandbox, join(project, '.claude', 'skills', 'mementor', 'hooks', 'hooks.json'));
  await isDisabled(sandbox);
  await leavesNoProcess(sandbox);
}

async function isLoaded(sandbox, folder) {
  const { mementor, settings, check } = sandbox;
  check.succeeds('enable', await mementor(['enable', '--as', 'plugin']));
  check.equal('the settings are left alone', existsSync(settings), false);
  const { stdout: listed } = await claude(sandbox, ['plugin', 'list']);
  check.contains('the client lists it', listed, 'mementor@skills-dir');
  check.contains('as loaded', listed, '✔ loaded');
  const { exitCode, stdout, stderr } = await claude(sandbox, ['plugin', 'validate', folder]);
  check.equal('and takes it for valid', [exitCode, stdout.includes('✘ Validation')], [0, false]);
  check.lacks('without a word on stderr', stderr, 'error');
  const refused = await mementor(['enable', '--json']);
  check.equal('the settings are refused besides it', refused.exitCode, 2);
  check.contains('with a reason', refused.stdout, 'ENABLED_AS_PLUGIN');
}

async function remembers({ session, settled, check }) {
  const told = await session(
    'Remember for later: the staging database of the billing service listens on port 6543.',
  );
  check.equal('each hook runs once', eventsOf(told), ['SessionStart', 'UserPromptSubmit', 'Stop']);
  check.equal('none fails', failed(told), []);
  check.equal('the turn is stored', (await settled(1)).turns, 1);
  const asked = await session(question);
  check.contains('and comes back', contextsOf(asked.requests).join('\n'), 'port 6543');
}

async function isOfTheProjectToo({ session, mementor, check }, skills, before) {
  check.succeeds('the project too', await mementor(['enable', '--as', 'plugin', '--project']));
  const both = await session('write a haiku about autumn leaves');
  check.equal('still each hook once', eventsOf(both), ['SessionStart', 'UserPromptSubmit', 'Stop']);
  check.succeeds('not the user’s', await mementor(['disable']));
  check.equal('the skills are as they were', filesIn(skills), before);
  const alone = await session('write a haiku about the sea');
  check.equal('the project’s runs', eventsOf(alone), ['SessionStart', 'UserPromptSubmit', 'Stop']);
}

/** As if Mementor had been moved: its hooks name a script that is not there. */
async function isMoved({ session, mementor, check }, hooks) {
  const text = readFileSync(hooks, 'utf8');
  writeFileSync(hooks, text.replaceAll(/[^"\\]+cli\.js/g, '/nowhere/mementor/dist/cli.js'));
  const moved = await session('write a haiku about mountains');
  check.contains('a moved Mementor is in nobody’s way', moved.answer, 'mountains');
  const ended = moved.hooks.map(({ exitCode, stderr }) =>
    [exitCode, stderr ?? ''].join(' ').trim(),
  );
  check.equal('its hooks say nothing', ended, ['0', '0', '0']);
  const { checks } = JSON.parse((await mementor(['doctor', '--json'])).stdout);
  const found = checks.find(({ name }) => name === 'plugin project');
  check.equal('doctor sees it', found?.status, 'fail');
  check.succeeds('enable repairs it', await mementor(['enable', '--as', 'plugin', '--project']));
  check.equal('byte for byte', readFileSync(hooks, 'utf8'), text);
}

async function isDisabled({ session, mementor, project, check }) {
  check.succeeds('disable', await mementor(['disable', '--project']));
  check.equal('nothing is left', existsSync(join(project, '.claude')), false);
  check.equal('no hook runs then', eventsOf(await session('good night')), []);
}

function claude({ client, env, project }, args) {
  return run(client.command, [...client.args, ...args], { cwd: project, env });
}

/** The events that come before the session's end: that one is not in the stream. */
function eventsOf({ hooks }) {
  return hooks.map(({ event }) => event).filter((event) => event !== 'SessionEnd');
}

function failed({ hooks }) {
  return hooks.filter(({ exitCode }) => exitCode !== 0);
}

function put(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
