/** A clock that jumps, files from the past and the future, lines whose times go backwards. */

import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { handOver, isTakenIn } from '../hand-over.mjs';
import { checkRows, isHarmless, mementor, promptHook, rowsOf, settled } from '../world.mjs';

const PRELOAD = new URL('../jumping-clock.mjs', import.meta.url).href;
const PIECES = 3;
const YEAR_S = 365 * 86_400;

export async function clock({ world, random, report, expected }) {
  const files = disordered(expected.words, random);
  const [undisturbed, home] = [world.newHome(), world.newHome()];
  // One folder for both: where nothing else names it, it is a transcript's project.
  const transcripts = world.newFolder('transcripts');
  for (const [name, lines] of files) write(transcripts, name, lines);
  await mementor(undisturbed, ['ingest', transcripts]);
  const wanted = asWritten(rowsOf(undisturbed).rows);

  for (let piece = 1; piece <= PIECES; piece += 1) {
    const paths = files.map(([name, lines]) => {
      const part = lines.slice(0, Math.ceil((lines.length * piece) / PIECES));
      return atAnyTime(write(transcripts, name, part), random);
    });
    await takeIn({ home, transcripts, paths, random, report });
  }
  report.did('jumping clocks');
  await settled(home);
  checkRows(home, wanted, 'a jumping clock comes to the undisturbed rows', report, asWritten);
  world.discard(home);
}

/**
 * Rows without what the time of reading decides: where the times of a turn are, whose clock was
 * ahead of it. The entries keep their times as they were written.
 */
function asWritten(rows) {
  return rows.map((row) =>
    row
      .replace(/^(turn .*?) Integer\(-?\d+\) Integer\(-?\d+\)/, '$1')
      .replace(/^(document .*) -?\d+( \d+ \d+ \w+ \w+)$/, '$1$2')
      .replace(/^note .*/, (note) =>
        note.replaceAll(/(?<=[:( ])-?\d{9,}\b/g, '_').replaceAll(/\bid: "[0-9a-f]{32}"/g, 'id: _'),
      )
      .replaceAll(/clock_ms: -?\d+/g, 'clock_ms: _'),
  );
}

/** Gives a file a time of the past or the future; returns its path. */
function atAnyTime(path, random) {
  const at = Date.now() / 1_000 + (random.share() - 0.5) * 40 * YEAR_S;
  utimesSync(path, at, Math.max(0, at));
  return path;
}

async function takeIn({ home, transcripts, paths, random, report }) {
  const jumping = () => ({
    preload: PRELOAD,
    env: { MEMENTOR_SOAK_CLOCK: String(random.share()) },
  });
  if (random.chance(0.5)) {
    await handOver({ home, set: { paths } });
    const done = await mementor(home, ['drain'], jumping());
    const isDrained = done.exitCode === 0 && isTakenIn({ home });
    report.check('a worker whose clock jumps takes all in', isDrained);
  } else {
    const done = await mementor(home, ['ingest', transcripts], jumping());
    report.check('an ingest whose clock jumps ends well', done.exitCode === 0, done.stderr);
  }
  const hook = await promptHook(home, jumping());
  report.check('a hook whose clock jumps is harmless', isHarmless(hook), hook.stdout);
  const asked = ['query', 'retry queue last week', '--all-projects'];
  const query = await mementor(home, asked, jumping());
  report.check('a query whose clock jumps is answered', query.exitCode <= 1, query.stderr);
}

/** Some transcripts of a set, as lines whose times jump. */
function disordered({ transcripts, paths }, random) {
  return paths
    .filter(() => random.chance(0.3))
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      return [relative(transcripts, path), lines.map((line) => jumped(line, random))];
    });
}

function jumped(line, random) {
  if (random.chance(0.6)) return line;
  const at = new Date((random.share() - 0.2) * 2 * Date.now()).toISOString();
  return line.replace(/("timestamp": ?)"[^"]*"/, `$1"${at}"`);
}

function write(folder, name, lines) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.join(''));
  return path;
}
