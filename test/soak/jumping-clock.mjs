/** Preloaded into a run: its clock jumps, by years and both ways, at every look. */

import { randomOf } from './random.mjs';

const YEAR_MS = 365 * 86_400_000;
const random = randomOf(process.env.MEMENTOR_SOAK_CLOCK ?? '');
const RealDate = Date;
const jumped = () => Math.floor(RealDate.now() + (random.share() - 0.5) * 40 * YEAR_MS);

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [jumped()] : args));
  }

  static now() {
    return jumped();
  }
};
