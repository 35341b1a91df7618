/** Renders what was masked, and what is left of it. Pure. */

import type { Scrubbed } from '../answers/scrub.ts';
import { isClean } from '../forget/proof.ts';
import { counted, countedTurns } from '../text/numbers.ts';
import { leftLines, proofLines, withoutPending } from './proof.ts';
import type { Style } from './style.ts';

export function renderScrubbed(scrubbed: Scrubbed, home: string, paint: Style): string {
  const {
    turns,
    agentTurns,
    changed,
    masked,
    cleaned,
    proof,
    places: names,
    isInPattern,
  } = scrubbed;
  const backups = cleaned.done.length;
  const places = backups === 0 ? '' : ` and ${counted(backups, 'backup')}`;
  const what = masked === 0 ? 'Nothing to mask' : `Masked ${counted(masked, 'secret')}`;
  const named = withoutPending(proof, cleaned.left);
  const isProven = masked > 0 || !isClean(named);
  const lines = [
    `${paint.green(what)}; looked through ${countedTurns(turns, agentTurns)}${places}.`,
    ...(changed > 0
      ? [`  ${counted(changed, 'turn')} changed, with all that is derived from them`]
      : []),
    ...leftLines(cleaned.left, home).map((line) => `  ${line}`),
    ...(isProven ? proofLines(named, 'them', cleaned.left.length > 0) : []).map(
      (line) => `  ${line}`,
    ),
    ...(names.length > 0 ? [`  ${placesLine(names)}`] : []),
    ...(isInPattern ? ['  The pattern itself stands in config.json, where `mask` names it.'] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const PLACES: Readonly<Record<string, string>> = {
  project: 'the name of a project',
  folder: 'the path of a folder',
  transcript: 'the path of a transcript',
};

/** Names of places are not masked: the memory would no longer recognise them. */
function placesLine(places: readonly string[]): string {
  const named = places.map((place) => PLACES[place] ?? place).join(' and ');
  return `It stays in memory.db as part of ${named}: the memory recognises its projects by them.`;
}
