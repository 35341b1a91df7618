import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endsWell } from '../claims.mjs';
import { contextsOf, flat, toolResultsOf } from '../results.mjs';

const question = 'on which port does the metrics exporter of the warehouse listen?';

const bash = (command, description) => ({ tool: 'Bash', input: { command, description } });

const rulesWith = (notes, report) => [
  {
    match: 'warehouse inventory',
    steps: [
      ['Let me look.', bash('echo "metrics exporter, warehouse: port 91" | sed s/91/9188/', 'Ask')],
      [
        { tool: 'Read', input: { file_path: notes } },
        bash('ls /nonexistent-warehouse-9189', 'Fail'),
      ],
      [{ tool: 'Write', input: { file_path: report, content: 'The exporter is up.\n' } }],
      ['The warehouse inventory is complete; the report is written.'],
    ],
  },
  { match: 'on which port', steps: [['I cannot tell.']] },
];

/** What tools do is counted and named; what they return is no memory of its own. */
export async function tools(sandbox) {
  const { enable, session, api, project, check } = sandbox;
  const [notes, report] = [join(project, 'notes.txt'), join(project, 'report.txt')];
  writeFileSync(notes, 'The metrics exporter of the warehouse listens on port 9187.\n');
  api.script(rulesWith(notes, report));
  await enable();
  await doTheWork(sandbox, report);
  await areStored(sandbox, notes, report);
  const asked = await session(question);
  const context = contextsOf(asked.requests).join('\n');
  check.equal('a tool result does not come back', portsIn(context), []);
  await endsWell(sandbox);
}

async function doTheWork({ session, check }, report) {
  const allowed = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Read,Write,Edit'];
  const worked = await session('Take the warehouse inventory of our monitoring.', {
    args: allowed,
  });
  check.contains('the work is done', worked.answer, 'inventory is complete');
  const results = toolResultsOf(worked.requests);
  check.equal(
    'four results reach the model, one of a failure',
    results.map(({ failed }) => failed).sort(),
    [false, false, false, true],
  );
  check.contains('a result is in them', flat(results), '9187');
  check.equal('the file is written', readFileSync(report, 'utf8'), 'The exporter is up.\n');
}

async function areStored({ settled, hits, mementor, check }, notes, report) {
  const status = await settled(1);
  check.equal('one turn with four actions', [status.turns, status.actions], [1, 4]);
  const [hit] = await hits('warehouse inventory');
  check.equal('changed files come first, then read ones', hit?.files, [report, notes]);
  const shown = await mementor(['show', hit?.turn ?? '']);
  check.contains('words before and after the tools are one turn', shown.stdout, 'Let me look.');
  check.contains('up to the last answer', hit?.passage ?? '', 'report is written');
  const everything = (await hits(question)).map(flat).join('\n');
  check.contains('the search finds the turn', everything, 'warehouse inventory');
  check.equal('without what tools returned', portsIn(everything), []);
}

/** The ports that tools returned. */
function portsIn(text) {
  return [...text.matchAll(/\b918[789]\b/g)].map(([port]) => port);
}
