/** Characters without a picture: they reorder, hide or carry others. Joiners have a use in some scripts. */

const INVISIBLE =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;
/** A second variation selector chooses nothing. */
const MORE_SELECTORS = /(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]+/gu;

/** Returns a text without them. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '').replace(MORE_SELECTORS, '');
}
