/**
 * What is compared. A system is `{ name, ask(project, questions) }`: the answers to the questions of
 * a project, whose transcripts are in `project.folder` and whose turns in `project.turns`.
 */

import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isThere, run } from './process.mjs';
import { filesIn } from './projects.mjs';
import { HITS_READ, SESSIONS_READ } from './score.mjs';

/** Returns the systems that are there, and sentences about the others. */
export function systemsOf(mementor, work, commands, isWanted) {
  const recall = isWanted('claude-recall') ? claudeRecall(work) : undefined;
  const grep = isThere('rg') ? 'rg' : isThere('grep') ? 'grep' : undefined;
  const python = isThere('python3');
  const systems = [
    queried(mementor),
    prompted(mementor),
    ...(recall ? [recall] : []),
    ...(python ? [fullText] : []),
    ...(grep ? [searchedLines(grep)] : []),
    ...commands.map((command) => given(command, work)),
  ];
  const left = [
    ...(recall ? [] : ['claude-recall: `pip install claude-recall` brings it']),
    ...(python ? [] : ['plain FTS5: python3 has it']),
    ...(grep === 'rg' ? [] : ['ripgrep: `rg` is not installed, grep searches the same']),
  ];
  return { systems: systems.filter(({ name }) => isWanted(name)), left };
}

function queried(mementor) {
  return {
    name: 'Mementor, `query`',
    ask: (project, questions) =>
      questions.map(({ query }) => {
        const about = (limit) => ['query', '-p', project.name, '-n', `${limit}`];
        const asked = mementor.run([...about(SESSIONS_READ), '--json', '--', query], project);
        const { hits, answered } = JSON.parse(asked.stdout);
        const { stdout, cpuMs } = mementor.run([...about(HITS_READ), '--', query], project);
        // It says so where the hits are only related, or the nearest.
        const spoken = hits.length > 0 && answered === 'found';
        const text = hits.length > 0 ? stdout : '';
        return { sessions: hits.map(({ session }) => session), text, spoken, cpuMs };
      }),
  };
}

function prompted(mementor) {
  return {
    name: 'Mementor, unasked at a prompt',
    ask: (project, questions) =>
      questions.map(({ query }) => {
        const session = { session_id: randomUUID(), cwd: project.directory, transcript_path: '' };
        const input = JSON.stringify({
          hook_event_name: 'UserPromptSubmit',
          ...session,
          prompt: query,
        });
        const { stdout, cpuMs } = mementor.run(['hook', 'user-prompt-submit'], project, input);
        const reply = stdout.trim() === '' ? {} : JSON.parse(stdout);
        const text = reply.hookSpecificOutput?.additionalContext ?? '';
        // It says so where what it adds is only related.
        const spoken = text !== '' && !/^Related;/m.test(text);
        return { sessions: undefined, text, spoken, cpuMs };
      }),
  };
}

const fullText = {
  name: 'plain FTS5',
  ask: ({ turns }, questions) => {
    const script = join(import.meta.dirname, 'fts5.py');
    const input = JSON.stringify({ turns, queries: questions.map(({ query }) => query) });
    const { stdout, stderr, status } = run(['python3', script], { env: process.env, input });
    if (status !== 0) throw new Error(stderr);
    const answers = stdout.trim().split('\n').map(JSON.parse);
    return answers.map(({ hits, cpuMs }) => answerOf(hits, cpuMs));
  },
};

/** An answer of a system that has nothing to say about its hits. */
function answerOf(hits, cpuMs) {
  const text = hits.slice(0, HITS_READ).map((hit) => hit.text);
  const sessions = hits.map(({ session }) => session);
  return { sessions, text: text.join('\n\n'), spoken: hits.length > 0, cpuMs };
}

