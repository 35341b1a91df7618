/** A disk that is full at any point of an ingest, then one with room. */

import { handOver, isTakenIn } from '../hand-over.mjs';
import { mountSmall, remount, unmount } from '../mount.mjs';
import {
  difference,
  isHarmless,
  isSame,
  mementor,
  promptHook,
  rowsOf,
  settled,
  turnsIn,
} from '../world.mjs';

/** Less than an undisturbed store of these transcripts needs. */
const KILOBYTES_MAX = 3_000;
const ROOM = 'size=256m';

export async function fullDisk({ world, random, report, expected }) {
  const home = world.newFolder('small');
  const kilobytes = 200 + random.below(KILOBYTES_MAX);
  if (process.platform === 'win32') return report.skip('neither mounts nor limits');
  if (mountSmall(home, kilobytes)) {
    try {
      report.did('small disks');
      await fill({ home, set: expected.words, report }, {}, () => remount(home, ROOM));
    } finally {
      await settled(home);
      unmount(home);
    }
    return;
  }
  // Without the right to mount: a limit on the size of a file, which a write meets as it meets a
  // full disk.
  report.did('small limits on files');
  const shell = `ulimit -f ${2 * kilobytes} && exec "$@"`;
  await fill({ home, set: expected.words, report }, { shell }, () => {});
}

async function fill(job, options, makeRoom) {
  await meetTheEnd(job, options);
  await settled(job.home);
  makeRoom();
  await goOn(job);
}

async function meetTheEnd({ home, set, report }, options) {
  await handOver({ home, set }).catch(() => {});
  const first = await mementor(home, ['ingest', set.transcripts], options);
  const isTold = first.exitCode === 0 || (first.exitCode === 2 && first.stderr.includes('error:'));
  report.check('an ingest onto a full disk says so', isTold, first.stderr);
  report.did('that were met', first.exitCode === 2 ? 1 : 0);
  const worker = await mementor(home, ['drain'], options);
  report.check('a worker on a full disk ends', worker.exitCode === 0, worker.stderr);
  const hook = await promptHook(home, options);
  report.check('a hook on a full disk is harmless', isHarmless(hook), hook.stdout);
}

async function goOn({ home, set, report }) {
  const before = turnsIn(rowsOf(home).rows);
  await handOver({ home, set });
  const drained = await mementor(home, ['drain']);
  const isDrained = drained.exitCode === 0 && isTakenIn({ home });
  report.check('what waits is taken in once there is room', isDrained);
  const again = await mementor(home, ['ingest', set.transcripts]);
  report.check('an ingest ends well once there is room', again.exitCode === 0, again.stderr);
  const { integrity, rows } = rowsOf(home);
  report.check('the store is sound', integrity === 'ok', integrity);
  const now = new Set(turnsIn(rows));
  const isThere = before.every((each) => now.has(each));
  report.check('what was committed is there', isThere);
  const differs = () => difference(rows, set.rows);
  report.check('a full disk comes to the undisturbed rows', isSame(rows, set.rows), differs);
}
