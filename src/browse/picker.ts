/** Runs the picker: keys change the state, the state is drawn, searches follow the typing. */

import { messageOf } from '../errors/errors.ts';
import type { Page } from '../output/layout/page.ts';
import type { Context } from '../process/context.ts';
import { cursorOf, panesOf, screenOf } from './screen.ts';
import { type Item, type Key, listed, pressed, START, type State } from './state.ts';
import { openScreen } from './terminal.ts';

/** A search starts when no key was pressed for so long. */
const PAUSE_MS = 150;

/** Where the picker gets its lists and texts from. */
export interface Source {
  /** Returns what to list for a query; for an empty one, the sessions. */
  readonly search: (query: string) => Promise<Pick<State, 'items' | 'status'>>;
  /** Returns the beginning of an item's text, at most so many lines. */
  readonly preview: (item: Item, columns: number, linesMax: number) => readonly string[];
  /** Shows an item whole; the terminal is free meanwhile. */
  readonly open: (item: Item) => Promise<void>;
}

/** Returns when the user leaves. */
export async function pick(source: Source, page: Page, context: Context): Promise<void> {
  const { keyboard, stdout, interrupted } = context;
  if (keyboard === undefined) return;
  let state = START;
  let timer: NodeJS.Timeout | undefined;
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let isDrawn = true;
  const drawNow = () => {
    isDrawn = true;
    const size = screen.size();
    const { previewColumns, previewRows } = panesOf(size);
    const item = state.items[state.selected];
    const preview = item ? source.preview(item, previewColumns, previewRows) : [];
    screen.draw(screenOf(state, preview, size, page), cursorOf(state, size));
  };
  // Pasted text is many keys at once.
  const draw = () => {
    if (isDrawn) setImmediate(drawNow);
    isDrawn = false;
  };
  const search = async () => {
    const { query } = state;
    state = listed(state, query, await found(source, query));
    draw();
  };
  const onKey = (text: string | undefined, key: Key) => {
    const change = pressed(state, text, key, panesOf(screen.size()).listRows);
    state = change.state;
    const item = state.items[state.selected];
    if (change.effect === 'leave') return leave();
    if (change.effect === 'open' && item !== undefined) {
      void screen.lend(() => source.open(item)).then(draw, draw);
      return;
    }
    if (change.effect === 'search') {
      clearTimeout(timer);
      timer = setTimeout(() => void search(), PAUSE_MS);
    }
    draw();
  };
  const screen = openScreen(stdout, keyboard, { onKey, onResize: () => draw() });
  interrupted.addEventListener('abort', leave, { once: true });
  try {
    await search();
    await left;
  } finally {
    clearTimeout(timer);
    screen.close();
  }
}

async function found(source: Source, query: string): Promise<Pick<State, 'items' | 'status'>> {
  try {
    return await source.search(query);
  } catch (error) {
    return { items: [], status: messageOf(error) };
  }
}
