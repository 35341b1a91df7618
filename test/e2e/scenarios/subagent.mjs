import { contextsOf, filesIn, flat, nothing, sentIn } from '../results.mjs';

const question = 'which queue does the label printer of the returns desk read?';

/** A subagent works for its parent: what it wrote never comes back by itself. */
export async function subagent(sandbox) {
  const { enable, session, settled, hits, survivors, missed, api, client, home, check } = sandbox;
  const job = {
    description: 'printer job',
    prompt: 'CHILD-JOB: find out which queue the label printer of the returns desk reads.',
    subagent_type: 'general-purpose',
    run_in_background: false,
  };
  const child = 'The label printer of the returns desk reads the queue purple-otter.';
  api.script([
    {
      match: 'CHILD-JOB',
      steps: [
        [{ tool: 'Bash', input: { command: 'echo from-child', description: 'Ask' } }],
        [child],
      ],
    },
    {
      match: 'Delegate',
      steps: [
        ['I send somebody.', { tool: toolName(client.version), input: job }],
        ['My helper has looked into the printing matter.'],
      ],
    },
    { match: 'which queue', steps: [['I cannot tell.']] },
  ]);
  await enable();

  const args = ['--allowedTools', 'Bash,Read,Agent,Task'];
  const parent = await session('Delegate the printing matter to a helper.', { args });
  check.contains('the parent answers', parent.answer, 'helper has looked');
  check.contains('with what the child said', sentIn(parent.requests.slice(-1)), 'purple-otter');
  const files = filesIn(`${home}/.claude/projects`).filter((path) =>
    /agent-\w+\.jsonl$/.test(path),
  );
  check.equal('the child has a transcript', files.length, 1);

  const status = await settled(1);
  check.equal('no session but the parent', status.sessions, 1);
  check.equal(
    'turns: the parent’s, and the child’s apart',
    [status.turns, status.agentTurns],
    [1, 1],
  );
  const turns = (await hits('Delegate printing matter helper')).filter(({ prompt }) =>
    prompt.startsWith('Delegate'),
  );
  check.equal('the turn of the parent is stored once', turns.length, 1);
  check.contains('with its answer', flat(turns), 'helper has looked into the printing');
  check.lacks('without the words of the child', flat(turns), 'purple-otter');

  const asked = await session(question);
  check.contains('the next session asks', sentIn(asked.requests), 'label printer');
  check.lacks('what the child wrote does not come back', sentIn(asked.requests), 'purple-otter');
  check.lacks('nor what it was told', contextsOf(asked.requests).join('\n'), 'CHILD-JOB');
  check.equal('no process outlives the sessions', await survivors(), []);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}

/** The tool had another name before 2.1.63. */
function toolName(version) {
  const [major, minor, patch] = version.split('.').map(Number);
  return major === 2 && minor === 1 && patch < 63 ? 'Task' : 'Agent';
}
