/** Splits a POSIX shell line into its simple commands. Pure; no shell runs. */

export interface Word {
  /** As written, with quotes. */
  readonly raw: string;
  /** Without quotes; variables and substitutions stay as they are. */
  readonly text: string;
}

export interface SimpleCommand {
  readonly words: readonly Word[];
  /** Whether it writes a file other than `/dev/null`. */
  readonly writesFile: boolean;
}

const QUOTED = String.raw`"(?:[^"\\]|\\[\s\S])*"|'[^']*'`;
const PIECE = `${QUOTED}|\\\\[\\s\\S]|\\$\\([^()]*\\)|\`[^\`]*\`|[^\\s"'\\\\;&|<>()\`]`;
const PIECES = new RegExp(PIECE, 'g');
const TOKEN = new RegExp(
  `[ \\t]+|(?<redirect>\\d*(?:>>|>&|<&|&>|>|<)[ \\t]*(?<target>(?:${PIECE}|&)*))|(?<operator>&&|\\|\\||[;&|()\\n\\r])|(?<word>(?:${PIECE})+)`,
  'y',
);

/** Returns the simple commands of a line; undefined if a quote does not end. */
export function simpleCommandsOf(line: string): SimpleCommand[] | undefined {
  const commands: { words: Word[]; writesFile: boolean }[] = [{ words: [], writesFile: false }];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < line.length) {
    const groups = TOKEN.exec(line)?.groups;
    if (groups === undefined) return undefined;
    const { operator, redirect, target, word } = groups;
    const command = commands.at(-1);
    if (operator !== undefined) commands.push({ words: [], writesFile: false });
    else if (redirect !== undefined && command) command.writesFile ||= isFile(redirect, target);
    else if (word !== undefined) command?.words.push({ raw: word, text: unquote(word) });
  }
  return commands.filter(({ words, writesFile }) => words.length > 0 || writesFile);
}

function isFile(redirect: string, target = ''): boolean {
  return redirect.includes('>') && !/^(?:&?\d|&?-|\/dev\/null|)$/.test(unquote(target));
}

/** Removes the quotes of a word; a word may have several quoted parts. */
function unquote(word: string): string {
  return word.replace(PIECES, (piece) => {
    if (piece.startsWith('"')) return piece.slice(1, -1).replace(/\\([\\"$`])/g, '$1');
    if (piece.startsWith("'")) return piece.slice(1, -1);
    return piece.startsWith('\\') ? piece.slice(1) : piece;
  });
}
