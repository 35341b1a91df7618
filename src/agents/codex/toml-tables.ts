/**
 * Tables of a TOML file: where each stands in the text, appending one, and taking some out. The
 * rest of the text stays as it is. Pure.
 */

export interface Table {
  /** The keys of its header. */
  readonly path: readonly string[];
  /** Where its header's line begins, and where the line of its last key ends. */
  readonly start: number;
  readonly end: number;
}

const BARE = '[A-Za-z0-9_-]+';
const KEY = String.raw`(?:${BARE}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')`;
const HEADER = new RegExp(
  String.raw`^[ \t]*\[{1,2}[ \t]*(${KEY}(?:[ \t]*\.[ \t]*${KEY})*)[ \t]*\]{1,2}[ \t]*(?:#.*)?$`,
);

/** Returns the tables of a text in their order. Keys before the first header are in none. */
export function tablesOf(text: string): Table[] {
  const tables: { path: readonly string[]; start: number; end: number }[] = [];
  let quote: string | undefined;
  let offset = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const bare = line.replace(/\r?\n$/, '');
    const header = quote === undefined ? HEADER.exec(bare)?.[1] : undefined;
    const last = tables.at(-1);
    const end = offset + line.length;
    if (header !== undefined) tables.push({ path: keysOf(header), start: offset, end });
    else if (last && (quote !== undefined || !/^\s*(?:#|$)/.test(bare))) last.end = end;
    if (header === undefined) quote = quoteAfter(bare, quote);
    offset = end;
  }
  return tables;
}

function keysOf(header: string): string[] {
  const keys = header.match(new RegExp(KEY, 'g')) ?? [];
  return keys.map((key) => {
    if (key.startsWith("'")) return key.slice(1, -1);
    return key.startsWith('"') ? unescaped(key) : key;
  });
}

function unescaped(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key.slice(1, -1);
  }
}

/** Returns the quotes of a text of several lines that a line leaves open. */
function quoteAfter(line: string, open: string | undefined): string | undefined {
  let quote = open;
  const pieces = /"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|#.*/g;
  let rest = line;
  for (;;) {
    if (quote !== undefined) {
      const close = rest.indexOf(quote);
      if (close === -1) return quote;
      rest = rest.slice(close + quote.length);
      quote = undefined;
    }
    pieces.lastIndex = 0;
    let next = pieces.exec(rest);
    while (next !== null && next[0] !== '"""' && next[0] !== "'''") next = pieces.exec(rest);
    if (next === null) return undefined;
    quote = next[0];
    rest = rest.slice(next.index + quote.length);
  }
}

/** A text, a list of texts, or an inline table of texts whose keys are bare. */
type Value = string | readonly string[] | Readonly<Record<string, string>>;

/** Returns the text with a table at its end, after an empty line. */
export function withTable(
  text: string,
  path: readonly string[],
  values: Readonly<Record<string, Value>>,
  comment: string,
): string {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  const keys = path.map((key) => (new RegExp(`^${BARE}$`).test(key) ? key : JSON.stringify(key)));
  const lines = [
    `# ${comment}`,
    `[${keys.join('.')}]`,
    ...Object.entries(values).map(([key, value]) => `${key} = ${rendered(value)}`),
  ];
  return `${text}${gap}${lines.map((line) => line + eol).join('')}`;
}

/** Basic strings of TOML have the escapes of JSON. */
function rendered(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isList(value)) return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, each]) => `${key} = ${JSON.stringify(each)}`);
  return `{ ${pairs.join(', ')} }`;
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}

/**
 * Returns the text without some tables, and without the comment line that stands on each and the
 * empty line before it, if that is ours.
 */
export function withoutTables(
  text: string,
  isMeant: (path: readonly string[]) => boolean,
  comment: string,
): string {
  const meant = tablesOf(text).filter(({ path }) => isMeant(path));
  return meant.reduceRight((rest, { start, end }) => {
    const head = rest.slice(0, start);
    const own = [`# ${comment}\n`, `# ${comment}\r\n`].find((line) => head.endsWith(line));
    if (own === undefined) return head + rest.slice(end);
    const before = head.slice(0, -own.length);
    return before.replace(/(?<=^|\n)\r?\n$/, '') + rest.slice(end);
  }, text);
}
