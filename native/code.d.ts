/* Made from the answers of the index of code by a test, crates/code/src/types.rs. Do not edit it. */

/** What the best hits are to a query, in the words that queries of turns have. */
export type CodeAnswered = "found" | "related" | "not-here";

/** A piece that was found. */
export type CodeHit = {
/** The file, from the root, with `/`. */
path: string,
/** First line, from 1. */
start: number,
/** Last line. */
end: number,
/** Kind of the symbol; `file` for text outside of symbols. */
kind: string,
/** Qualified name of the symbol; `null` for text outside of symbols. */
symbol: string | null,
/** What the symbol is declared as. */
signature: string | null,
/** How well it fits, 0 to 1. */
score: number,
/** The lines that fit best, as the file has them now; empty if it cannot be read. */
snippet: string,
/** First line of the snippet. */
snippetStart: number, };

/** What is looked for, and in which files. */
export type CodeQuestion = {
/** Words. */
text: string,
/** Code, documents or both. */
mode: Mode,
/** Hits, at most. */
limit: number,
/** A name or a part of a path, as a filter on turns has it: its words in a row. */
file?: string,
/** Files that were changed at this time or later, in milliseconds since 1970. */
sinceMs?: number,
/** Files that were changed before this time. */
untilMs?: number, };

/** A definition in a file. */
export type CodeSymbol = {
/** Its own name. */
name: string,
/** Its name with those of what it stands in, joined as its language does. */
qualified: string,
/** What it is. */
kind: Kind,
/** What it is declared as, with types and defaults, without self, on one line. */
signature: string,
/** Its decorators or attributes, in order. */
decorators: Array<string>,
/** The first line of its documentation; empty without one. */
documentation: string,
/** Its first line, from 1, decorators included. */
start: number,
/** Its last line. */
end: number,
/** Hash of its syntax tree, which whitespace and comments do not change. */
hash: number, };

/** How much is indexed. */
export type Counts = {
/** Files. */
files: number,
/** Lines in them. */
lines: number,
/** Bytes in them. */
bytes: number,
/** Symbols. */
symbols: number,
/** Files of each language. */
languages: { [key in string]: number }, };

/** A graph around what was asked for. */
export type Graph = {
/** The symbols, those that were asked for first. */
nodes: Array<GraphNode>,
/** The calls. */
edges: Array<GraphEdge>,
/** Whether there was more than is shown. */
isCut: boolean, };

/** A call of one symbol by another. */
export type GraphEdge = {
/** The caller, by its place among the nodes. */
from: number,
/** What is called. */
to: number,
/** How that is known. */
how: How,
/** How sure it is, 0 to 1. */
confidence: number,
/** The line of the first call. */
line: number, };

/** A symbol of a graph. */
export type GraphNode = {
/** The file, from the root, with `/`. */
path: string,
/** Qualified name. */
symbol: string,
/** What it is. */
kind: Kind,
/** Its first line. */
start: number,
/** Its last line. */
end: number,
/** Whether it was asked for. */
isRoot: boolean, };

/** How it is known what a call means. */
export type How = "direct" | "method" | "import" | "unresolved";

/** Kind of a symbol. */
export type Kind = "function" | "method" | "class" | "struct" | "enum" | "union" | "trait" | "interface" | "module" | "type" | "macro" | "constant" | "variable" | "property" | "section";

/** What was left out for one reason. */
export type LeftOutRow = {
/** The reason. */
reason: Reason,
/** How many. */
count: number,
/** Some of them. */
examples: Array<string>, };

/** What is searched. */
export type Mode = "code" | "docs" | "all";

/** What a text defines, and what of it a name means. */
export type NamedSymbols = {
/** Its symbols, in the order of their beginnings. */
all: Array<CodeSymbol>,
/** Those that are meant, by their places. */
meant: Array<number>, };

/** Why a file or a folder is left out. */
export type Reason = "other" | "vendored" | "generated" | "minified" | "binary" | "large" | "link" | "submodule" | "unnamable" | "unreadable" | "tooMany";

/** What an update did. */
export type Report = {
/** Files that are new. */
added: number,
/** Files with other content. */
changed: number,
/** Files that have another name now. */
renamed: number,
/** Files that are gone. */
removed: number,
/** Files that are as they were. */
unchanged: number,
/** Files that were parsed in part, and the first of them. */
broken: number,
/** Where the first of them could not be parsed. */
brokenAt: Array<string>,
/** Symbols beyond those that one file may have. */
symbolsLeftOut: number,
/** What was left out, by reason. */
leftOut: Array<LeftOutRow>,
/** What is indexed now. */
stored: Counts,
/** Size of the index in bytes. */
indexBytes: number, };

/** What a search found. */
export type Searched = {
/** The hits, the best first. */
hits: Array<CodeHit>,
/** Pieces that hold a word of the query. */
matched: number,
/** Files that were searched. */
searched: number,
/** What the hits are to the query; `null` for one without a word. */
answered: CodeAnswered | null,
/** Words of the query that no searched file has, as they were typed. */
missing: Array<string>, };
