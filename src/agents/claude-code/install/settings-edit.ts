/** Adds our hooks to a settings file's text and removes them. Pure. */

import { getNodeValue, type Node } from 'jsonc-parser';
import {
  type Handler,
  HOOK_EVENTS,
  type HookEvent,
  type Hooks,
  isOwnCommand,
} from './hook-command.ts';
import {
  applyEdit,
  type Edit,
  insertItem,
  insertProperty,
  removeNode,
  replaceNode,
} from './json-edit.ts';
import {
  itemsOf,
  keyOf,
  parseSettings,
  propertiesOf,
  propertyOf,
  type Settings,
  valueIn,
} from './settings-json.ts';
import { revert, type Undo, undoOf } from './undo.ts';

/** What is known about a file besides its text. */
export interface About {
  /** The file's name, for errors. */
  readonly file: string;
  /** The undo of our last change, from the receipt. */
  readonly undo?: Undo | undefined;
}

export interface Enabled {
  readonly text: string;
  readonly changed: boolean;
  readonly added: readonly string[];
  readonly updated: readonly string[];
  /** Restores the file without our hooks; undefined if nothing changed. */
  readonly undo: Undo | undefined;
}

export interface Disabled {
  /**
   * Undefined if the file should be deleted: enable created it, and nobody has changed it since.
   */
  readonly text: string | undefined;
  readonly changed: boolean;
  readonly removed: readonly string[];
}

export type HookState = 'ours' | 'stale' | 'missing';

/** Returns the text with each of our hooks exactly once, and everything else unchanged. */
export function enableIn(text: string | undefined, hooks: Hooks, about: About): Enabled {
  const added = new Set<string>();
  const updated = new Set<string>();
  // After an update, disable must not restore the older hooks.
  const before = text === undefined ? undefined : disableIn(text, hooks, about).text;
  let current = text ?? '{}\n';
  for (;;) {
    const settings = parseSettings(current, about.file);
    const step = nextStep(settings, hooks);
    if (!step) break;
    for (const event of step.events) {
      if (step.adds) added.add(event);
      else if (!added.has(event)) updated.add(event);
    }
    current = settings.bom + applyEdit(settings.text, step.edit);
  }
  const changed = current !== text;
  const undo = changed ? undoOf(before, current) : undefined;
  return { text: current, changed, added: [...added], updated: [...updated], undo };
}

/** Returns the text without our hooks: the previous text if the undo matches, else edited. */
export function disableIn(text: string, hooks: Hooks, about: About): Disabled {
  const removed = new Set(ownEntries(parseSettings(text, about.file), hooks).map(eventOf));
  const reverted = about.undo && revert(text, about.undo);
  let current = reverted ? reverted.text : text;
  while (current !== undefined) {
    const settings = parseSettings(current, about.file);
    const [entry] = ownEntries(settings, hooks);
    if (!entry) break;
    current = settings.bom + applyEdit(settings.text, removal(entry));
  }
  return { text: current, changed: current !== text, removed: [...removed] };
}

/** Returns for each event whether our hook is missing, stale or correct. */
export function inspectHooks(
  text: string | undefined,
  hooks: Hooks,
  about: About,
): Record<HookEvent, HookState> {
  const entries = text === undefined ? [] : ownEntries(parseSettings(text, about.file), hooks);
  const stateOf = (event: HookEvent): HookState => {
    const own = entries.filter((entry) => entry.event === event);
    const [first] = own;
    if (!first) return 'missing';
    return own.length === 1 && isExact(first, hooks.wanted[event]) ? 'ours' : 'stale';
  };
  return {
    SessionStart: stateOf('SessionStart'),
    UserPromptSubmit: stateOf('UserPromptSubmit'),
    Stop: stateOf('Stop'),
    PreCompact: stateOf('PreCompact'),
    SessionEnd: stateOf('SessionEnd'),
  };
}

/** One of our handlers, with its containers. */
interface Entry {
  readonly event: string;
  readonly handler: Node;
  readonly group: Node;
  readonly list: Node;
  readonly hooks: Node;
}

interface Step {
  readonly events: readonly string[];
  readonly edit: Edit;
  readonly adds: boolean;
}

