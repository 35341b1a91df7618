import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { endsWell, recallOften } from '../claims.mjs';
import { noted, stagingQuestion as question, stagingPort } from '../said.mjs';
import { hasTmux } from '../terminal.mjs';

const theirs = '{ "statusLine": {"command": "printf my-own-line", "type": "command"} }\n';

/** Our segment stands behind the status line that a person has, and goes without a trace. */
export async function statusline(sandbox) {
  const { enable, session, terminal, settled, mementor, settings, api, check } = sandbox;
  if (!hasTmux()) return check.skip('statusline', 'there is no tmux');
  api.script([noted, { match: 'on which port', steps: [['As noted before.']] }]);
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, theirs);
  await enable();
  check.succeeds('enable --statusline', await mementor(['enable', '--statusline']));
  await recallOften(sandbox);
  await session(stagingPort);
  await settled(1);
  const shell = await terminal();
  try {
    check.equal('their own line is shown', await shell.shows(/my-own-line/), true);
    await shell.say(question);
    check.equal('it is answered', await shell.shows(/As noted before/), true);
    const shown = await shell.shows(/my-own-line · Mementor: 1 recalled/);
    check.equal('the segment stands behind it', shown, true);
    check.equal('the client can be left', await shell.leave(), true);
  } finally {
    shell.close();
  }
  check.succeeds('disable', await mementor(['disable']));
  check.equal('the settings are as they were', readFileSync(settings, 'utf8'), theirs);
  await endsWell(sandbox, 'the session');
}
