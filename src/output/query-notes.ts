/** Renders how a query was understood, above its hits. Pure. */

import { oneLine } from '../text/lines.ts';
import { localTime } from '../text/times.ts';
import type { Page } from './layout/page.ts';
import { hanging } from './layout/wrap.ts';

/** How the core understood a query; a field is missing where there is nothing to tell. */
export interface Understood {
  /** Words that were searched instead of misspelt ones. */
  readonly corrected?: readonly { readonly from: string; readonly to: string }[];
  /** No turn contains the rare words that were asked for. */
  readonly nearest?: boolean;
  /** These words; without them, the whole query is named. */
  readonly missing?: readonly string[];
  /** The query was taken as a range of time. */
  readonly asDate?: { readonly sinceMs: number; readonly untilMs: number };
  /** The share of the project's text that cannot be searched by meaning yet, from 0 to 1. */
  readonly waitingShare?: number;
}

/** Returns the warning that much of the memory is searched by words alone; else nothing. */
export function waitingText({ waitingShare = 0 }: Understood): string | undefined {
  const percent = Math.round(waitingShare * 100);
  if (percent < 1) return undefined;
  return `${percent} % of this is not yet searchable by meaning; \`mementor ingest --all\` finishes it`;
}

/** Returns the lines to print before the hits, none if the query was taken as it stands. */
export function understoodLines(
  { corrected = [], nearest, missing, asDate }: Understood,
  text: string,
  { width, paint }: Page,
): string[] {
  const instead = corrected.map(({ from, to }) => `${oneLine(to)} (not ${oneLine(from)})`);
  const words = missing !== undefined && missing.length > 0 ? missing.join(', ') : `"${text}"`;
  const sentences = [
    ...(instead.length > 0 ? [`Searched for ${instead.join(', ')}.`] : []),
    ...(asDate === undefined ? [] : [`Searched by time: ${spanOf(asDate)}.`]),
    ...(nearest === true ? [`No turn contains ${oneLine(words)}; the nearest:`] : []),
  ];
  const lines = sentences.flatMap((sentence) => hanging('', paint.yellow(sentence), width));
  return lines.length === 0 ? [] : [...lines, ''];
}

function spanOf({ sinceMs, untilMs }: { sinceMs: number; untilMs: number }): string {
  const [from = 'unknown', to = 'unknown'] = [localTime(sinceMs), localTime(untilMs)];
  return `${from} to ${to}`;
}