/** Reads transcripts of Claude Code alone. */
function claudeRecall(work) {
  const program = claudeRecallIn(join(work, 'venv'));
  if (program === undefined) return undefined;
  const home = join(work, 'claude-recall');
  const env = { PATH: process.env.PATH, HOME: home };
  return {
    name: 'claude-recall',
    ask: ({ name, folder }, questions) => {
      const archive = join(home, 'archive');
      mkdirSync(join(archive, name), { recursive: true });
      for (const path of filesIn(folder)) cpSync(path, join(archive, name, basename(path)));
      run([program, 'index', '--archive-root', archive, '--no-embed'], { env });
      return questions.map(({ query }) => {
        const about = ['--project', name, '--days', '36500', '--limit', '20', '--format', 'json'];
        const command = [program, 'search', ...about, '--extract-keywords', '--', query];
        const { stdout, cpuMs } = run(command, { env });
        const { results = [] } = stdout.trim() === '' ? {} : JSON.parse(stdout);
        const hits = results.map(({ session_id: session, snippet }) => ({
          session,
          text: snippet.replaceAll(/<\/?mark>/g, ''),
        }));
        return answerOf(hits, cpuMs);
      });
    },
  };
}

/** Returns the program that is installed, or that pip puts into an environment of its own. */
function claudeRecallIn(environment) {
  if (isThere('claude-recall')) return 'claude-recall';
  const program = join(environment, 'bin', 'claude-recall');
  if (existsSync(program)) return program;
  const env = process.env;
  if (!isThere('python3') || run(['python3', '-m', 'venv', environment], { env }).status !== 0) {
    return undefined;
  }
  const install = [join(environment, 'bin', 'pip'), 'install', '--quiet', 'claude-recall'];
  return run(install, { env }).status === 0 ? program : undefined;
}

/** The sessions whose lines hold most of the words, and those words with what stands around them. */
function searchedLines(program) {
  return {
    name: program === 'rg' ? 'ripgrep' : 'grep',
    ask: ({ folder }, questions) =>
      questions.map(({ query }) => {
        const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [])];
        const around = `.{0,120}(${words.join('|')}).{0,120}`;
        const how = program === 'rg' ? ['-oiN', '--with-filename'] : ['-roiEH'];
        const command = [program, ...how, '--', around, folder];
        const { stdout, cpuMs } = run(command, { env: { ...process.env, LC_ALL: 'C' } });
        return answerOf(words.length === 0 ? [] : bySession(stdout, words), cpuMs);
      }),
  };
}

const PIECES_MAX = 3;

function bySession(printed, words) {
  const sessions = new Map();
  for (const line of printed.split('\n')) {
    const at = line.indexOf('.jsonl:');
    if (at === -1) continue;
    const [path, piece] = [line.slice(0, at), line.slice(at + '.jsonl:'.length)];
    const held = words.filter((word) => piece.toLowerCase().includes(word));
    const own = sessions.get(path) ?? { held: new Set(), pieces: [] };
    for (const word of held) own.held.add(word);
    own.pieces.push({ piece, count: held.length });
    sessions.set(path, own);
  }
  const best = [...sessions].sort(([, a], [, b]) => b.held.size - a.held.size);
  return best.map(([path, { pieces }]) => ({
    session: basename(path).slice(-36),
    text: pieces
      .sort((a, b) => b.count - a.count)
      .slice(0, PIECES_MAX)
      .map(({ piece }) => piece)
      .join('\n'),
  }));
}

/**
 * A command of anybody's: a line of a shell that is run once for each question, with QUERY,
 * TRANSCRIPTS, PROJECT and a folder HOME of its own in its environment. It prints one line of JSON
 * for each hit, best first: `{"session": "…", "text": "…"}`. Nothing means that nothing answers.
 */
function given(command, work) {
  return {
    name: `\`${command}\``,
    ask: ({ name, folder }, questions) => {
      const home = join(work, 'given', name);
      mkdirSync(home, { recursive: true });
      return questions.map(({ query }) => {
        const own = { HOME: home, QUERY: query, TRANSCRIPTS: folder, PROJECT: name };
        const env = { PATH: process.env.PATH, ...own };
        const { stdout, stderr, status, cpuMs } = run(['bash', '-c', command], { env });
        if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
        const lines = stdout.split('\n').filter((line) => line.trim() !== '');
        return answerOf(lines.map(JSON.parse), cpuMs);
      });
    },
  };
}
