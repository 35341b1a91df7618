import { join } from 'node:path';
import { endsWell } from '../claims.mjs';
import { contextsOf, countIn, sentIn } from '../results.mjs';
import { summarized } from '../said.mjs';
import { isOlder } from '../versions.mjs';

/** The first version that keeps what a hook said after a compaction for the next process. */
const version_min = '2.1.157';

const rule = 'Never push before the tests of the harbour pass.';

const rulesIn = (project) => [
  summarized('Harbour', 'Work on the crane went on.'),
  {
    match: 'five tonnes',
    steps: [
      [{ tool: 'Bash', input: { command: 'node --test' } }],
      [
        {
          tool: 'Write',
          input: { file_path: join(project, 'crane.md'), content: 'Five tonnes.\n' },
        },
      ],
      ['The crane now refuses loads above five tonnes. Next, the winch has to be oiled.'],
    ],
  },
  { match: 'rather not', steps: [['Then the chain stays grey.']] },
  { match: 'haiku', steps: [['Leaves settle on the pond, one by one, without a sound.']] },
];

/** After a compaction a session is told about itself: what was asked, done, and stayed open. */
export async function contextCompaction(sandbox) {
  const { enable, session, settled, api, client, mementor, project, transcript, check } = sandbox;
  api.script(rulesIn(project));
  await enable();
  check.succeeds('remember', await mementor(['remember', '--kind', 'rule', rule]));
  const args = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Write'];
  const { sessionId: resume } = await session('Make the crane lift at most five tonnes.', { args });
  await session('I would rather not paint the chain of the crane blue.', { resume });
  await settled(2);
  await session('/compact', { resume });
  check.contains('it is compacted', transcript(resume), '"compact_boundary"');
  await settled(3);
  const { told, text } = JSON.parse((await mementor(['why', '--start', '--json'])).stdout);
  check.equal('it is told about itself', told, 'compaction');

  const later = await session('write a haiku about autumn leaves on quiet water', { resume });
  check.contains(
    'the context has the summary',
    sentIn(later.requests),
    'Work on the crane went on.',
  );
  const sent = contextsOf(later.requests).filter((each) => each.includes('From this session'));
  if (isOlder(client.version, version_min)) {
    check.skip('the next process sends it', `${client.version} does not keep what hooks say`);
  } else {
    check.equal('the next process sends it once', sent.length, 1);
    check.contains('word for word', sent.join(), text);
  }
  const parts = [
    'Make the crane lift at most five tonnes',
    'crane.md',
    '`node --test`',
    `“${rule}”`,
  ];
  for (const part of parts) {
    check.contains(`of the session: ${part}`, text, part);
  }
  check.atMost('in one block', countIn(text, '<mementor>'), 1);
  await settled(4);
  await endsWell(sandbox);
}
