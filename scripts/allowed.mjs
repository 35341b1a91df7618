/** Which licences and sources the dependencies have, against what `deny.toml` allows. */

/** Lock files leave the address out where npm is told so; then it is this one. */
const NPM_REGISTRY = 'https://registry.npmjs.org/';

/** Returns the strings of a list `key = […]` of a TOML text. */
export function listIn(toml, key) {
  const list = new RegExp(`^${key} = \\[([^\\]]*)\\]`, 'm').exec(toml)?.[1];
  if (list === undefined) throw new Error(`there is no list \`${key}\``);
  return [...list.matchAll(/"([^"]*)"/g)].map(([, text]) => text);
}

/**
 * Whether an SPDX expression can be met by allowed licences alone. `/` is how old crates write OR;
 * AND binds closer than OR, and a licence WITH an exception is one of its own.
 */
export function isAllowed(expression, allowed) {
  const words = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? [];
  const follows = (word) => words[0] === word && words.shift() === word;
  const licence = () => {
    const name = words.shift();
    return allowed.includes(follows('WITH') ? `${name} WITH ${words.shift()}` : name);
  };
  const group = () => {
    if (!follows('(')) return licence();
    const holds = choice();
    return follows(')') && holds;
  };
  const all = () => {
    let holds = group();
    while (follows('AND')) holds = group() && holds;
    return holds;
  };
  const choice = () => {
    let holds = all();
    while (follows('OR')) holds = all() || holds;
    return holds;
  };
  return choice() && words.length === 0;
}

/** Returns a line for each crate of `cargo metadata` that may not be used. */
export function refusedCrates({ packages, workspace_members: own }, { licences, registries }) {
  const isKnown = ({ id, source }) =>
    source === null
      ? own.includes(id)
      : registries.some((registry) => source === `registry+${registry}`);
  return packages.flatMap((each) => [
    ...refusedLicence(`${each.name} ${each.version}`, each.license, licences),
    ...(isKnown(each) ? [] : [`${each.name} ${each.version} is from ${each.source ?? each.id}`]),
  ]);
}

/**
 * Returns a line for each package of a package-lock.json that may not be used. Licences count for
 * those alone that come along with Mementor, not for tools.
 */
export function refusedPackages({ packages }, licences) {
  const others = Object.entries(packages).filter(([path]) => path !== '');
  return others.flatMap(([path, { version, license, dev, resolved = NPM_REGISTRY }]) => {
    const name = `${path.replace(/^.*node_modules\//, '')} ${version}`;
    return [
      ...(dev ? [] : refusedLicence(name, license, licences)),
      ...(resolved.startsWith(NPM_REGISTRY) ? [] : [`${name} is from ${resolved}`]),
    ];
  });
}

function refusedLicence(name, licence, allowed) {
  if (licence == null) return [`${name} names no licence`];
  return isAllowed(licence, allowed) ? [] : [`${name} has the licence ${licence}`];
}
