/** Stored text for a model that reads it: nothing in it can pose as anything but text. */

import { native } from '../memory.ts';

/** Returns a text of several lines that is nothing but text. */
export function harmless(text: string): string {
  return native().harmless(text);
}

/** Returns a text on one line that is nothing but text. */
export function harmlessLine(text: string): string {
  // Twice: what is harmless on two lines may mean something on one.
  return harmless(harmless(text).replace(/\s+/g, ' '));
}
