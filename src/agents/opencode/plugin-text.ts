/**
 * The plugin that OpenCode loads in place of hooks. It runs inside the client: it throws nothing,
 * and only starts `mementor hook`. Pure.
 */

import { doubleQuoted } from '../../text/shell-word.ts';
import type { Program } from '../settings-file/program.ts';

/** The first line, by which a file is known as ours, whatever its version. */
const MARK =
  '// Mementor. `mementor enable --agent opencode` writes this file, and `mementor disable --agent opencode` deletes it.';

/** What the plugin listens to. */
export const PLUGIN_EVENTS = [
  'chat.message',
  'session.created',
  'session.compacted',
  'session.idle',
] as const;

/** Whether a text is one of our plugin, of any version. */
export function isPlugin(text: string): boolean {
  return text.startsWith(MARK);
}

/** Returns the command line that a plugin starts; none where it cannot be told. */
export function commandsIn(text: string, platform: NodeJS.Platform): string[] {
  const [, line = ''] = /^const program = (\[.*\]);$/m.exec(text) ?? [];
  try {
    const [node, script, home] = JSON.parse(line) as unknown[];
    if (typeof node !== 'string' || typeof script !== 'string') return [];
    const chosen = typeof home === 'string' ? ` --home ${doubleQuoted(home, platform)}` : '';
    return [`${doubleQuoted(node, platform)} ${doubleQuoted(script, platform)} hook stop${chosen}`];
  } catch {
    return [];
  }
}

export function pluginText(program: Program): string {
  const { nodePath, scriptPath, home } = program;
  const words = [nodePath, scriptPath, ...(home === undefined ? [] : [home])];
  return `${MARK}\n${PLUGIN.replace('PROGRAM', () => JSON.stringify(words))}`;
}

const PLUGIN = `
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = PROGRAM;

/** The hook ends by itself before; a prompt never waits longer. */
const limit_ms = 5000;

/**
 * Starts a hook: with the Node in PATH if ours is gone, without options for the person's own Node,
 * and, without a variable, in the home that was chosen.
 */
function start(event, options) {
  const [node, script, home] = program;
  const isThere = existsSync(node);
  const words = [script, "hook", event];
  if (home !== undefined) words.push("--home", home);
  if (!isThere) words.push("--instead-of", node);
  const env = { ...process.env, NODE_OPTIONS: "" };
  return spawn(isThere ? node : "node", words, { ...options, env, detached: true, windowsHide: true });
}

/** Calls a hook; resolves to the text that it adds, or to nothing. Never rejects. */
function hook(event, payload) {
  return new Promise((resolve) => {
    try {
      const child = start(event, { stdio: ["pipe", "pipe", "ignore"] });
      let output = "";
      const end = (text) => {
        clearTimeout(timer);
        resolve(text);
      };
      const timer = setTimeout(() => {
        end(undefined);
        child.kill();
      }, limit_ms);
      timer.unref?.();
      child.on("error", () => end(undefined));
      child.stdin.on("error", () => {});
      child.stdout.on("error", () => {});
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (text) => {
        output += text;
      });
      child.on("close", () => end(added(output)));
      child.stdin.end(JSON.stringify(payload));
      child.unref();
    } catch {
      resolve(undefined);
    }
  });
}

/**
 * Tells that a turn has ended, and waits for nothing. The client may end at once: what it has
 * written to a pipe is lost then, and a file is not. It holds a session's id and a directory.
 */
function handOver(payload) {
  let file;
  try {
    const path = join(tmpdir(), "mementor-" + randomUUID());
    file = openSync(path, "wx+", 0o600);
    rmSync(path, { force: true });
    writeSync(file, JSON.stringify(payload), 0);
    const child = start("stop", { stdio: [file, "ignore", "ignore"] });
    child.on("error", () => {});
    child.unref();
  } catch {
    // The next turn of the session hands this one over too.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function added(output) {
  try {
    const { additionalContext } = JSON.parse(output);
    return typeof additionalContext === "string" ? additionalContext : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the id that comes next after those of the prompt's own parts: parts are sorted by it. */
function idAfter(parts) {
  const last = parts.map(({ id }) => String(id)).sort().at(-1) ?? "";
  const [, time, rest] = /^prt_([0-9a-f]{12})(.*)$/.exec(last) ?? [];
  if (time === undefined) return last + "0";
  return "prt_" + (BigInt("0x" + time) + 1n).toString(16).padStart(12, "0") + rest;
}

/** What a person typed; nothing for what the client or a plugin says in a person's name. */
function typed(parts) {
  const own = parts.filter(({ type, synthetic, ignored }) => type === "text" && !synthetic && !ignored);
  return own.map(({ text }) => text).join("\\n");
}

export const Mementor = async ({ client, directory }) => {
  /** Whether a session is a subagent's, as far as it is known. */
  const subagents = new Map();
  /** What sessions are told at their next prompt. */
  const told = new Map();
  const prompts = new Set();

  /** Has a session told what is known, at its next prompt. */
  const tell = (sessionID, source) => {
    told.set(sessionID, hook("session-start", { sessionID, directory, source }));
  };

  /** Asks the client about a session that it has not told of, or not yet. */
  const look = async (sessionID, messageID) => {
    const path = { id: sessionID };
    const found = await client.session.get({ path }).catch(() => undefined);
    if (subagents.has(sessionID)) return;
    subagents.set(sessionID, Boolean(found?.data?.parentID));
    if (found === undefined || found.data?.parentID) return;
    const messages = await client.session.messages({ path, query: { limit: 2 } });
    const isNew = messages.data.every(({ info }) => info.id === messageID);
    if (isNew) tell(sessionID, "startup");
  };

  const events = {
    "session.created": ({ info }) => {
      if (subagents.has(info.id)) return;
      subagents.set(info.id, Boolean(info.parentID));
      if (!info.parentID) tell(info.id, "startup");
    },
    "session.compacted": ({ sessionID }) => {
      if (!subagents.get(sessionID)) tell(sessionID, "compact");
    },
    "session.idle": ({ sessionID }) => {
      if (!subagents.get(sessionID)) handOver({ sessionID, directory });
    },
  };

  return {
    event: async ({ event }) => {
      try {
        events[event.type]?.(event.properties);
      } catch {
        // A later client may tell it in another form.
      }
    },
    "chat.message": async ({ sessionID }, { message, parts }) => {
      try {
        const prompt = typed(parts);
        if (prompt.trim() === "" || prompts.has(message.id)) return;
        prompts.add(message.id);
        if (!subagents.has(sessionID)) await look(sessionID, message.id).catch(() => {});
        if (subagents.get(sessionID)) return;
        const start = await told.get(sessionID);
        told.delete(sessionID);
        const recalled = await hook("user-prompt-submit", { sessionID, directory, prompt });
        for (const text of [start, recalled]) {
          if (!text) continue;
          const id = idAfter(parts);
          parts.push({ id, sessionID, messageID: message.id, type: "text", text, synthetic: true });
        }
      } catch {
        // The prompt goes on as it is.
      }
    },
  };
};
`;
