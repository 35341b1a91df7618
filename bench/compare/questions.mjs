/** Reads questions, whatever kind each is, and what a text must say to answer them. */

import { readFileSync } from 'node:fs';

/** An id stands at the end of a file's name. */
const SESSION = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.jsonl$)/;

/**
 * Returns the questions of files of JSON lines. A row tells by its fields what it is:
 *
 * - `id` and `any` alone: key facts of the question with that id;
 * - `outdated`: its answer changed; `any` is the last word, `outdatedAny` what held before;
 * - `gold_sessions`: work; empty for new work, of which nothing was said;
 * - without any gold: nothing answers it; else an answer stands in its gold session.
 */
export function questionsOf(paths) {
  const rows = paths.flatMap((path) => readFileSync(path, 'utf8').split('\n').flatMap(rowOf));
  const facts = new Map(rows.flatMap((row) => (row.query ? [] : [[row.id, row.any]])));
  return rows.flatMap((row) => (row.query ? [questionOf(row, facts)] : []));
}

function rowOf(line) {
  return line.trim() === '' ? [] : [JSON.parse(line)];
}

function questionOf(row, facts) {
  const { id, query, holds, outdatedAny } = row;
  const project = row.project ?? row.gold_file?.split('/')[0] ?? row.repo?.replaceAll('/', '-');
  const asked = { id, query, project };
  if (row.outdated !== undefined) {
    return { ...asked, kind: 'changed', turns: holds, any: row.any, outdatedAny };
  }
  const named = [row.gold_session, row.gold_file?.match(SESSION)?.[0]];
  const sessions = [...(row.gold_sessions ?? []), ...named.filter(Boolean)];
  const alsoRight = (row.also_ok ?? []).map((each) => each.turn ?? each);
  const turns = [...(row.gold_turns ?? []), ...alsoRight];
  if (sessions.length + turns.length === 0) {
    return { ...asked, kind: row.gold_sessions ? 'new work' : 'unanswerable' };
  }
  return { ...asked, kind: 'answerable', sessions, turns, any: facts.get(id) ?? row.any };
}
