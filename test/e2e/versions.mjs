/** Tells whether a client's version, such as `2.1.47`, came before another one. */
export function isOlder(version, other) {
  const [parts, others] = [version, other].map((each) => each.split('.').map(Number));
  const index = parts.findIndex((part, at) => part !== others[at]);
  return index >= 0 && parts[index] < others[index];
}
