/** Which figures in instructions cost more than the committed ones. */

/** The same build differs from run to run by less than 2 %. */
const MORE_MAX = 1.1;

/** Returns why two counts cannot be compared; undefined when they can. */
export function incomparable(before, now) {
  const differs = ['arch', 'node'].filter((field) => before[field] !== now[field]);
  if (differs.length === 0) return undefined;
  const of = (counted) => differs.map((field) => `${field} ${counted[field]}`).join(', ');
  return `the committed figures are of ${of(before)}, and this is ${of(now)}`;
}

/** Returns a line for each figure that costs more than it may. */
export function costlier(before, now) {
  return Object.entries(now.figures).flatMap(([name, value]) => {
    const known = before.figures[name];
    if (known === undefined || value <= known * MORE_MAX) return [];
    const more = `${((value / known - 1) * 100).toFixed(1)} % more`;
    return [`${name}: ${millions(value)} million instructions, ${more} than ${millions(known)}`];
  });
}

export function millions(instructions) {
  return (instructions / 1e6).toFixed(2);
}
