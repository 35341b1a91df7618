import { endsWell } from '../claims.mjs';
import { countIn, flat, jsonLines, sentIn } from '../results.mjs';
import { hasTmux } from '../terminal.mjs';

const rulesWith = (readme) => [
  { match: 'copper valve', steps: [['The copper valve is', { hold: true }, ' in the cellar.']] },
  { match: 'silver hinge', steps: [['The silver hinge is on the gate.']] },
  {
    match: 'golden gutter',
    steps: [
      ['Let me read.', { hold: true }, { tool: 'Read', input: { file_path: readme } }],
      ['The golden gutter leaks.'],
    ],
  },
  { match: 'wooden', steps: [['The wooden ladder is too short for the golden gutter.']] },
];

/** Prompts typed while the model works are prompts like any other, and stored once. */
export async function steered(sandbox) {
  const { enable, terminal, settled, api, project, check } = sandbox;
  if (!hasTmux()) return check.skip('steered', 'there is no tmux');
  api.script(rulesWith(`${project}/README.md`));
  await enable();
  const shell = await terminal();
  try {
    await queuedPrompt(sandbox, shell);
    await steeringPrompt(sandbox, shell);
    check.equal('the client can be left', await shell.leave(), true);
  } finally {
    shell.close();
  }
  await settled(3);
  await allIsStored(sandbox);
  await endsWell(sandbox, 'the session');
}

/** Typed while the answer is written: sent after it. */
async function queuedPrompt({ reached, settled, api, check }, shell) {
  await shell.say('where is the copper valve');
  await reached('copper valve');
  check.equal('the first answer begins', await shell.shows(/The copper valve is/), true);
  await shell.say('and where is the silver hinge');
  api.release();
  check.equal('the queued prompt is answered', await shell.shows(/on the gate/), true);
  check.equal('after the first', await shell.shows(/in the cellar/), true);
  const queued = await settled(2);
  check.equal('both turns are stored', [queued.sessions, queued.turns], [1, 2]);
}

/** Typed before a tool runs: given to the model with the result of the tool. */
async function steeringPrompt({ reached, requests, until, api, check }, shell) {
  await shell.say('inspect the golden gutter');
  await reached('golden gutter');
  check.equal('the work begins', await shell.shows(/Let me read/), true);
  await shell.say('use the wooden ladder for it');
  api.release();
  const arrived = () => requests().some((request) => sentIn([request]).includes('wooden ladder'));
  check.equal('the steering prompt reaches the model', await until(arrived), true);
  check.equal('it is answered', await shell.shows(/too short|gutter leaks/), true);
}

async function allIsStored({ hits, transcript, check }) {
  const all = await hits('copper valve silver hinge golden gutter wooden ladder');
  const prompts = all.map((hit) => hit.prompt).join('\n');
  for (const prompt of ['copper valve', 'silver hinge', 'golden gutter']) {
    check.equal(`stored once: ${prompt}`, countIn(prompts, prompt), 1);
  }
  const times = countIn(prompts, 'wooden ladder for');
  if (times === 0 && !hasLine(transcript(all[0]?.session), 'wooden ladder for')) {
    check.skip('the steering prompt is stored', 'this version notes it as a queue operation only');
  } else {
    check.equal('the steering prompt is stored once', times, 1);
  }
  check.contains('with the first answer', flat(all), 'in the cellar');
  check.contains('with the queued answer', flat(all), 'on the gate');
  check.equal('in one session', new Set(all.map(({ session }) => session)).size, 1);
}

/** Tells whether a text stands in a line of the conversation, not only in the client's own state. */
function hasLine(transcript, text) {
  return jsonLines(transcript).some(
    (line) => ['user', 'attachment'].includes(line.type) && flat(line).includes(text),
  );
}
