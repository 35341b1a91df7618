/** Quotes words for a shell. Pure. */

import { printable } from './numbers.ts';

/**
 * Returns a text as one word: unchanged, or in single quotes. What no terminal may print is escaped
 * in the quotes that Bash, Zsh and Ksh understand.
 */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  const characters = [...text];
  if (characters.every(isPrintable)) return singleQuoted(text);
  return `$'${characters.map(escaped).join('')}'`;
}

function isPrintable(character: string): boolean {
  return printable(character) === character;
}

/** Returns a text in single quotes, as it is. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a path in double quotes for the shell that an agent starts. */
export function doubleQuoted(path: string, platform: NodeJS.Platform): string {
  // Git Bash and PowerShell escape differently, but both accept forward slashes.
  if (platform === 'win32') return `"${path.replaceAll('\\', '/')}"`;
  return `"${path.replace(/[\\"$`]/g, '\\$&')}"`;
}

/** Octal numbers have three digits, whatever follows them. */
function escaped(character: string): string {
  if (isPrintable(character)) return character.replace(/['\\]/, '\\$&');
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;
  return [...Buffer.from(character)].map(octal).join('');
}

/** Returns a command that runs in a directory, where one is known. */
export function commandIn(directory: string | null | undefined, command: string): string {
  return directory ? `cd ${shellWord(directory)} && ${command}` : command;
}
