/**
 * Pieces cut to a budget of tokens, so that a reader still sees which answer belongs to which
 * prompt, and where something is left out. Pure.
 */

import { counted } from '../text/numbers.ts';
import { cutToTokens, tokensIn } from '../text/tokens.ts';
import type { Part, Piece } from './pieces.ts';

/** What is kept of a list, by its place there. */
type Kept = ReadonlyMap<number, string>;

/** How much further a line is indented for each level. */
const INSET = '  ';

const RAISE = 'raise `budget`';
const READ_OR_RAISE = `read a turn by its id, or ${RAISE}`;

/** The frame of the hint. */
const HINT_TOKENS = 6;
/** A mark of what is left out. */
const GAP_TOKENS = 9;
/** Less of a text is of no use. */
const TEXT_TOKENS_MIN = 12;
/** A turn of a session is left out that has no room for this of its prompt and of its answer. */
const PART_TOKENS_MIN = 34;
/** Of the room beyond that, what goes to the parts between the prompt and the last answer. */
const BETWEEN_SHARE = 0.4;
/** Of those, none takes more than this share of what is left. */
const SHARE_MAX = 0.6;

/** Returns as much of a piece as fits into a budget. */
export function fittedPiece(piece: Piece, tokens: number): string {
  const all = whole(piece, '');
  if (costOf(all) <= tokens) return all;
  const hint = piece.turns === undefined ? RAISE : READ_OR_RAISE;
  const text = fitted(piece, tokens - tokensIn(hint) - HINT_TOKENS, '');
  return `${text}\n${INSET}(cut: ${hint})`;
}

/** Returns what a piece costs when nothing is left out. */
export function costOfPiece(piece: Piece): number {
  return costOf(whole(piece, ''));
}

/** Divides a budget: everything gets the same, and the others may take what a small one leaves. */
export function shares(costs: readonly number[], tokens: number): number[] {
  const given = costs.map(() => 0);
  const bySize = [...costs.entries()].sort(([, a], [, b]) => a - b);
  let left = tokens;
  for (const [done, [at, cost]] of bySize.entries()) {
    const share = Math.min(cost, Math.max(0, Math.floor(left / (costs.length - done))));
    given[at] = share;
    left -= share;
  }
  return given;
}

function whole(piece: Piece, inset: string): string {
  const within = inset + INSET;
  const { parts, turns = [] } = piece;
  const list = [
    ...parts.map((part) => shownPart(part, within)),
    ...turns.map((turn) => whole(turn, within)),
  ];
  return composed(piece, list, inset);
}

function fitted(piece: Piece, tokens: number, inset: string): string {
  const all = whole(piece, inset);
  if (costOf(all) <= tokens) return all;
  const within = inset + INSET;
  const left = tokens - costOf(composed(piece, [], inset)) - GAP_TOKENS;
  const { parts, turns } = piece;
  const list =
    turns === undefined
      ? withGaps(keptParts(parts, left, within), parts.length, partsGap, within)
      : withGaps(keptTurns(turns, left, within), turns.length, turnsGap, within);
  return composed(piece, list, inset);
}

function composed({ head }: Piece, list: readonly string[], inset: string): string {
  return [head.replace(/^/gm, inset), ...list].join('\n');
}

/** The first turn and the last ones, each with some of its prompt and of its answer. */
function keptTurns(turns: readonly Piece[], tokens: number, inset: string): Kept {
  const costs = turns.map((turn) => costOf(whole(turn, inset)) + GAP_TOKENS);
  const chosen: number[] = [];
  let room = tokens;
  for (const at of firstThenFromTheEnd(turns.length)) {
    room -= Math.min(costs[at] as number, leastOf(turns[at] as Piece, inset));
    if (room < 0) break;
    chosen.push(at);
  }
  const given = shares(
    chosen.map((at) => costs[at] as number),
    tokens,
  );
  return new Map(
    chosen.map((at, place) => {
      const share = (given[place] as number) - GAP_TOKENS;
      return [at, fitted(turns[at] as Piece, share, inset)];
    }),
  );
}

