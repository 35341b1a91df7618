/** Adds our hooks to a settings file's text and removes them. Pure. */

import type { Node } from 'jsonc-parser';
import { eventsOf, type Handler, type Hooks, repaired } from './hooks.ts';
import {
  applyEdit,
  type Edit,
  insertItem,
  insertProperty,
  removeNode,
  replaceNode,
} from './json-edit.ts';
import { isEditedCommand, isOwnCommand } from './own-command.ts';
import type { Put, Taken } from './part.ts';
import {
  hasComment,
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

/** `mixed`: a person changed the command. */
export type HookState = 'ours' | 'stale' | 'mixed' | 'missing';

/** Returns the text with each of our hooks exactly once, and everything else unchanged. */
export function enableIn(text: string | undefined, hooks: Hooks, about: About): Put {
  const added = new Set<string>();
  const updated = new Set<string>();
  // After an update, disable must not restore the older hooks.
  const before = text === undefined ? undefined : disableIn(text, hooks, about).text;
  let current = text ?? hooks.layout.empty;
  for (;;) {
    const settings = parseSettings(current, about.file, hooks.layout);
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
  const mixed = mixedEvents(parseSettings(current, about.file, hooks.layout), hooks);
  return { text: current, changed, added: [...added], updated: [...updated], mixed, undo };
}

/** Returns the text without our hooks: the previous text if the undo matches, else edited. */
export function disableIn(text: string, hooks: Hooks, about: About): Taken {
  const settings = parseSettings(text, about.file, hooks.layout);
  const removed = new Set(ownEntries(settings, hooks).map(eventOf));
  const mixed = mixedEvents(settings, hooks);
  const reverted = about.undo && revert(text, about.undo);
  let current = reverted ? reverted.text : text;
  while (current !== undefined) {
    const settings = parseSettings(current, about.file, hooks.layout);
    const [entry] = ownEntries(settings, hooks);
    if (!entry) break;
    current = settings.bom + applyEdit(settings.text, removal(settings, entry));
  }
  return { text: current, changed: current !== text, removed: [...removed], mixed };
}

/** Returns for each event whether our hook is missing, stale or correct. */
export function inspectHooks(
  text: string | undefined,
  hooks: Hooks,
  about: About,
): Readonly<Record<string, HookState>> {
  const settings = text === undefined ? undefined : parseSettings(text, about.file, hooks.layout);
  const entries = settings === undefined ? [] : ownEntries(settings, hooks);
  const mixed = settings === undefined ? [] : mixedEvents(settings, hooks);
  const stateOf = (event: string): HookState => {
    const own = entries.filter((entry) => entry.event === event);
    const [first] = own;
    if (!first) return mixed.includes(event) ? 'mixed' : 'missing';
    return own.length === 1 && isExact(first, event, hooks) ? 'ours' : 'stale';
  };
  return Object.fromEntries(eventsOf(hooks).map((event) => [event, stateOf(event)]));
}

/** A hook, with its containers. */
interface Entry {
  readonly event: string;
  /** The shell command, if it has one. */
  readonly command: string | undefined;
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
  const stray = entries.find((entry) => hooks.wanted[entry.event] === undefined);
  if (stray) return { events: [stray.event], edit: removal(settings, stray), adds: false };
  if (!valueIn(propertyOf(settings.root, 'hooks'))) return allAtOnce(settings, hooks);
  const mixed = mixedEvents(settings, hooks);
  for (const [event, handler] of Object.entries(hooks.wanted)) {
    const own = entries.filter((entry) => entry.event === event);
    const kept = own.find((entry) => isExact(entry, event, hooks)) ?? own[0];
    // A second hook would do the same work twice.
    if (!kept && mixed.includes(event)) continue;
    if (!kept) {
      const edit = addition(settings, event, handler);
      return { events: [event], edit, adds: true };
    }
    const surplus = own.find((entry) => entry !== kept);
    const wanted = repaired(fieldsOf(kept.handler), event, hooks);
    const edit = surplus ? removal(settings, surplus) : correction(settings, kept.handler, wanted);
    if (edit) return { events: [event], edit, adds: false };
  }
  return undefined;
}

function ownEntries(settings: Settings, { known }: Hooks): Entry[] {
  return entriesWhere(settings, (command) => isOwnCommand(command, known));
}

/** Returns the events with a hook that a person changed. */
function mixedEvents(settings: Settings, { known }: Hooks): string[] {
  const mixed = entriesWhere(settings, (command) => isEditedCommand(command, known));
  return [...new Set(mixed.map(eventOf))];
}

function entriesWhere({ root }: Settings, isMeant: (command: string) => boolean): Entry[] {
  return entriesIn(root).filter(({ command }) => command !== undefined && isMeant(command));
}

/** Returns every hook of a settings file, whosever it is. */
export function entriesIn(root: Node): Entry[] {
  const section = propertyOf(root, 'hooks') ?? root;
  return propertiesOf(valueIn(propertyOf(root, 'hooks'))).flatMap((list) =>
    itemsOf(valueIn(list)).flatMap((group) =>
      itemsOf(valueIn(propertyOf(group, 'hooks'))).map((handler) => {
        const { command } = fieldsOf(handler);
        const text = typeof command === 'string' ? command : undefined;
        return { event: keyOf(list), command: text, handler, group, list, hooks: section };
      }),
    ),
  );
}

function eventOf(entry: Entry): string {
  return entry.event;
}

function isExact({ handler }: Entry, event: string, hooks: Hooks): boolean {
  if (propertyOf(handler, 'args')) return false;
  const found = fieldsOf(handler);
  const wanted = repaired(found, event, hooks);
  return (['type', 'command', 'timeout'] as const).every((key) => found[key] === wanted[key]);
}

function fieldsOf(handler: Node): Record<keyof Handler, unknown> {
  const field = (key: string): unknown => valueIn(propertyOf(handler, key))?.value;
  return { type: field('type'), command: field('command'), timeout: field('timeout') };
}

/** Returns the first edit that one of our handlers needs; keys that a user added stay. */
function correction(settings: Settings, handler: Node, wanted: Handler): Edit | undefined {
  // With `args`, newer clients would run our whole shell line as a program name.
  const args = propertyOf(handler, 'args');
  if (args) return removeNode(settings.text, args);
  for (const [key, value] of Object.entries(wanted)) {
    const node = valueIn(propertyOf(handler, key));
    if (!node) return insertProperty(settings.text, handler, key, value);
    if (node.value !== value) return replaceNode(node, value);
  }
  return undefined;
}

/** If there are no hooks yet, one edit adds all of them. */
function allAtOnce({ text, root }: Settings, hooks: Hooks): Step {
  const events = eventsOf(hooks);
  const lists = events.map((event) => [event, [{ hooks: [hooks.wanted[event]] }]] as const);
  const edit = insertProperty(text, root, 'hooks', Object.fromEntries(lists));
  return { events, edit, adds: true };
}

function addition({ text, root }: Settings, event: string, wanted: Handler): Edit {
  const group = { hooks: [wanted] };
  const hooks = valueIn(propertyOf(root, 'hooks')) ?? root;
  const list = valueIn(propertyOf(hooks, event));
  return list ? insertItem(text, list, group) : insertProperty(text, hooks, event, [group]);
}

/**
 * Returns the edit that removes a handler and every container that would become empty. A container
 * with a comment does not become empty.
 */
function removal({ text }: Settings, { handler, group, list, hooks }: Entry): Edit {
  const isRest = (node: Node, inside: Node) =>
    hasSiblings(inside) || hasCommentBeside(text, node, inside);
  if (isRest(group, handler)) return removeNode(text, handler);
  if (isRest(list, group) || hasTwin(list)) return removeNode(text, group);
  return removeNode(text, isRest(hooks, list) || hasTwin(hooks) ? list : hooks);
}

function hasCommentBeside(text: string, { offset, length }: Node, inside: Node): boolean {
  const before = text.slice(offset, inside.offset);
  const after = text.slice(inside.offset + inside.length, offset + length);
  return [before, after].some(hasComment);
}

function hasSiblings(node: Node): boolean {
  return (node.parent?.children?.length ?? 0) > 1;
}

/** Returns whether the key occurs twice: removing the last one would activate the other. */
function hasTwin(property: Node): boolean {
  const key = keyOf(property);
  return propertiesOf(property.parent).filter((each) => keyOf(each) === key).length > 1;
}
