import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { endsWell } from '../claims.mjs';
import { filesIn, jsonLines, sentIn, toolResultsOf } from '../results.mjs';

const first = 'Which port does the tide station of Hvalfjord listen on?';
const second = 'And what did you say about the tide station?';

/** The model reads the notes twice; a command in between fails. */
const rulesWith = (notes) => [
  {
    match: 'tide station of Hvalfjord',
    steps: [
      ['Let me look.', { tool: 'Read', input: { file_path: notes } }],
      [
        { tool: 'Bash', input: { command: 'ls /nonexistent-7422', description: 'Fail' } },
        { tool: 'Read', input: { file_path: notes } },
      ],
      ['The tide station of Hvalfjord listens on port 7421.'],
    ],
  },
  { match: 'what did you say', steps: [['That it listens on port 7421.']] },
];

/** A session whose transcript has disappeared is restored, and the client goes on with it. */
export async function restore(sandbox) {
  const { enable, session, settled, api, home, project } = sandbox;
  const notes = join(project, 'notes.txt');
  writeFileSync(notes, 'tide station: port 7421\n');
  api.script(rulesWith(notes));
  await enable();

  const allowed = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Read'];
  const { sessionId } = await session(first, { args: allowed });
  await settled(1);
  const path = filesIn(join(home, '.claude', 'projects')).find(
    (each) => basename(each) === `${sessionId}.jsonl`,
  );
  await isNotOverwritten(sandbox, sessionId);
  rmSync(path);
  await isRestored(sandbox, sessionId, path);
  await goesOn(sandbox, sessionId, path);
  await isStoredOnce(sandbox);
  await isResumedWhenGone(sandbox, sessionId, path);
  await endsWell(sandbox);
}

async function isNotOverwritten({ mementor, check }, sessionId) {
  const refused = await mementor(['resume', sessionId, '--dry-run', '--json']);
  check.equal('one that is there is not overwritten', refused.exitCode, 2);
  check.contains('and the client is named', refused.stdout, `claude --resume ${sessionId}`);
}

async function isRestored({ mementor, check }, sessionId, path) {
  const { ledger } = JSON.parse((await mementor(['status', '--json'])).stdout);
  check.equal('the ledger knows that it is gone', [ledger.gone, ledger.complete], [1, 0]);
  const dryRun = await mementor(['resume', sessionId, '--dry-run', '--json']);
  const planned = JSON.parse(dryRun.stdout);
  check.equal('it would be written where it was', planned.path, path);
  check.equal('a dry run writes nothing', filesIn(dirname(path)).includes(path), false);
  check.succeeds('it is restored', await mementor(['resume', sessionId]));
  check.equal('for its owner alone', statSync(path).mode & 0o777, 0o600);
}

async function goesOn({ session, check }, sessionId, path) {
  const before = readFileSync(path, 'utf8');
  const resumed = await session(second, { resume: sessionId });
  check.equal('the client resumes it', resumed.sessionId, sessionId);
  const sent = sentIn(resumed.requests);
  check.contains('the old prompt reaches the model', sent, first);
  check.contains('so does the old answer', sent, 'Hvalfjord listens on port 7421.');
  const results = toolResultsOf(resumed.requests);
  const failures = results.map(({ failed }) => failed);
  check.equal('and what its tools gave', failures, [false, true, false]);
  check.contains('with their text', results[0]?.text ?? '', 'port 7421');
  check.equal('the new turn is answered', resumed.answer, 'That it listens on port 7421.');
  const after = readFileSync(path, 'utf8');
  check.equal('the client goes on in that file', after.startsWith(before), true);
  check.equal('whose every line is sound', jsonLines(after).length, after.split('\n').length - 1);
}

async function isStoredOnce({ settled, hits, check }) {
  const status = await settled(2);
  check.equal('nothing is stored twice', [status.sessions, status.turns], [1, 2]);
  check.equal('no action either', status.actions, 3);
  const told = (await hits('tide station')).filter(({ prompt }) => prompt === first);
  check.equal('the old turn is there once', told.length, 1);
}

/** Deleted once more; a turn's id is enough, and a shell can run what is printed. */
async function isResumedWhenGone({ mementor, hits, session, check }, sessionId, path) {
  rmSync(path);
  const [hit] = (await hits('tide station')).filter(({ prompt }) => prompt === first);
  check.equal('a hit offers the way back', hit.resume, `mementor resume ${sessionId}`);
  const back = await mementor(['resume', hit.turn.slice(0, 8)]);
  check.succeeds('a turn of it is enough', back);
  check.contains('the command is printed', back.stdout, `&& claude --resume ${sessionId}`);
  check.equal('and nothing else', back.stdout.split('\n').length, 2);
  const resumed = await session(second, { resume: sessionId });
  check.equal('the client resumes it again', resumed.sessionId, sessionId);
  const sent = sentIn(resumed.requests);
  check.contains('with its first prompt', sent, first);
  check.equal('the session is answered', resumed.answer, 'That it listens on port 7421.');
}
