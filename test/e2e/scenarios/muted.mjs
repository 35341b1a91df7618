import { endsWell, recallOften } from '../claims.mjs';
import { cli } from '../program.mjs';
import { contextsOf, sentIn, toolResultsOf } from '../results.mjs';
import { noted, stagingQuestion as question, stagingPort } from '../said.mjs';

const why5432 = 'why is the staging database of billing not on 5432?';
const marked = `${question} My client is the turquoise dashboard. --no-recall`;

const muting = { command: `'${process.execPath}' '${cli}' mute`, description: 'Mute' };

/** The answers name the port: whichever turn comes back has it. */
const rules = [
  noted,
  { match: 'Good morning', steps: [['Good morning.']] },
  { match: /on which port|not on 5432/.toString(), steps: [['It listens on port 6543.']] },
  {
    match: 'Keep the past out',
    steps: [[{ tool: 'Bash', input: muting }], ['The past stays out.']],
  },
];

/** Muted, the past stays out of the prompts; it is remembered all the same. */
export async function muted(sandbox) {
  const { enable, session, settled, api } = sandbox;
  api.script(rules);
  await enable();
  await recallOften(sandbox);
  await session(stagingPort);
  await settled(1);
  await mutedSession(sandbox);
  await mutedFromWithin(sandbox);
  await mutedProject(sandbox);
  await markedPrompt(sandbox);
  await endsWell(sandbox);
}

async function mutedSession(sandbox) {
  const { session, settled, mementor, check } = sandbox;
  const { sessionId: resume } = await session('Good morning');
  await settled(2);
  const mute = await mementor(['mute']);
  check.succeeds('mute', mute);
  check.contains('the newest session is meant', mute.stdout, resume.slice(0, 8));
  const asked = await isSilent(sandbox, 'a muted session', { resume }, 'muted');
  check.equal('which is resumed', asked.sessionId, resume);
  const words = await mementor(['why', '--last']);
  check.contains('which is told in words', words.stdout, 'recall is muted here');
  await settled(3);
  await isTold(sandbox, 'in another session');
  await settled(4);
  const off = await mementor(['mute', '--session', resume.slice(0, 8), '--off']);
  check.succeeds('mute --off', off);
  await isTold(sandbox, 'in the session that is muted no longer', { resume }, why5432);
  await settled(5);
}

/** The session that the client itself is in. */
async function mutedFromWithin(sandbox) {
  const { session, settled, check } = sandbox;
  const calls = await session('Keep the past out of this conversation, please.', {
    args: ['--allowedTools', 'Bash'],
  });
  const [result] = toolResultsOf(calls.requests);
  check.contains('Claude mutes its own session', result?.text ?? '', calls.sessionId.slice(0, 8));
  await settled(6);
  await isSilent(sandbox, 'in that session', { resume: calls.sessionId }, 'muted');
  await settled(7);
}

async function mutedProject(sandbox) {
  const { settled, mementor, check } = sandbox;
  check.succeeds('mute --project', await mementor(['mute', '--project']));
  await isSilent(sandbox, 'a new session of a muted project', {}, 'muted');
  await settled(8);
  check.succeeds('mute --project --off', await mementor(['mute', '--project', '--off']));
  await isTold(sandbox, 'in the project that is muted no longer');
  await settled(9);
}

async function markedPrompt(sandbox) {
  const { session, settled, why, hits, check } = sandbox;
  const once = await session(marked);
  check.contains('the marked prompt is sent', sentIn(once.requests), 'turquoise dashboard');
  check.lacks('without the past', sentIn(once.requests), '<mementor>');
  check.equal('it is told why', (await why()).dismissed, 'marker');
  const status = await settled(10);
  check.equal('muted turns are stored like all others', status.turns, 10);
  const found = (await hits('turquoise dashboard')).filter(({ prompt }) => prompt === marked);
  const sessions = found.map((hit) => hit.session);
  check.equal('and found', sessions, [once.sessionId]);
  await isTold(sandbox, 'at the next prompt', { resume: once.sessionId }, why5432);
  await settled(11);
}

/** Asks, gets nothing from the past and a reason; returns the turn. */
async function isSilent({ session, why, check }, name, options, reason) {
  const asked = await session(question, options);
  check.lacks(`nothing is injected: ${name}`, sentIn(asked.requests), '<mementor>');
  const explained = await why();
  check.equal(`it is told why: ${name}`, explained.dismissed, reason);
  check.equal(`of that session: ${name}`, explained.session, asked.sessionId);
  return asked;
}

async function isTold({ session, check }, name, options, prompt = question) {
  const [context = ''] = contextsOf((await session(prompt, options)).requests);
  check.contains(`it is injected: ${name}`, context, 'port 6543');
}
