import { readFileSync } from 'node:fs';
import { endsWell } from '../claims.mjs';
import { contextsOf, filesIn } from '../results.mjs';

const rule = 'From now on, always run the harbour tests before you push.';
const aside = 'we never deploy the crane on a Friday.';
const oak = 'We decided to build the mast of oak.';
const pine = 'We decided to build the mast of pine instead of oak.';

const rules = [
  { match: 'From now on', steps: [['I will run them.']] },
  { match: 'never deploy', steps: [['The crane waits until Monday.']] },
  { match: 'paint', steps: [['It is painted.']] },
];

/** A rule is said in a session, met again in the next one, and goes when it is forgotten. */
export async function notes(sandbox) {
  const { enable, session, settled, api, check } = sandbox;
  api.script(rules);
  await enable();
  await session(rule);
  await settled(1);
  await isKept(sandbox);
  const next = await session('Please paint the small boat.');
  check.contains('the next session begins with it', contextsOf(next.requests).join(), inside(rule));
  await settled(2);
  await mindIsChanged(sandbox);
  await isRejected(sandbox);
  await isForgotten(sandbox);
  await endsWell(sandbox);
}

/** A note has no full stop at its end. */
function inside(sentence) {
  return sentence.slice(0, -1);
}

async function listed({ mementor }, ...args) {
  const { stdout } = await mementor(['notes', '--json', ...args]);
  return JSON.parse(stdout).notes;
}

/** A program typed the prompt, so the rule waits for the person. */
async function isKept(sandbox) {
  const [note, ...others] = await listed(sandbox, '--state', 'proposed,active');
  sandbox.check.equal('it is a rule', note?.kind, 'rule');
  if (note?.state === 'proposed') {
    const accepted = await sandbox.mementor(['notes', 'set', note.id, 'active']);
    sandbox.check.succeeds('which the person accepts', accepted);
  }
  sandbox.check.contains('in the words of the person', note?.summary ?? '', 'harbour tests');
  sandbox.check.equal('and the only note', others, []);
  const found = await sandbox.hits('tests before a push');
  sandbox.check.contains('a query finds it', JSON.stringify(found), 'harbour tests');
}

/** Of two decisions about one thing, the newer one holds. */
async function mindIsChanged(sandbox) {
  const { mementor, check } = sandbox;
  check.succeeds('remember', await mementor(['remember', '--kind', 'decision', oak]));
  check.succeeds('remember', await mementor(['remember', '--kind', 'decision', pine]));
  const states = (await listed(sandbox, '--state', 'all'))
    .filter(({ kind }) => kind === 'decision')
    .map(({ summary, supersededBy }) => [summary.includes('pine'), supersededBy != null]);
  check.equal('the newer decision holds', states.sort(), [
    [false, true],
    [true, false],
  ]);
}

/** What was rejected stays away when it is said again. */
async function isRejected(sandbox) {
  const { mementor, session, settled, check } = sandbox;
  const said = `Remember that ${aside}`;
  await session(said);
  await settled(3);
  const [note] = (await listed(sandbox, '--state', 'all')).filter(({ summary }) =>
    summary.includes('Friday'),
  );
  check.equal('it was found', note !== undefined, true);
  check.succeeds('reject', await mementor(['notes', 'reject', note?.id ?? '-']));
  await session(`${said} As I said.`);
  await settled(4);
  check.succeeds('ingest --all', await mementor(['ingest', '--all']));
  const left = (await listed(sandbox)).filter(({ summary }) => summary.includes('Friday'));
  check.equal('it is not noted again', left, []);
}

async function isForgotten(sandbox) {
  const { mementor, memory, check } = sandbox;
  check.succeeds('forget', await mementor(['forget', '--containing', 'harbour tests', '--yes']));
  const left = (await listed(sandbox, '--state', 'all')).filter(({ summary }) =>
    summary.includes('harbour'),
  );
  check.equal('the note is gone with the turn', left, []);
  const holding = filesIn(memory).filter((path) => readFileSync(path).includes('harbour tests'));
  check.equal('no file of the memory holds it', holding, []);
}
