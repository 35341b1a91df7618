import { endsWell } from '../claims.mjs';
import { contextsOf, filesIn, flat, sentIn } from '../results.mjs';
import { isOlder } from '../versions.mjs';

const question = 'which queue does the label printer of the returns desk read?';

const job = {
  description: 'printer job',
  prompt: 'CHILD-JOB: find out which queue the label printer of the returns desk reads.',
  subagent_type: 'general-purpose',
  run_in_background: false,
};

const rulesWith = (tool) => [
  {
    match: 'CHILD-JOB',
    steps: [
      [{ tool: 'Bash', input: { command: 'echo from-child', description: 'Ask' } }],
      ['The label printer of the returns desk reads the queue purple-otter.'],
    ],
  },
  {
    match: 'Delegate',
    steps: [
      ['I send somebody.', { tool, input: job }],
      ['My helper has looked into the printing matter.'],
    ],
  },
  { match: 'which queue', steps: [['I cannot tell.']] },
];

/** A subagent works for its parent: what it wrote never comes back by itself. */
export async function subagent(sandbox) {
  const { enable, session, api, client, check } = sandbox;
  api.script(rulesWith(toolName(client.version)));
  await enable();
  await delegates(sandbox);
  await isStoredApart(sandbox);
  const asked = await session(question);
  check.contains('the next session asks', sentIn(asked.requests), 'label printer');
  check.lacks('what the child wrote does not come back', sentIn(asked.requests), 'purple-otter');
  check.lacks('nor what it was told', contextsOf(asked.requests).join('\n'), 'CHILD-JOB');
  await endsWell(sandbox);
}

async function delegates({ session, home, check }) {
  const args = ['--allowedTools', 'Bash,Read,Agent,Task'];
  const parent = await session('Delegate the printing matter to a helper.', { args });
  check.contains('the parent answers', parent.answer, 'helper has looked');
  check.contains('with what the child said', sentIn(parent.requests.slice(-1)), 'purple-otter');
  const files = filesIn(`${home}/.claude/projects`).filter((path) =>
    /agent-\w+\.jsonl$/.test(path),
  );
  check.equal('the child has a transcript', files.length, 1);
}

async function isStoredApart({ settled, hits, check }) {
  const status = await settled(1);
  check.equal('no session but the parent', status.sessions, 1);
  const turns = [status.turns, status.agentTurns];
  check.equal('turns: the parent’s, and the child’s apart', turns, [1, 1]);
  const own = (await hits('Delegate printing matter helper')).filter(({ prompt }) =>
    prompt.startsWith('Delegate'),
  );
  check.equal('the turn of the parent is stored once', own.length, 1);
  check.contains('with its answer', flat(own), 'helper has looked into the printing');
  check.lacks('without the words of the child', flat(own), 'purple-otter');
}

/** The tool had another name before 2.1.63. */
function toolName(version) {
  return isOlder(version, '2.1.63') ? 'Task' : 'Agent';
}
