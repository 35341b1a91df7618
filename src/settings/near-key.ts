/** Finds misspelt keys in config.json: a misspelt `exclude` would exclude nothing. Pure. */

/**
 * How many letters may be wrong: fewer in a short word, because other words are close to it too.
 */
const ERRORS_MAX = { exclude: 2, mask: 1 } as const;

/** Inflected forms of the words. */
const FORMS = { exclude: /^exclud(?:es|ed|ing)$/, mask: /^mask(?:s|ed|ing)$/ } as const;

/** Returns which of the excluding and masking settings an unknown key probably means. */
export function meantBy(key: string): keyof typeof ERRORS_MAX | undefined {
  const word = key.toLowerCase().replace(/[^a-z]/g, '');
  // The opposite is not a misspelling.
  if (word.startsWith('includ')) return undefined;
  const isNear = (name: keyof typeof ERRORS_MAX) =>
    FORMS[name].test(word) ||
    (Math.abs(word.length - name.length) <= ERRORS_MAX[name] &&
      distance(word, name) <= ERRORS_MAX[name]);
  return (['exclude', 'mask'] as const).find(isNear);
}

/** The Damerau-Levenshtein distance: letters that are wrong, missing, superfluous or swapped. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j++) {
      const changed = cell(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(changed, cell(i - 1, j) + 1, cell(i, j - 1) + 1, swapped));
    }
  }
  return cell(one.length, other.length);
}
