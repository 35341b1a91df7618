/** What undisturbed stores hold: what every disturbed one must come to. */

import { writeTranscripts } from './conversations.mjs';
import { mementor, rowsOf } from './world.mjs';

/** Two sets of transcripts: many words, and fewer with vectors. */
const SETS = {
  words: { vectors: false, files: { long: 3 } },
  vectors: { vectors: true, files: { sessions: 5, odd: false } },
};

/** Returns for each set its transcripts, the home of an undisturbed ingest, and its rows. */
export async function references(world) {
  const made = {};
  for (const [name, { vectors, files }] of Object.entries(SETS)) {
    const transcripts = world.newFolder('transcripts');
    const paths = writeTranscripts(transcripts, files);
    const home = world.newHome();
    const began = performance.now();
    const done = await mementor(home, ['ingest', transcripts], { vectors });
    const tookMs = performance.now() - began;
    const { integrity, rows } = rowsOf(home);
    if (done.exitCode !== 0 || integrity !== 'ok' || rows.length === 0) {
      throw new Error(`an undisturbed ingest fails: ${done.stderr}${integrity}`);
    }
    made[name] = { name, vectors, transcripts, paths, home, rows, tookMs };
  }
  return made;
}
