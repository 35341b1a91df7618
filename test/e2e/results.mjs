/** Reads what the client sent, what it stored and what Mementor answered. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the texts that hooks added to the requests, in the wrapping of whatever version. */
export function contextsOf(requests) {
  return textsOf(requests.map(({ body }) => body.messages)).flatMap((text) =>
    [...text.matchAll(addedByHook)].map(([, context, old]) => context ?? old),
  );
}

// New versions put all texts in one system-role message, the date after them; older ones wrap each
// in a reminder, and the oldest in a tag of its own.
const addedByHook = new RegExp(
  '\\b[A-Z]\\w+ hook additional context: (.*?)' +
    "(?=\\n</system-reminder>|\\n[A-Z]\\w+ hook additional context: |\\n\\nToday's date is |$)" +
    '|<(?:user-prompt-submit|session-start)-hook>(.*?)</',
  'gs',
);

/** Returns everything that the model was given in these requests, as one text. */
export function sentIn(requests) {
  return textsOf(requests.map(({ body }) => body)).join('\n');
}

/**
 * Returns the first request of a prompt's turn. Some versions also ask a model for a title, without
 * tools; that request is not the turn.
 */
export function turnWith(requests, prompt) {
  return requests.find(({ prompt: sent, body }) => sent.includes(prompt) && body.tools?.length > 0);
}

/** Returns the tool results in the last of these requests: `[{ text, failed }]`. */
export function toolResultsOf(requests) {
  const contents = (requests.at(-1)?.body.messages ?? []).map(({ content }) => content);
  return contents
    .flat()
    .filter(({ type }) => type === 'tool_result')
    .map(({ content, is_error }) => ({
      text: textsOf(content).join('\n'),
      failed: is_error === true,
    }));
}

/** Returns all strings in a JSON value. */
export function textsOf(value) {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(textsOf);
}

/** Returns all strings of a JSON value as one text, white space evened out. */
export function flat(value) {
  return textsOf(value).join(' ').replace(/\s+/g, ' ');
}

/** Returns how often a part stands in a text. */
export function countIn(text, part) {
  return text.split(part).length - 1;
}

/** Returns the objects of a JSONL text; a torn last line is left out. */
export function jsonLines(text) {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** Returns every file below a folder; none when there is no such folder. */
export function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** Returns a digest of every file below a folder: equal when nobody touched them. */
export function digestsOf(folder) {
  return filesIn(folder).map(
    (path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`,
  );
}
