/**
 * Does to the store what machines do to it, for as long as asked:
 *
 *   npm run soak -- MINUTES [--seed TEXT] [--only FAULT] [--rounds N]
 *
 * A round does each fault once, with choices of its own; every fault is done at least once. The
 * line of a failure names the seed of its round: `--seed THAT --rounds 1` does the same again, as
 * far as a machine can (when a process is stopped is chosen by the seed; how far it is by then is
 * not). `--rounds` ends after so many rounds, whatever the time. Exit status: 0 all held, 1 not,
 * 2 misuse.
 */

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { busy } from './faults/busy.mjs';
import { clock } from './faults/clock.mjs';
import { crowd } from './faults/crowd.mjs';
import { damage } from './faults/damage.mjs';
import { foreignRepository } from './faults/foreign-repository.mjs';
import { forgotten } from './faults/forgotten.mjs';
import { fullDisk } from './faults/full-disk.mjs';
import { kill } from './faults/kill.mjs';
import { notes } from './faults/notes.mjs';
import { nothingLeft } from './faults/nothing-left.mjs';
import { readOnly } from './faults/read-only.mjs';
import { randomOf } from './random.mjs';
import { references } from './references.mjs';
import { openTally } from './tally.mjs';
import { buildRows, cli, openWorld } from './world.mjs';

/** By name; the weight says how often a round does it. */
const FAULTS = {
  kill: { work: kill, times: 4 },
  'nothing-left': { work: nothingLeft, times: 4 },
  notes: { work: notes, times: 1 },
  damage: { work: damage, times: 2 },
  forgotten: { work: forgotten, times: 2 },
  clock: { work: clock, times: 1 },
  'full-disk': { work: fullDisk, times: 1 },
  'read-only': { work: readOnly, times: 1 },
  crowd: { work: crowd, times: 1 },
  'foreign-repository': { work: foreignRepository, times: 1 },
  busy: { work: busy, times: 1 },
};

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string', default: 'Infinity' },
    },
  });
  const minutes = Number(positionals[0]);
  const rounds = Number(values.rounds);
  const names = Object.keys(FAULTS).filter(
    (name) => values.only === undefined || name === values.only,
  );
  if (positionals.length !== 1 || !(minutes >= 0) || !(rounds >= 1) || names.length === 0) {
    process.stderr.write(
      `usage: npm run soak -- MINUTES [--seed TEXT] [--rounds N] [--only ${Object.keys(FAULTS).join('|')}]\n`,
    );
    process.exit(2);
  }
  return { minutes, rounds, names, seed: values.seed ?? randomBytes(4).toString('hex') };
}

/** Does faults, round by round, until the time is over; `seed` decides on every choice. */
async function doRounds({ world, tally, expected, seed, names, rounds, until }) {
  for (let round = 0; round < rounds; round += 1) {
    const roundSeed = round === 0 ? seed : `${seed}.${round}`;
    for (const name of names) {
      const random = randomOf(`${roundSeed} ${name}`);
      const report = tally.of(name, `--seed ${roundSeed} --only ${name}`);
      for (let time = 0; time < FAULTS[name].times; time += 1) {
        // The first round is whole: each fault was there.
        if (round > 0 && performance.now() > until) break;
        await FAULTS[name].work({ world, random, report, expected });
      }
    }
    if (performance.now() > until) break;
  }
}

async function main() {
  const { minutes, ...choices } = options();
  if (!existsSync(cli)) throw new Error('Mementor is not built: run `npm install` first');
  buildRows();
  const until = performance.now() + minutes * 60_000;
  const world = openWorld();
  const tally = openTally();
  const stop = () => {
    world.remove();
    process.exit(130);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  process.stdout.write(`seed ${choices.seed}\n`);
  try {
    const expected = await references(world);
    await doRounds({ world, tally, expected, until, ...choices });
  } finally {
    world.remove();
  }
  process.exitCode = tally.close();
}

await main().catch((error) => {
  process.stderr.write(`error: ${error.stack}\n`);
  process.exitCode = 2;
});
