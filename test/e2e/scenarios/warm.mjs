import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endsWell, recallOften } from '../claims.mjs';
import { until } from '../processes.mjs';
import { countIn, sentIn, turnWith } from '../results.mjs';
import { noted, stagingQuestion as question, stagingPort } from '../said.mjs';
import { hasTmux } from '../terminal.mjs';
import { isOlder } from '../versions.mjs';

/** The first version that sends the id by which a prompt is claimed. */
const version_min = '2.1.196';

const MARK_MS = 3_000;

const lamp = 'Remember for later: the lighthouse lamp is lit by the generator named Hildegard.';
const lampQuestion = 'which generator lights the lamp of the lighthouse?';

const rules = [
  noted,
  { match: 'Remember for later', steps: [['Noted: the lamp is lit by Hildegard.']] },
  { match: 'on which port', steps: [['As noted before.']] },
  { match: 'haiku', steps: [['Waves come, waves go.']] },
  { match: 'which generator', steps: [['Hildegard does.']] },
];

/** A server answers prompts, and the hook does where there is none: each fact comes once. */
export async function warm(sandbox) {
  const { enable, session, terminal, settled, mementor, home, settings, api, check } = sandbox;
  if (isOlder(sandbox.client.version, version_min)) {
    return check.skip('warm', `${sandbox.client.version} sends no ids of prompts`);
  }
  if (!hasTmux()) return check.skip('warm', 'there is no tmux');
  api.script(rules);
  await enable();
  const before = readFileSync(settings, 'utf8');
  check.succeeds('enable --warm', await mementor(['enable', '--warm']));
  await recallOften(sandbox);
  await session(stagingPort);
  await session(lamp);
  await settled(2);
  const first = await session(question);
  check.equal(
    'the first prompt of a session is answered once',
    factsIn([turnWith(first.requests, question)]),
    1,
  );
  check.equal('its server has ended', readdirSync(marks(sandbox)).filter(isMark), []);
  const shell = await terminal();
  try {
    await isAnswered(sandbox, shell);
    check.equal('the client can be left', await shell.leave(), true);
  } finally {
    shell.close();
  }
  check.succeeds('disable --warm', await mementor(['disable', '--warm']));
  check.equal('the settings are as before', readFileSync(settings, 'utf8'), before);
  check.equal('no plugin is left', existsSync(join(home, '.claude', 'skills')), false);
  check.equal('and no claim', existsSync(marks(sandbox)), false);
  await endsWell(sandbox, 'the session');
}

async function isAnswered(sandbox, shell) {
  const { check } = sandbox;
  const mark = await firstMark(sandbox, shell);
  check.equal('the server says that it answers', mark !== undefined, true);
  await shell.say(question);
  const asked = await turnOf(sandbox, question);
  check.equal('the fact comes once', factsIn([asked]), 1);
  check.equal('it is answered', await shell.shows(/As noted before/), true);
  check.equal('and is recorded once', recordsOf(sandbox, question).length, 1);
  const server = Number(readFileSync(join(marks(sandbox), mark), 'utf8'));
  process.kill(server, 'SIGKILL');
  await shell.say(lampQuestion);
  const later = await turnOf(sandbox, lampQuestion);
  check.equal('without the server it comes once too', countIn(sentIn([later]), '<mementor>'), 2);
  check.contains('by the hook', sentIn([later]), 'generator named Hildegard');
  check.equal('it is answered', await shell.shows(/Hildegard does/), true);
}

/** On a busy machine the server may not be there in time for the first prompts. */
async function firstMark(sandbox, shell) {
  const mark = () => readdirSync(marks(sandbox)).find(isMark);
  for (const subject of ['the sea', 'the moon', 'a lamp', 'a pier']) {
    const prompt = `write a haiku about ${subject}`;
    await shell.say(prompt);
    await turnOf(sandbox, prompt);
    if (await until(() => mark() !== undefined, MARK_MS)) break;
  }
  return mark();
}

function factsIn(requests) {
  return countIn(sentIn(requests), '<mementor>');
}

async function turnOf({ requests, until }, prompt) {
  const later = () => turnWith(requests().slice(-3), prompt);
  await until(() => later() !== undefined);
  return later();
}

function marks({ memory }) {
  return join(memory, 'warm');
}

const isMark = (name) => /^\d+$/.test(name);

/** The lines of all sessions that record this prompt. */
function recordsOf({ memory }, prompt) {
  const folder = join(memory, 'recalls');
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n'),
  );
  return lines.filter((line) => line.includes(prompt));
}
