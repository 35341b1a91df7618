/** Medians and quartiles: one slow run of a busy machine moves neither. */

/** Returns a quantile by linear interpolation; `sorted` is in ascending order. */
function quantile(sorted, share) {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at));
}

/** Returns `{ median, q1, q3, n }`. */
export function summary(samples) {
  if (samples.length === 0) throw new Error('a summary of nothing');
  const sorted = [...samples].sort((a, b) => a - b);
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
  return { median, q1, q3, n: sorted.length };
}

/**
 * Returns the summary of `a[i] / b[i]`. Samples that belong together were taken right after one
 * another, so what else the machine did touches both.
 */
export function pairedRatio(a, b) {
  if (a.length !== b.length) throw new Error('samples that are no pairs');
  return summary(a.map((value, at) => value / b[at]));
}

/** Returns a sum. */
export function total(samples) {
  return samples.reduce((sum, value) => sum + value, 0);
}
