/** Who is told of a piece of work while it goes on. A terminal shows it; others may keep silent. */

export interface Watch {
  /** Tells of something that is not as it should be; the work goes on. */
  readonly warn: (text: string) => void;
  /** Tells of something that failed; the rest goes on. */
  readonly fail: (text: string) => void;
  /** Tells what is waited for. */
  readonly note: (text: string) => void;
  /** Begins to tell how far a piece of work is. */
  readonly progress: () => Progress;
}

export interface Progress {
  /** Shows a text, with the rate and the time left when it is known how much is done. */
  show(text: string, pace?: Pace): void;
  clear(): void;
}

export interface Pace {
  readonly unit: 'bytes' | 'chunks' | 'turns';
  readonly done: number;
  readonly total: number;
  /** What of `done` was work: the rate is measured by it. */
  readonly worked: number;
}

const nothing = () => {};

export const SILENT: Watch = {
  warn: nothing,
  fail: nothing,
  note: nothing,
  progress: () => ({ show: nothing, clear: nothing }),
};
