/** What became worse against an earlier run. Ratios to a peer in the same run, as machines differ. */

/** What another run on the same machine may differ by. */
const RATIO_MORE_MAX = 1.15;
const VALUE_MORE_MAX = 1.05;
const RECALL_LESS_MAX = 0.005;

/** Returns a line for each regression, and one that says what was compared. */
export function regressions(before, now) {
  if (before === undefined) return ['there is no earlier run to compare with'];
  const lines = [];
  let compared = 0;
  const each = (kind, same, line) => {
    for (const current of now[kind]) {
      const known = before[kind].find((other) => same(other, current));
      if (known === undefined) continue;
      compared += 1;
      const found = line(known, current);
      if (found !== undefined) lines.push(found);
    }
  };
  const sameRatio = (a, b) => a.id === b.id && a.of === b.of && a.to === b.to;
  // Time on the wall is other programs' as much as ours.
  const sameTime = (a, b) => sameRatio(a, b) && !a.id.includes('/wall/');
  each('ratios', sameTime, (known, current) => {
    // Beyond what either run scattered by.
    if (current.q1 <= known.q3 * RATIO_MORE_MAX) return undefined;
    const to = `${places(current.median)} × ${current.to}, was ${places(known.median)} ×`;
    return `${current.id}, ${current.of}: ${to}`;
  });
  const sameValue = (a, b) => a.id === b.id && a.engine === b.engine && b.better !== undefined;
  each('values', sameValue, (known, current) => {
    const { better, value } = current;
    const worse =
      better === 'higher'
        ? value < known.value - RECALL_LESS_MAX
        : value > known.value * VALUE_MORE_MAX;
    if (!worse) return undefined;
    const was = `${places(value)} ${current.unit}, was ${places(known.value)}`;
    return `${current.id}, ${current.engine}: ${was}`;
  });
  const since = `${before.date.slice(0, 10)} (${before.commit.slice(0, 7)})`;
  lines.push(`${lines.length} of ${compared} numbers are worse than those of ${since}`);
  return lines;
}

function places(value) {
  return Number(value.toPrecision(3)).toString();
}
