/** Receives messages and progress of running work. A terminal shows them; others may be silent. */

export interface Watch {
  /** Reports a warning; the work continues. */
  readonly warn: (text: string) => void;
  /** Reports a failure; the rest of the work continues. */
  readonly fail: (text: string) => void;
  /** Reports what the work waits for. */
  readonly note: (text: string) => void;
  /** Starts reporting the progress of a piece of work. */
  readonly progress: () => Progress;
}

export interface Progress {
  /** Shows a text, with the rate and the time left if the progress is known. */
  show(text: string, pace?: Pace): void;
  clear(): void;
}

export interface Pace {
  /** `share` is what only a percentage says something about. */
  readonly unit: 'bytes' | 'share' | 'turns';
  readonly done: number;
  readonly total: number;
  /** The part of `done` that took work: the rate is computed from it. */
  readonly worked: number;
}

const nothing = () => {};

export const SILENT: Watch = {
  warn: nothing,
  fail: nothing,
  note: nothing,
  progress: () => ({ show: nothing, clear: nothing }),
};
