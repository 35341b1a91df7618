/** A machine that is busy: six processes for each core do nothing but count. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isTakenIn } from '../hand-over.mjs';
import { checkRows, isHarmless, mementor, native, promptHook, settled } from '../world.mjs';

const LOOPS_PER_CORE = 6;
const PAYLOADS = 20;
const PROMPTS = 5;

export async function busy({ world, random, report, expected }) {
  const set = expected.words;
  const home = world.newHome();
  await mementor(home, ['ingest', set.paths[0]]);
  // While this process has it, no worker takes anything: what arrives stays to be counted.
  const lock = native.IngestLock.tryAcquire(home);
  const loops = startLoops();
  try {
    await handsOver({ home, set, random, report });
    await prompts(home, report);
  } finally {
    await stopLoops(loops);
    lock.release();
  }
  await mementor(home, ['drain']);
  await settled(home);
  report.check('nothing that was handed over is left', isTakenIn({ home }));
  await mementor(home, ['ingest', set.transcripts]);
  checkRows(home, set.rows, 'a busy machine comes to the undisturbed rows', report);
  world.discard(home);
}

async function handsOver({ home, set, random, report }) {
  for (let number = 0; number < PAYLOADS; number += 1) {
    const event = random.oneOf(['stop', 'session-start', 'pre-compact', 'session-end']);
    const input = { session_id: 's', transcript_path: random.oneOf(set.paths), cwd: '/' };
    const done = await mementor(home, ['hook', event], { stdin: JSON.stringify(input) });
    report.check('a hook is silent', done.exitCode === 0 && done.stdout === '', done.stdout);
  }
  const arrived = readdirSync(join(home, 'inbox')).filter((name) => name.endsWith('.json'));
  report.check('every payload arrives', arrived.length === PAYLOADS, `${arrived.length}`);
}

async function prompts(home, report) {
  for (let number = 0; number < PROMPTS; number += 1) {
    const done = await promptHook(home);
    report.check('a prompt hook is harmless', isHarmless(done), done.stdout);
    report.did(done.stdout === '' ? 'prompts without an answer' : 'prompts answered', 1);
  }
}

function startLoops() {
  const count = LOOPS_PER_CORE * availableParallelism();
  return Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'while (true);'], { stdio: 'ignore' }),
  );
}

async function stopLoops(loops) {
  const ended = loops.map((loop) => once(loop, 'exit'));
  for (const loop of loops) loop.kill('SIGKILL');
  await Promise.all(ended);
}