function firstThenFromTheEnd(count: number): number[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? 0 : count - at));
}

function leastOf(turn: Piece, inset: string): number {
  const { length } = turn.parts;
  const frame = costOf(composed(turn, [], inset)) + 2 * GAP_TOKENS;
  return frame + Math.min(2, length) * PART_TOKENS_MIN;
}

/**
 * What the person said and what was answered last come first. Of the rest the longer answers come
 * before the shorter, which mostly announce a call, and these before calls from the last one back.
 */
function keptParts(parts: readonly Part[], tokens: number, inset: string): Kept {
  const costs = parts.map((part) => costOf(shownPart(part, inset)) + GAP_TOKENS);
  const isSpoken = ({ by }: Part) => by === 'agent' || by === 'note';
  const last = parts.findLastIndex(isSpoken);
  const places = [...parts.keys()];
  const isMain = (at: number) => parts[at]?.by === 'person' || at === last;
  const main = places.filter(isMain);
  const rest = places
    .filter((at) => !isMain(at))
    .sort((a, b) => worthOf(parts[b] as Part) - worthOf(parts[a] as Part) || b - a);
  const kept = new Map<number, string>();
  let left = tokens;
  const keep = (at: number, most: number): boolean => {
    const part = cutPart(parts[at] as Part, Math.floor(most) - GAP_TOKENS, inset);
    if (part === undefined) return false;
    const shown = shownPart(part, inset);
    kept.set(at, shown);
    left -= costOf(shown) + GAP_TOKENS;
    return true;
  };

  const sum = (list: readonly number[]) => list.reduce((all, at) => all + (costs[at] as number), 0);
  const beyond = Math.max(0, tokens - main.length * PART_TOKENS_MIN);
  const between = Math.min(sum(rest), Math.floor(beyond * BETWEEN_SHARE));
  const given = shares(
    main.map((at) => costs[at] as number),
    tokens - between,
  );
  for (const [place, at] of main.entries()) keep(at, given[place] as number);
  for (const at of rest) {
    const most = rest.length === 1 ? left : left * SHARE_MAX;
    if (!keep(at, Math.min(most, costs[at] as number))) break;
  }
  return kept;
}

function worthOf({ by, text }: Part): number {
  return by === 'agent' ? text.length : 0;
}

/** Returns the beginning of a part that fits, or undefined if that is too short to be of use. */
function cutPart(part: Part, tokens: number, inset: string): Part | undefined {
  const costWith = (text: string) => costOf(shownPart({ ...part, text }, inset));
  let over = costWith(part.text) - tokens;
  if (over <= 0) return part;
  // A new line costs its inset too.
  for (let room = tokens - costWith(''); room >= TEXT_TOKENS_MIN; room -= over) {
    const text = cutToTokens(part.text, room);
    over = costWith(text) - tokens;
    if (over <= 0) return { ...part, text };
  }
  return undefined;
}

/** Returns what is kept in its order, with a mark wherever something is missing. */
function withGaps(
  kept: Kept,
  length: number,
  gap: (count: number, inset: string) => string,
  inset: string,
): string[] {
  const places = [...kept.keys(), length].sort((a, b) => a - b);
  return places.flatMap((at, place) => {
    const missing = at - (place === 0 ? 0 : (places[place - 1] as number) + 1);
    const one = kept.get(at);
    return [...(missing > 0 ? [gap(missing, inset)] : []), ...(one === undefined ? [] : [one])];
  });
}

function partsGap(count: number, inset: string): string {
  return `${inset}(${count} left out)`;
}

function turnsGap(count: number, inset: string): string {
  return `${inset}(${counted(count, 'turn')} left out)`;
}

function shownPart({ by, text }: Part, inset: string): string {
  return `${inset}${by}: ${text.replace(/\n/g, `\n${inset}`)}`;
}

function costOf(text: string): number {
  return tokensIn(text) + 1;
}
