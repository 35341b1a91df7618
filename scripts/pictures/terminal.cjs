/**
 * Loaded before the program, so that a picture does not depend on when and where it is made: a
 * terminal of a given width, and a clock that stands still (each look at the uptime takes 10 ms).
 */

const { PICTURE_COLUMNS, PICTURE_NODE, PICTURE_TIME } = process.env;

const nowMs = Date.parse(PICTURE_TIME);
const RealDate = Date;

class FixedDate extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [nowMs] : parts));
  }
  static now() {
    return nowMs;
  }
}

globalThis.Date = FixedDate;
let uptimeMs = 60;
process.uptime = () => {
  uptimeMs += 10;
  return uptimeMs / 1_000;
};
process.execPath = PICTURE_NODE;
if (PICTURE_COLUMNS !== undefined) {
  for (const stream of [process.stdout, process.stderr]) {
    stream.isTTY = true;
    stream.columns = Number(PICTURE_COLUMNS);
    stream.rows = 50;
  }
}
