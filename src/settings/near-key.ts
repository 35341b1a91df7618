/** Finds misspelt keys in config.json: a misspelt `exclude` would exclude nothing. Pure. */

import { distance } from '../text/distance.ts';

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
