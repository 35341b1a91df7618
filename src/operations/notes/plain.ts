/** Rules in plain Markdown, such as CLAUDE.md and the memory files of other tools. Pure. */

/** A list item or a paragraph. */
export interface Item {
  readonly line: number;
  readonly text: string;
  /** The heading above it. */
  readonly heading: string;
  /** Whether it looks like a rule. */
  readonly isRule: boolean;
  /** The kind that it would get. */
  readonly kind: 'rule' | 'preference';
}

/** What is said to hold: commands, bans and habits. */
const HOLDS =
  /\b(always|never|must|should|shall|don't|do not|avoid|prefer|only|ensure|make sure|require[sd]?|remember|instead of|no longer|unless|every)\b/i;
const COMMAND =
  /^(use|run|keep|write|add|follow|put|name|test|check|format|commit|document|handle|return|treat|start|stop|call|create|read|place|mark|ask|leave|set|store|wrap|sort|import|export|throw|catch|validate|log)\b/i;
const OF_RULES =
  /\b(rules?|conventions?|style|guidelines?|preferences?|standards?|principles?|practices|do'?s|don'?ts|constraints?|requirements?)\b/i;

const FENCE = /^\s*(```|~~~)/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;
/** Tables, quotes, rules, comments and links to other files are no notes. */
const SKIPPED = /^\s*(\||>|---+\s*$|\*\*\*+\s*$|<|@\S+\s*$)/;

/** Returns the list items and paragraphs of a text, in order. */
export function itemsOf(text: string): Item[] {
  const items: Item[] = [];
  let heading = '';
  let inFence = false;
  let inComment = false;
  let open: { line: number; words: string[] } | undefined;
  const close = () => {
    if (open !== undefined) items.push(...itemOf(open.line, open.words.join(' '), heading));
    open = undefined;
  };
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (FENCE.test(line)) inFence = !inFence;
    if (line.includes('<!--')) inComment = true;
    const isSkipped = inFence || inComment || FENCE.test(line) || SKIPPED.test(line);
    if (line.includes('-->')) inComment = false;
    const title = HEADING.exec(line)?.[1];
    const item = ITEM.exec(line)?.[2];
    if (isSkipped || line.trim() === '' || title !== undefined) close();
    if (isSkipped || line.trim() === '') continue;
    if (title !== undefined) heading = title;
    else if (item !== undefined || open === undefined) {
      close();
      open = { line: at + 1, words: [(item ?? line).trim()] };
    } else open.words.push(line.trim());
  }
  close();
  return items;
}

function itemOf(line: number, text: string, heading: string): Item[] {
  if (text === '') return [];
  const bare = text.replace(/[*_`]/g, '');
  // A line that introduces others is useless without them.
  const introduces = bare.endsWith(':');
  const isRule =
    !introduces &&
    !bare.endsWith('?') &&
    (HOLDS.test(bare) || COMMAND.test(bare) || (OF_RULES.test(heading) && bare.includes(' ')));
  const kind = /\bprefer/i.test(`${bare} ${heading}`) ? 'preference' : 'rule';
  return [{ line, text, heading, isRule, kind }];
}
