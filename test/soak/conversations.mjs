/** Transcripts to take in: those of the repository, and long ones that a seed makes. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomOf } from './random.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Nothing lies there: a turn's rows don't depend on the machine. */
const CWD = '/home/dev/lighthouse';

const WORDS =
  'queue retry index cache token parser schema deploy timeout worker lamp shutter relay beacon pier buoy fog horn tide chart αρχή größe 記憶 🦀 parse_line retryQueue src/lamp/relay.ts'.split(
    ' ',
  );

/** Writes transcripts below a folder as Claude Code lays them out; returns their paths. */
export function writeTranscripts(folder, { sessions = Infinity, odd = true, long = 0 }) {
  const paths = [];
  const write = (project, name, text) => {
    mkdirSync(join(folder, project), { recursive: true });
    paths.push(join(folder, project, name));
    writeFileSync(paths.at(-1), text);
  };
  const copy = (from, project, count = Infinity) => {
    const names = readdirSync(from).filter((each) => each.endsWith('.jsonl'));
    for (const name of names.sort().slice(0, count)) {
      write(project, name, readFileSync(join(from, name), 'utf8').replaceAll('{{CWD}}', CWD));
    }
  };
  copy(here('../eval/transcripts/tideglass'), '-home-dev-tideglass', sessions);
  if (odd) copy(here('../fixtures/transcripts'), '-home-dev-odd');
  for (let number = 0; number < long; number += 1) {
    write('-home-dev-lighthouse', `${uuid(`session ${number}`)}.jsonl`, longTranscript(number));
  }
  return paths;
}

function uuid(seed) {
  const { below } = randomOf(seed);
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => below(16).toString(16));
}

/** Several steps of an ingest long. */
function longTranscript(number) {
  const random = randomOf(`transcript ${number}`);
  const words = (count) => Array.from({ length: count }, () => random.oneOf(WORDS)).join(' ');
  const transcript = openTranscript(number);
  for (let turn = 0; turn < 120; turn += 1) {
    transcript.line('user', `Question ${turn} of ${number}: ${words(12)}?`);
    if (random.chance(0.4)) {
      const id = `toolu_${number}_${turn}`;
      const input = { command: `npm run ${random.oneOf(WORDS)}` };
      transcript.line('assistant', [{ type: 'tool_use', id, name: 'Bash', input }]);
      transcript.line('user', [{ type: 'tool_result', tool_use_id: id, content: words(80) }]);
    }
    transcript.line('assistant', [{ type: 'text', text: `Answer ${turn}. ${words(140)}.` }]);
  }
  return transcript.text();
}

/** A session that grows by a line a second. */
function openTranscript(number) {
  const sessionId = uuid(`session ${number}`);
  const common = { sessionId, cwd: CWD, gitBranch: 'main', version: '2.1.330' };
  let text = '';
  let at = Date.parse('2026-03-01T09:00:00Z') + number * 86_400_000;
  return {
    line(type, content) {
      at += 1_000;
      const message = { role: type, content };
      const timestamp = new Date(at).toISOString();
      const entry = { uuid: uuid(`${number} ${at}`), ...common, timestamp, type, message };
      text += `${JSON.stringify(entry)}\n`;
    },
    text: () => text,
  };
}
