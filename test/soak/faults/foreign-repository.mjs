/** Repositories that pose as another: none reads what that one remembers, or puts a word into it. */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mementor } from '../world.mjs';

const URL = 'https://github.com/acme/private-thing';
const SESSIONS = 6;

export async function foreignRepository({ world, random, report }) {
  const home = world.newHome();
  const folder = world.newFolder('repositories');
  const victim = clone(join(folder, 'victim'), random);
  await talk({ home, folder, cwd: victim.top, word: 'quorum' });
  for (let at = 0; at < SESSIONS; at += 1) {
    const kind = random.oneOf(Object.keys(POSES));
    const below = Array.from({ length: random.below(3) }, (_, deep) => `d${deep}`);
    const top = join(folder, `${at}`, ...below);
    const cwd = POSES[kind]({ top, victim, random });
    report.check(`${kind} reads nothing`, !(await finds(home, cwd, 'quorum')), cwd);
    await talk({ home, folder, cwd, word: `zeppelin${at}` });
    report.check(`${kind} remembers its own`, await finds(home, cwd, `zeppelin${at}`), cwd);
    report.check(`${kind} writes nothing`, !(await finds(home, victim.top, `zeppelin${at}`)), cwd);
  }
  const again = clone(join(folder, 'again'), random, victim.commits);
  report.check('a clone is known', await finds(home, again.top, 'quorum'), again.top);
  report.did('repositories that pose', SESSIONS);
  world.discard(home);
}

/** Each makes a directory that poses as the victim's, and returns where the session begins. */
const POSES = {
  'an archive': ({ top, random }) => clone(top, random).top,
  'a bare folder of a clone': ({ top, random }) => {
    clone(top, random, [], '');
    const config = `[core]\n\tbare = true\n${origin()}`;
    return files(join(top, 'app'), { HEAD: head(), config, 'objects/.keep': '', 'refs/.keep': '' });
  },
  'a commondir': ({ top, victim, random }) => {
    clone(top, random, [], '');
    const commondir = join(victim.top, '.git');
    return files(join(top, 'app'), {
      HEAD: head(),
      commondir,
      'objects/.keep': '',
      'refs/.keep': '',
    });
  },
  'a git file': ({ top, victim }) => files(top, { '.git': `gitdir: ${victim.top}/.git` }),
  'a pruned worktree': ({ top, victim }) =>
    files(top, { '.git': `gitdir: ${victim.top}/.git/worktrees/gone` }),
  'a link': ({ top, victim }) => {
    mkdirSync(top, { recursive: true });
    symlinkSync(join(victim.top, '.git'), join(top, '.git'));
    return top;
  },
  'a borrowed store': ({ top, victim, random }) => {
    const alternates = { '.git/objects/info/alternates': `${victim.top}/.git/objects\n` };
    return files(clone(top, random).top, alternates);
  },
};

const head = () => 'ref: refs/heads/main\n';
const origin = () => `[remote "origin"]\n\turl = ${URL}\n`;

function clone(top, random, commits = [idOf(random), idOf(random)], config = origin()) {
  files(top, { '.git/HEAD': head(), '.git/config': config });
  for (const id of commits) files(top, { [`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`]: 'x' });
  if (commits.length > 0) files(top, { '.git/refs/remotes/origin/main': `${commits.at(-1)}\n` });
  return { top, commits };
}

function idOf(random) {
  return Array.from({ length: 40 }, () => random.oneOf([...'0123456789abcdef'])).join('');
}

function files(top, texts) {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
  return top;
}

/** Takes a session of one turn in that began in a directory. */
async function talk({ home, folder, cwd, word }) {
  const common = { cwd, sessionId: word, version: '2.1.330', timestamp: '2026-11-20T10:00:00Z' };
  const line = (type, content) =>
    `${JSON.stringify({ ...common, type, uuid: `${word}-${type}`, message: { role: type, content } })}\n`;
  const path = join(folder, `${word}.jsonl`);
  const answer = [{ type: 'text', text: `The ${word} is in the larder.` }];
  writeFileSync(path, line('user', `where is the ${word}?`) + line('assistant', answer));
  await mementor(home, ['ingest', path]);
}

async function finds(home, cwd, word) {
  const { stdout } = await mementor(home, ['query', word, '--json'], { cwd });
  return (JSON.parse(stdout).hits ?? []).length > 0;
}
