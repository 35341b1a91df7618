/** What answers are worth: the numbers of one system, and the table of all. Pure. */

/** As many hits are read for the right session, and for the answer. */
export const SESSIONS_READ = 5;
export const HITS_READ = 3;

/** Whether a text says all expressions of one of several lists. */
export function says(text, lists = []) {
  const flat = text.replace(/\s+/g, ' ');
  return lists.some((list) => list.every((each) => new RegExp(each, 'i').test(flat)));
}

/**
 * Returns the numbers of a system. An answer is `{ question, sessions, text, spoken, cpuMs }`:
 * the sessions of its hits, best first, or undefined where it names none; the text of the first
 * hits; and whether it spoke, which a system does not that says itself that nothing answers.
 */
export function numbersOf(answers, sessionsOf) {
  const of = (...kinds) => answers.filter(({ question }) => kinds.includes(question.kind));
  const share = (among, is) => ({ count: among.filter(is).length, of: among.length });
  const asked = of('answerable').filter(({ sessions }) => sessions !== undefined);
  const withFacts = of('answerable').filter(({ question }) => question.any);
  const isRight = ({ question, sessions }, atMost) =>
    [...new Set(sessions)].slice(0, atMost).some((each) => sessionsOf(question).includes(each));
  const isSaid = ({ question, text }) => says(text, question.any);
  const isOld = (answer) => !isSaid(answer) && says(answer.text, answer.question.outdatedAny);
  const texts = answers.filter(({ text }) => text !== '');
  return {
    first: share(asked, (answer) => isRight(answer, 1)),
    inFive: share(asked, (answer) => isRight(answer, SESSIONS_READ)),
    answered: share(withFacts, isSaid),
    spoken: share(of('unanswerable'), ({ spoken }) => spoken),
    newWork: share(of('new work'), ({ spoken }) => spoken),
    lastWord: share(of('changed'), isSaid),
    outdated: share(of('changed'), isOld),
    characters: mean(texts.map(({ text }) => text.length)),
    cpuMs: mean(answers.map(({ cpuMs }) => cpuMs)),
  };
}

function mean(numbers) {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
}

const COLUMNS = [
  ['right session first', 'first'],
  ['in five', 'inFive'],
  ['answer in the text', 'answered'],
  ['spoken where nothing answers', 'spoken'],
  ['at new work', 'newWork'],
  ['last word', 'lastWord'],
  ['outdated alone', 'outdated'],
  ['characters', 'characters'],
  ['processor ms', 'cpuMs'],
];

/** Returns a Markdown table of `[name, numbers]`; columns about which nothing was asked are left out. */
export function tableOf(rows) {
  const isAsked = ([, key]) => rows.some(([, numbers]) => numbers[key].of !== 0);
  const columns = COLUMNS.filter(isAsked);
  const lines = [
    ['system', ...columns.map(([title]) => title)],
    ['---', ...columns.map(() => '---:')],
    ...rows.map(([name, numbers]) => [name, ...columns.map(([, key]) => shown(numbers[key]))]),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function shown(value) {
  if (typeof value === 'number') return value.toFixed(value < 10 ? 1 : 0);
  return value.of === 0 ? '–' : `${value.count} of ${value.of}`;
}