/**
 * Returns the next edit towards the enabled text. The text is parsed again after each, so edits
 * cannot overlap.
 */
function nextStep(settings: Settings, hooks: Hooks): Step | undefined {
  const entries = ownEntries(settings, hooks);
  const stray = entries.find((entry) => !isOwnEvent(entry.event));
  if (stray) return { events: [stray.event], edit: removal(stray), adds: false };
  if (!valueIn(propertyOf(settings.root, 'hooks'))) return allAtOnce(settings, hooks);
  for (const event of HOOK_EVENTS) {
    const wanted = hooks.wanted[event];
    const own = entries.filter((entry) => entry.event === event);
    const kept = own.find((entry) => isExact(entry, wanted)) ?? own[0];
    if (!kept) return { events: [event], edit: addition(settings, event, wanted), adds: true };
    const surplus = own.find((entry) => entry !== kept);
    const edit = surplus ? removal(surplus) : correction(settings, kept.handler, wanted);
    if (edit) return { events: [event], edit, adds: false };
  }
  return undefined;
}

function ownEntries({ root }: Settings, hooks: Hooks): Entry[] {
  const section = propertyOf(root, 'hooks');
  const isOwn = ({ handler }: Entry): boolean => {
    const command: unknown = valueIn(propertyOf(handler, 'command'))?.value;
    return typeof command === 'string' && isOwnCommand(command, hooks.known);
  };
  return propertiesOf(valueIn(section)).flatMap((list) =>
    itemsOf(valueIn(list)).flatMap((group) =>
      itemsOf(valueIn(propertyOf(group, 'hooks')))
        .map((handler) => ({ event: keyOf(list), handler, group, list, hooks: section ?? root }))
        .filter(isOwn),
    ),
  );
}

function eventOf(entry: Entry): string {
  return entry.event;
}

function isOwnEvent(event: string): boolean {
  return HOOK_EVENTS.some((each) => each === event);
}

function isExact({ handler }: Entry, wanted: Handler): boolean {
  const found: Record<string, unknown> = getNodeValue(handler);
  if (propertyOf(handler, 'args')) return false;
  return (['type', 'command', 'timeout'] as const).every((key) => found[key] === wanted[key]);
}

/** Returns the first edit that one of our handlers needs; keys that a user added stay. */
function correction(settings: Settings, handler: Node, wanted: Handler): Edit | undefined {
  // With `args`, newer clients would run our whole shell line as a program name.
  const args = propertyOf(handler, 'args');
  if (args) return removeNode(args);
  for (const [key, value] of Object.entries(wanted)) {
    const node = valueIn(propertyOf(handler, key));
    if (!node) return insertProperty(settings.text, handler, key, value);
    if (node.value !== value) return replaceNode(node, value);
  }
  return undefined;
}

/** If there are no hooks yet, one edit adds all of them. */
function allAtOnce({ text, root }: Settings, { wanted }: Hooks): Step {
  const lists = HOOK_EVENTS.map((event) => [event, [{ hooks: [wanted[event]] }]] as const);
  const edit = insertProperty(text, root, 'hooks', Object.fromEntries(lists));
  return { events: HOOK_EVENTS, edit, adds: true };
}

function addition({ text, root }: Settings, event: HookEvent, wanted: Handler): Edit {
  const group = { hooks: [wanted] };
  const hooks = valueIn(propertyOf(root, 'hooks')) ?? root;
  const list = valueIn(propertyOf(hooks, event));
  return list ? insertItem(text, list, group) : insertProperty(text, hooks, event, [group]);
}

/** Returns the edit that removes a handler and every container that would become empty. */
function removal({ handler, group, list, hooks }: Entry): Edit {
  if (hasSiblings(handler)) return removeNode(handler);
  if (hasSiblings(group) || hasTwin(list)) return removeNode(group);
  return removeNode(hasSiblings(list) || hasTwin(hooks) ? list : hooks);
}

function hasSiblings(node: Node): boolean {
  return (node.parent?.children?.length ?? 0) > 1;
}

/** Returns whether the key occurs twice: removing the last one would activate the other. */
function hasTwin(property: Node): boolean {
  const key = keyOf(property);
  return propertiesOf(property.parent).filter((each) => keyOf(each) === key).length > 1;
}
