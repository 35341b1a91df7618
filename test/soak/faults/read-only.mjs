/** A disk that turns read-only under a store. */

import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { handOver } from '../hand-over.mjs';
import { mountSmall, remount, unmount } from '../mount.mjs';
import { isHarmless, isSame, mementor, promptHook, rowsOf, settled } from '../world.mjs';

const KILOBYTES = 256_000;

export async function readOnly({ world, random, report, expected }) {
  const set = expected.words;
  const home = world.newFolder('read-only');
  if (!mountSmall(home, KILOBYTES)) return report.skip('file systems cannot be mounted here');
  try {
    cpSync(set.home, home, { recursive: true });
    if (random.chance(0.5)) await handOver({ home, set });
    remount(home, 'ro');
    report.did('read-only disks');
    await look({ home, set, report });
    remount(home, 'rw');
    const done = await mementor(home, ['ingest', set.transcripts]);
    report.check('an ingest ends well once it is writable', done.exitCode === 0, done.stderr);
    const { integrity, rows } = rowsOf(home);
    report.check('the store is sound', integrity === 'ok', integrity);
    report.check('a read-only disk changes no row', isSame(rows, set.rows));
  } finally {
    await settled(home);
    unmount(home);
  }
}

async function look({ home, set, report }) {
  const hook = await promptHook(home);
  report.check('a hook on a read-only disk is harmless', isHarmless(hook), hook.stdout);
  const input = JSON.stringify({ session_id: 's', transcript_path: set.paths[0], cwd: '/' });
  const stop = await mementor(home, ['hook', 'stop'], { stdin: input });
  report.check('a stop hook on a read-only disk is silent', isSilent(stop), stop.stdout);
  const worker = await mementor(home, ['drain']);
  report.check('a worker on a read-only disk ends', isSilent(worker), worker.stderr);
  const query = await mementor(home, ['query', 'retry queue', '--all-projects']);
  // With changes in a log, SQLite needs a place for its index.
  const holds = hasLog(home) ? isTold(query) : query.exitCode === 0 && query.stdout !== '';
  report.check('a query on a read-only disk is answered or says so', holds, query.stderr);
  const ingest = await mementor(home, ['ingest', set.transcripts]);
  report.check('an ingest onto a read-only disk says so', isTold(ingest), ingest.stderr);
}

function hasLog(home) {
  return (statSync(join(home, 'memory.db-wal'), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function isTold({ exitCode, stderr }) {
  return exitCode === 2 && /error: .*\n\nhint: /.test(stderr);
}

function isSilent({ exitCode, stdout }) {
  return exitCode === 0 && stdout === '';
}
