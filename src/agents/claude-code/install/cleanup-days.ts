/** The key of Claude Code's settings that says how long it keeps an unchanged transcript. */

import type { Node } from 'jsonc-parser';
import { propertyOf, valueIn } from '../../settings-file/settings-json.ts';

/** Returns the transcript retention in days; undefined if the file does not set it. */
export function cleanupDaysIn(root: Node): number | undefined {
  const days: unknown = valueIn(propertyOf(root, 'cleanupPeriodDays'))?.value;
  return typeof days === 'number' && Number.isInteger(days) && days >= 0 ? days : undefined;
}
