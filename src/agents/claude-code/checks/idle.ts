/** Detects hooks that look right but captured nothing for days while Claude Code was used. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ifPossible } from '../../../errors/errors.ts';
import { homeOf, inboxOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import { isKeptOut, keptOutOf } from '../../../settings/kept-out.ts';
import { settingsInHook } from '../../../settings/read.ts';
import { localDay } from '../../../text/times.ts';
import { agents } from '../../find.ts';
import { receiptPath } from '../../settings-file/receipt.ts';
import { claudeConfigDir, projectTranscriptsFolder, transcriptsRoot } from '../paths.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A client that was started without hooks for a day or two is no reason for a warning. */
const IDLE_DAYS_MAX = 2;

export interface Idle {
  readonly capturedAtMs: number;
  readonly usedAtMs: number;
}

/** Says it with the days of both times. */
export function idleText({ capturedAtMs, usedAtMs }: Idle): string {
  const day = (ms: number) => localDay(ms) ?? 'an unknown day';
  const used = `${agents()[0].displayName} was used on ${day(usedAtMs)}`;
  return `nothing was captured since ${day(capturedAtMs)}, though ${used}`;
}

/** The places with our hooks, and whether one of them covers every project. */
export interface Covered {
  readonly paths: readonly string[];
  readonly everywhere: boolean;
}

/**
 * Returns when the hooks captured something last and when the client was used last, if days lie
 * between. It looks at the times of a few files and folders, and opens none.
 */
export function idleHooks(covered: Covered, context: Context): Idle | undefined {
  const capturedAtMs = lastCaptureMs(covered.paths, context);
  const usedAtMs = lastUseMs(covered, context);
  if (capturedAtMs === 0 || usedAtMs - capturedAtMs <= IDLE_DAYS_MAX * DAY_MS) return undefined;
  return { capturedAtMs, usedAtMs };
}

/** Returns when the hooks handed something over last, or were installed; 0 if neither is known. */
export function lastCaptureMs(paths: readonly string[], context: Context): number {
  const home = homeOf(context);
  // Every hook writes into the inbox, and the worker takes it out again.
  return newestOf([inboxOf(home), ...paths.map((path) => receiptPath(home, path))]);
}

function lastUseMs({ everywhere }: Covered, context: Context): number {
  const here = projectTranscriptsFolder(context);
  // An invalid setting has its own warning.
  const keptOut = ifPossible(() => keptOutOf(settingsInHook(context), context));
  if (keptOut === undefined || isKeptOut(keptOut, context.cwd)) return 0;
  // Sessions elsewhere may be excluded, and a transcript's folder does not tell whose it is.
  if (!everywhere || keptOut.exclude.length > 0) return newestOf([here]);
  // The client writes typed prompts there; a folder changes when a session starts in it, and also
  // when a transcript is restored.
  const typed = newestOf([join(claudeConfigDir(context), 'history.jsonl')]);
  if (typed > 0) return typed;
  const root = transcriptsRoot(context);
  return newestOf(namesIn(root).map((name) => join(root, name)));
}

function newestOf(paths: readonly string[]): number {
  return Math.max(0, ...paths.map(modifiedMs));
}

function modifiedMs(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
