/** What became worse against an earlier run. Ratios to a peer in the same run, as machines differ. */

/** What another run on the same machine may differ by. */
const RATIO_MORE_MAX = 1.15;
const VALUE_MORE_MAX = 1.05;
const RECALL_LESS_MAX = 0.005;

/** Returns a line for each regression, and one that says what was compared. */
export function regressions(before, now) {
  if (before === undefined) return ['there is no earlier run to compare with'];
  const ratios = pairs(before.ratios, now.ratios, isSameTime);
  const values = pairs(before.values, now.values, isSameValue);
  const worse = [...ratios.map(worseRatio), ...values.map(worseValue)].filter(Boolean);
  const compared = ratios.length + values.length;
  const since = `${before.date.slice(0, 10)} (${before.commit.slice(0, 7)})`;
  return [...worse, `${worse.length} of ${compared} numbers are worse than those of ${since}`];
}

/** Returns what was measured both times, as `[known, current]`. */
function pairs(before, now, isSame) {
  return now.flatMap((current) => {
    const known = before.find((other) => isSame(other, current));
    return known === undefined ? [] : [[known, current]];
  });
}

/** Time on the wall is other programs' as much as ours. */
function isSameTime(a, b) {
  return a.id === b.id && a.of === b.of && a.to === b.to && !a.id.includes('/wall/');
}

function isSameValue(a, b) {
  return a.id === b.id && a.engine === b.engine && b.better !== undefined;
}

function worseRatio([known, current]) {
  // Beyond what either run scattered by.
  if (current.q1 <= known.q3 * RATIO_MORE_MAX) return undefined;
  const to = `${places(current.median)} × ${current.to}, was ${places(known.median)} ×`;
  return `${current.id}, ${current.of}: ${to}`;
}

function worseValue([known, { id, engine, unit, better, value }]) {
  const isWorse =
    better === 'higher'
      ? value < known.value - RECALL_LESS_MAX
      : value > known.value * VALUE_MORE_MAX;
  if (!isWorse) return undefined;
  return `${id}, ${engine}: ${places(value)} ${unit}, was ${places(known.value)}`;
}

function places(value) {
  return Number(value.toPrecision(3)).toString();
}
