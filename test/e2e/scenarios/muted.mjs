import { contextsOf, nothing, sentIn, toolResultsOf } from '../results.mjs';
import { cli } from '../sandbox.mjs';

const question = 'on which port does the staging database of the billing service listen?';
const why5432 = 'why is the staging database of billing not on 5432?';
const marked = `${question} My client is the turquoise dashboard. --no-recall`;

/** Muted, the past stays out of the prompts; it is remembered all the same. */
export async function muted(sandbox) {
  const { enable, session, settled, why, mementor, hits, survivors, missed, api, check } = sandbox;
  api.script([
    { match: 'Remember for later', steps: [['Noted, I will keep that in mind.']] },
    { match: 'Good morning', steps: [['Good morning.']] },
    { match: /on which port|not on 5432/.toString(), steps: [['It listens on port 6543.']] },
    {
      match: 'Keep the past out',
      steps: [
        [
          {
            tool: 'Bash',
            input: { command: `'${process.execPath}' '${cli}' mute`, description: 'Mute' },
          },
        ],
        ['The past stays out.'],
      ],
    },
  ]);
  await enable();
  // A question that is asked again and again deserves silence at the default rate.
  check.succeeds('config', await mementor(['config', 'set', 'rate', '20']));
  await session(
    'Remember for later: the staging database of the billing service listens on port 6543 ' +
      'because 5432 is taken by the legacy cluster.',
  );
  await settled(1);

  // The answers name the port: whichever turn comes back has it.
  const silent = async (name, options, reason) => {
    const asked = await session(question, options);
    check.lacks(`nothing is injected: ${name}`, sentIn(asked.requests), '<mementor>');
    const explained = await why();
    check.equal(`it is told why: ${name}`, explained.dismissed, reason);
    check.equal(`of that session: ${name}`, explained.session, asked.sessionId);
    return asked;
  };
  const told = async (name, options, prompt = question) => {
    const [context = ''] = contextsOf((await session(prompt, options)).requests);
    check.contains(`it is injected: ${name}`, context, 'port 6543');
  };

  // A session.
  const { sessionId: resume } = await session('Good morning');
  await settled(2);
  const mute = await mementor(['mute']);
  check.succeeds('mute', mute);
  check.contains('the newest session is meant', mute.stdout, resume.slice(0, 8));
  const asked = await silent('a muted session', { resume }, 'muted');
  check.equal('which is resumed', asked.sessionId, resume);
  const words = await mementor(['why', '--last']);
  check.contains('which is told in words', words.stdout, 'recall is muted here');
  await settled(3);
  await told('in another session');
  await settled(4);
  const off = await mementor(['mute', '--session', resume.slice(0, 8), '--off']);
  check.succeeds('mute --off', off);
  await told('in the session that is muted no longer', { resume }, why5432);
  await settled(5);

  // The session that the client itself is in.
  const calls = await session('Keep the past out of this conversation, please.', {
    args: ['--allowedTools', 'Bash'],
  });
  const [result] = toolResultsOf(calls.requests);
  check.contains('Claude mutes its own session', result?.text ?? '', calls.sessionId.slice(0, 8));
  await settled(6);
  await silent('in that session', { resume: calls.sessionId }, 'muted');
  await settled(7);

  // The project.
  check.succeeds('mute --project', await mementor(['mute', '--project']));
  await silent('a new session of a muted project', {}, 'muted');
  await settled(8);
  check.succeeds('mute --project --off', await mementor(['mute', '--project', '--off']));
  await told('in the project that is muted no longer');
  await settled(9);

  // A prompt.
  const once = await session(marked);
  check.contains('the marked prompt is sent', sentIn(once.requests), 'turquoise dashboard');
  check.lacks('without the past', sentIn(once.requests), '<mementor>');
  check.equal('it is told why', (await why()).dismissed, 'marker');
  const status = await settled(10);
  check.equal('muted turns are stored like all others', status.turns, 10);
  const found = (await hits('turquoise dashboard')).filter(({ prompt }) => prompt === marked);
  check.equal('and found', found.map(sessionOf), [once.sessionId]);
  await told('at the next prompt', { resume: once.sessionId }, why5432);
  await settled(11);
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}

function sessionOf({ session }) {
  return session;
}
