/** What the picker shows, and what a key changes. Pure. */

/** A session or a hit in the list. */
export interface Item {
  /** Of the session or the turn. */
  readonly id: string;
  readonly atMs: number;
  /** The project, if several are listed. */
  readonly project?: string | undefined;
  readonly prompt: string;
}

export interface State {
  readonly query: string;
  readonly items: readonly Item[];
  readonly selected: number;
  /** What is known about the list: how many, or why there is nothing. */
  readonly status: string;
}

export const START: State = { query: '', items: [], selected: 0, status: '' };

/** A key as node:readline names it. */
export interface Key {
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
}

/** What is to be done beside the change. */
export type Effect = 'search' | 'open' | 'leave' | undefined;

export interface Change {
  readonly state: State;
  readonly effect?: Effect;
}

const MOVES: Readonly<Record<string, (selected: number, page: number, last: number) => number>> = {
  up: (selected) => selected - 1,
  down: (selected) => selected + 1,
  pageup: (selected, page) => selected - page,
  pagedown: (selected, page) => selected + page,
  home: () => 0,
  end: (_, __, last) => last,
};

/** Ctrl and a letter, as in a shell. */
const CTRL: Readonly<Record<string, string>> = { p: 'up', n: 'down', c: 'escape', d: 'escape' };

/** Returns the state after a key; `page` is how many items the list shows at once. */
export function pressed(state: State, text: string | undefined, key: Key, page: number): Change {
  const name = (key.ctrl ? CTRL[key.name ?? ''] : key.name) ?? '';
  const move = MOVES[name];
  if (move !== undefined) return { state: moved(state, move, page) };
  if (name === 'escape') return { state, effect: 'leave' };
  if (name === 'return' || name === 'enter') {
    return { state, effect: state.items.length > 0 ? 'open' : undefined };
  }
  const query = typed(state.query, text, key);
  return query === state.query ? { state } : { state: { ...state, query }, effect: 'search' };
}

function moved(state: State, move: (typeof MOVES)[string], page: number): State {
  const last = Math.max(0, state.items.length - 1);
  const selected = Math.min(last, Math.max(0, move(state.selected, page, last)));
  return { ...state, selected };
}

function typed(query: string, text: string | undefined, { name, ctrl, meta }: Key): string {
  if (name === 'backspace') return query.replace(/\P{M}\p{M}*$/u, '');
  if (ctrl && name === 'u') return '';
  if (ctrl && name === 'w') return query.replace(/\S+\s*$/, '');
  const isPrintable = text !== undefined && !ctrl && !meta && /^\P{Cc}+$/u.test(text);
  return isPrintable ? query + text : query;
}

/** Returns the state with a new list; what was found for an older query is left out. */
export function listed(
  state: State,
  query: string,
  { items, status }: Pick<State, 'items' | 'status'>,
): State {
  return query === state.query ? { ...state, items, status, selected: 0 } : state;
}
