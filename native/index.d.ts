/* Made from the rows of the core by a test, crates/core/src/api/types.rs. Do not edit it. */

/** What a call returns or takes as the core defines it. */
export type Row<T> = T;
export type Given<T> = T;

/**
 * From when the age of a note counts on this machine, if its own statements are older.
 *
 * An imported note, or one that rules found, may be older than this memory; nobody could use it
 * before it came here. And what became a tombstone now is not deleted sooner than if that had
 * happened when it was due.
 */
export type AgesFrom = {
/** UUID of the note. */
id: string,
/** Milliseconds since the epoch; 0 if its own statements tell. */
atMs: number, };

/** The result of a query. */
export type Answer = {
/** Name of the searched project; `None` for all projects. */
project: string | null,
/** Number of chunks in the searched projects without a vector of the current model. */
waiting: number,
/** Number of chunks in the searched projects. */
chunks: number,
/** Why semantic search was unavailable. */
degraded: Degraded | null,
/** The best turns, best first; of a listing, in the order asked for. */
hits: Array<Hit>,
/** The best notes; their ranks are places among the turns. */
notes: Array<NoteHit>,
/** Number of turns searched. */
searched: number,
/** Number of notes searched. */
searchedNotes: number,
/** Whether vectors were searched, and not words alone. */
semantic: boolean,
/** Words of the query that were searched with another spelling. */
corrected: Array<Correction>,
/**
 * Whether the hits are only the nearest turns: a name in the query, or all of its words, are
 * held by no turn that was searched.
 */
nearest: boolean,
/** Those words; empty when the query has only words without a subject, or was found. */
missing: Array<string>,
/** Number of turns that pass the filter; only for a listing, which has no words. */
listed: number | null, };

/** Who made a statement. */
export type Author = "person" | "prompt" | "answer" | "agent" | "import" | "upkeep";

/** Why a turn is removed. */
export type Because = "meant" | "part" | "subagent" | "copy" | "origin" | "same";

/** The project a directory belongs to, and why. */
export type Belonging = {
/** The project that its turns are stored under and searched in. */
project: Project,
/** Why it belongs there. */
standing: MembershipReason,
/** The project that the remote claims but that the directory does not belong to. */
rival: Project | null,
/** The project without the remote's claim: the repository's git directory, or the directory. */
own: Project,
/** The git directory that a `.git` file or link here points to but that does not point back. */
unlinked: string | null, };

/** What a session gets. */
export type Block = {
/** The text; empty when nothing is known. */
text: string,
/** Estimated tokens of the text. */
tokens: number,
/** What it may cost at most. */
budget: number,
/** The layers that are known to have something to say, in order. */
layers: Array<Layer>,
/** The files that the last layer names. */
files: Array<string>,
/** The earlier sessions that it describes. */
sessions: Array<string>,
/** The notes in it, by UUID. */
notes: Array<string>, };

/** A turn that was injected, or came close. */
export type Candidate = {
/** Whether it was injected, or the rule that stopped it. */
verdict: string,
/** The turn. */
hit: Hit, };

/** A change of a file, without the lines that stayed. */
export type Changed = {
/** Path of the file, as the agent wrote it. */
file: string,
/** The lines that went; empty when the whole file was written. */
removed: string,
/** The lines that came. */
added: string, };

/** What a command is for, the most important first. */
export type CommandKind = "deliver" | "test" | "build" | "lint" | "run" | "install";

/** The outcome of a command. */
export type CommandOutcome = "passed" | "failed" | "unknown";

/** A command that mattered, all of its runs together. */
export type CommandRuns = {
/** When it last ran, in milliseconds since the epoch. */
atMs: number,
/** The command, without directory changes, redirections and filters. */
command: string,
/** What it is for. */
kind: CommandKind,
/** How often it ran. */
runs: number,
/** How often it failed, as far as that is known. */
failed: number,
/** Outcome of its last run. */
outcome: CommandOutcome, };

/** A word of a query that was searched with another spelling. */
export type Correction = {
/** The word as typed. */
from: string,
/** The word searched instead, as a stored turn spells it. */
to: string, };

/** An approach that was not kept. */
export type DeadEnd = {
/** When, in milliseconds since the epoch. */
atMs: number,
/** Why it is one. */
kind: DeadEndKind,
/** The person's words, or the command, or the file and the beginning of what was taken back. */
text: string, };

/** Why something is a dead end. */
export type DeadEndKind = "refused" | "not-allowed" | "reverted";

/** Something that was decided. */
export type Decision = {
/** When, in milliseconds since the epoch. */
atMs: number,
/** The question of the agent. */
question: string,
/** The person's words. */
text: string, };

/** Why semantic search is unavailable. */
export type Degraded = {
/** The error's code. */
code: string,
/** The error's message. */
message: string, };

/** Something that was delivered. */
export type Delivery = {
/** When, in milliseconds since the epoch. */
atMs: number,
/** What it is. */
kind: DeliveryKind,
/** Subject of a commit, branch of a push, address of a pull request, or the command. */
text: string,
/** Short hash of a commit. */
hash: string | null, };

/** What was delivered. */
export type DeliveryKind = "commit" | "push" | "pull-request" | "other";

/** A digest, and the same as lines of text. */
export type Digest = {
/** Its lines, within a number of characters. */
lines: Array<DigestLine>,
/** Start of the first turn, in milliseconds since the epoch. */
startedAtMs: number,
/** End of the last turn. */
endedAtMs: number,
/** Number of turns, without those of subagents. */
turns: number,
/** Number of turns of subagents. */
subagentTurns: number,
/** How often the conversation was summarised to go on. */
compactions: number,
/** The requests that led to work, oldest first. */
asked: Array<DigestRequest>,
/** Files that were changed, most often first. */
changed: Array<FileUse>,
/** Files that were only read, most often first. */
read: Array<FileUse>,
/** Commands that mattered, with their outcome, the most important first. */
commands: Array<CommandRuns>,
/** What was delivered, oldest first. */
delivered: Array<Delivery>,
/** Errors: first the open ones, then those that ended, the last first. */
errors: Array<MetError>,
/** Approaches that were not kept, oldest first. */
deadEnds: Array<DeadEnd>,
/** What the person decided, oldest first. */
decisions: Array<Decision>,
/** Notes that come from this session. */
notes: Array<SessionNote>,
/** UUIDs of those of them that newer notes replaced. */
superseded: Array<string>,
/** What stayed open, the most pressing first. */
open: Array<OpenItem>,
/** What the last real answer concluded: one or two whole sentences. */
concluded?: string,
/** UUID of the turn of the request that this concludes; `None` when it answers no request. */
concludedRequest?: string, };

/** A line of a digest. */
export type DigestLine = {
/** What it is of. */
part: DigestPart,
/** The text, without the label. */
text: string, };

/** Part of a digest that a line is of, in the order in which they are shown. */
export type DigestPart = "asked" | "concluded" | "changed" | "read" | "ran" | "delivered" | "error" | "dead end" | "decided" | "noted" | "open";

/** A request of the person. */
export type DigestRequest = {
/** When it was made, in milliseconds since the epoch. */
atMs: number,
/** UUID of its turn. */
turn: string,
/** The person's words, on one line. */
text: string,
/** Whether it names its subject; "can you fix the comments?" does not. */
isClear: boolean,
/** Number of files that its turn changed. */
edits: number, };

/** Why a prompt is dismissed without a search. */
export type Dismissal = "command" | "trivial" | "empty";

/** Result of an embedding step. */
export type EmbedReport = {
/** Number of chunks embedded. */
embedded: number,
/** Number of chunks that still wait for a vector. */
waiting: number,
/** Why nothing can be embedded. */
degraded: Degraded | null, };

/** How sure it is that the error ended. */
export type Ending = "answered" | "gone" | "passed";

/** The end of an error: the same command passed. */
export type ErrorEnd = {
/** When, in milliseconds since the epoch. */
atMs: number,
/** The files that were changed between the first failure and the success, the last first. */
changed: Array<string>, };

/** One piece of evidence. */
export type Evidence = { name: string, value: number, };

/** One part of an export. */
export type Exported = {
/** Lines of JSON, without line ends. */
lines: Array<string>,
/** Number of turns left out because their log is damaged. */
damaged: number,
/** Number of entries of a newer version; they are in the lines unchanged. */
unread: number,
/** Id after which the next call continues; `None` at the end. */
next: number | null, };

/** A file, and how often it was used. */
export type FileUse = {
/** When it was last used, in milliseconds since the epoch. */
atMs: number,
/** Its path, relative to the directory of the session where it is inside. */
path: string,
/** How often it was changed or read. */
times: number, };

/** Conditions that a turn must all satisfy; a condition that is `None` is not checked. */
export type FilterOptions = {
/** Started at or after this time, in milliseconds since the epoch. */
sinceMs?: number,
/** Started before this time. */
untilMs?: number,
/** Is in a session whose id starts with this prefix. */
session?: string,
/** Was on this branch. */
branch?: string,
/** Read or changed a file whose path contains this phrase. */
file?: string,
/** Ran a command that contains this phrase. */
command?: string,
/** Hit an error that contains all of these words. */
error?: string,
/** Has this tag in an answer or an edit, ignoring case. */
tag?: string, };

/** Summary of all steps. */
export type Findings = {
/** Whether `SQLite` found the file intact. */
isSound: boolean,
/** Number of turns with an intact log. */
found: number,
/** Number of turns in the file; for a damaged file, a lower bound. */
named: number,
/** Number of notes with an intact log. */
notes: number,
/** Number of notes in the file; for a damaged file, a lower bound. */
notesNamed: number,
/** Number of found turns that are not imported: forgotten in this memory, or excluded. */
leftOut: number,
/** Start of the most recent turn, in milliseconds since the epoch; 0 when unknown. */
lastMs: number,
/** Paths of the transcripts that were ingested into the database. */
transcripts: Array<string>, };

/** What is known of an error. */
export type Fixes = {
/** What ended it, the surest and newest first. */
ended: Array<Solution>,
/** Whether the text names an error; one that only says that something failed does not. */
isNamed: boolean,
/** Number of sessions that met it. */
sessions: number,
/** Where it was met last, when nothing shows that it ever ended. */
open: Place | null,
/** Number of turns read. */
read: number,
/** Number of older turns that were not. */
leftOut: number, };

/** What a list shows of a session. */
export type Gist = {
/**
 * What was asked: the first request long enough to describe the session, else the first;
 * `None` when only approvals and pasted text were said.
 */
asked: string | null,
/** What the last real answer concluded; `None` when there is none. */
ended: string | null, };

/** A matching turn. */
export type Hit = {
/** Place in the one ranking of turns and notes, from 0. */
rank: number,
/** Uuid of its prompt, which identifies the turn. */
turn: string,
/** The session to resume. */
session: string,
/** Name of the project. */
project: string,
/** Key of the project: several projects may have the same name. */
projectKey: string,
/** Directory the agent worked in. */
cwd: string | null,
/** Branch checked out there. */
branch: string | null,
/** Name of the coding agent whose conversation it is. */
codingAgent: string,
/** Changed and read files, the changed ones first. */
files: Array<string>,
/** Text typed by the user. */
prompt: string,
/**
 * The parts of the turn that answer best, shown beside the beginning of its prompt: whole
 * sentences, items, rows and closed code, with "…" for omitted text. Empty for a turn that
 * says no more than that, and for one that is only named, not shown.
 */
passage: string,
/** Snippet of the prompt, with the matched words marked. */
promptExcerpt: Array<Piece>,
/** A shorter passage, with the matched words marked. */
excerpt: Array<Piece>,
/** Fused score; higher is better. Comparable within one search only. */
score: number,
/** Tags by which the agent marked what it was not sure of. */
suspect: Array<string>,
/** When the turn began, in milliseconds since the epoch. */
atMs: number,
/** The subagent that ran the turn. */
agent: string | null,
/** What became of it since, the most telling first; empty until [`crate::marks`] looked. */
marks: Array<Mark>,
/** BM25, when a word matched. */
textScore: number | null,
/** Cosine similarity, when the turn has vectors. */
similarity: number | null,
/** BM25 of the actions, when one matched. */
actionScore: number | null,
/** The actions that the filter asked for; `None` when it asked for none. */
matched: Matched | null, };

/** Result of an import. */
export type Imported = {
/** Number of new turns, without those of subagents. */
turns: number,
/** Number of new turns of subagents. */
agentTurns: number,
/** Number of turns that were stored before and got more, subagents' included. */
changed: number,
/** Number of turns that were already stored unchanged, or were forgotten. */
unchanged: number,
/** Number of notes stored or changed. */
notes: number,
/** Number of notes that were already stored unchanged, or were forgotten or excluded. */
notesUnchanged: number,
/** Number of lines that could not be parsed. */
unreadable: number,
/** Summary of an imported database, once all of it was read. */
findings: Findings | null, };

/** Report of one step. */
export type IngestReport = {
/** Whether the end of the transcript was reached. */
done: boolean,
/** Whether nothing had changed since the last step: the file was not even opened. */
unchanged: boolean,
/** Whether the file was truncated or rewritten, and is read again from its start. */
restarted: boolean,
/** Number of bytes read. */
bytes: number,
/** Number of lines that became entries of a turn. */
kept: number,
/** Number of known lines that are not stored, by reason. */
skipped: { [key in string]: number },
/** Number of lines that could not be read, by reason. */
problems: { [key in string]: number },
/** Number of new turns, without those of subagents. */
turns: number,
/** Number of new turns of subagents. */
agentTurns: number,
/** Number of turns that were stored before and got more, subagents' included. */
changed: number, };

/** A prompt that turns or notes were injected into, as its session's record reports it. */
export type Injection = {
/** The session in which the prompt was typed. */
session: string,
/** The typed text, or its beginning; empty if it was not recorded. */
prompt: string,
/** When its hook ran, in milliseconds since the epoch. */
atMs: number,
/** Uuids of the recalled turns. */
turns: Array<string>,
/** Uuids of the recalled notes. */
notes: Array<string>,
/** When the session last reported a complete answer, in milliseconds since the epoch. */
stoppedMs?: number, };

/** What a layer cost. */
export type Layer = {
/** Which layer. */
name: LayerName,
/** Number of entries shown. */
shown: number,
/** Number of entries known. */
known: number,
/** Estimated tokens, its heading included. */
tokens: number, };

/** A layer of the block. */
export type LayerName = "notes" | "this-session" | "last-session" | "files" | "sessions";

/** A mark on a turn, with its evidence. */
export type Mark = {
/** What happened to the turn. */
kind: MarkKind,
/** Uuid of the later turn that shows it; of several the last. */
turn: string,
/** Start of that turn, in milliseconds since the epoch. */
atMs: number,
/** The files it is about, as the marked turn named them; empty for a refusal. */
files: Array<string>,
/** The person's words, for a refusal. */
said: string | null, };

/** What happened to a turn, the most important first. */
export type MarkKind = "superseded" | "refused" | "changed-since";

/**
 * The actions of a turn that a filter asked for. Each list is empty when the filter has no such
 * condition.
 */
export type Matched = {
/** Lines of errors, at most three, each of at most 200 characters around the match. */
errors: Array<string>,
/** Commands, at most three. */
commands: Array<MatchedCommand>,
/** Paths of files, at most eight. */
files: Array<string>, };

/** A command that a filter asked for. */
export type MatchedCommand = {
/** The lines that match, at most 200 characters of them. */
command: string,
/** Exit status, when known. */
exitCode: number | null, };

/** Effect of changing a directory's project. */
export type Membership = {
/** Current project of the directory's turns; `None` when none was ever stored. */
from: Project | null,
/** New project of the directory and those turns. */
to: Project,
/** UUIDs of the turns that move. */
turns: Array<string>,
/** UUIDs of the notes that move along. */
notes: Array<string>, };

/** Why a directory belongs to its project. */
export type MembershipReason = "alone" | "first" | "known" | "proven" | "joined" | "left" | "unproven";

/** A command that failed. */
export type MetError = {
/** When it first failed, in milliseconds since the epoch. */
atMs: number,
/** The command. */
command: string,
/** The line that says what was wrong, if one does. */
error: string | null,
/** How often it failed before it passed. */
failures: number,
/** What ended it; `None` when the session ended with it. */
ended: ErrorEnd | null, };

/** A candidate as a document. */
export type NearNote = {
/** Its id. */
note: string, kind: string, summary: string,
/** Who wrote it first. */
author: Author,
/** When it was last said, in milliseconds since the epoch. */
atMs: number, verdict: Verdict, similarity: number | null, shared: number, };

/** A note. In a list, its body and its statements are empty. */
export type Note = {
/** Its UUID. */
id: string, kind: string, summary: string, state: NoteState, tags: Array<string>,
/** Tags that say that an agent was not sure of it. */
suspect: Array<string>, files: Array<string>, scope: NoteScope, project: string, projectKey: string, branch: string | null,
/** Who wrote it first. */
author: Author, confidence: number, pinned: boolean, supersedes: Array<string>, supersededBy: string | null, relatesTo: Array<string>,
/** UUID of the turn that it comes from. */
turn: string | null,
/** The words that say it there. */
words: string | null,
/** UUIDs of all turns in which it was marked or found. */
turns: Array<string>,
/** Id of the note that says the same and counts this one. */
mergedInto: string | null,
/** Times are in milliseconds since the epoch. */
writtenMs: number, changedMs: number,
/** How often it was said. */
said: number, saidMs: number, body: string,
/** The statements as JSON, oldest first. */
statements: Array<string>, };

/** A matching note. */
export type NoteHit = {
/** Place in the one ranking of turns and notes, from 0. */
rank: number,
/** The note without its body. */
note: Note,
/** The summary, with the matched words marked. */
summaryExcerpt: Array<Piece>,
/** The part of the body with matched words, which are marked; empty without a body. */
excerpt: Array<Piece>,
/** Fused score; higher is better. Comparable within one search only. */
score: number,
/** BM25, when a word matched. */
textScore: number | null,
/** Cosine similarity, when the note has vectors. */
similarity: number | null, };

/** A kind of note. */
export type NoteKind = {
/** Its name, which is stored. */
name: string,
/** The name of many; a heading of lists, and an alias. */
plural: string,
/** Other names, such as namespaces of other tools. */
aliases: Array<string>,
/** Whether such a note loses relevance with time. */
ages: boolean, };

/** Where a note holds. */
export type NoteScope = "project" | "branch" | "person";

/** State of a note. Names are stored. */
export type NoteState = "proposed" | "active" | "resolved" | "archived" | "tombstone" | "rejected" | "merged";

/** Something that stayed open. */
export type OpenItem = {
/** Why. */
kind: OpenKind,
/** What, on one line. */
text: string, };

/** Why something is open. */
export type OpenKind = "interrupted" | "error" | "task" | "next" | "question";

/** How much of the recalled turns and notes recurs in the answer. */
export type Outcome = {
/** Uuid of the turn that answers the prompt. */
turn: string,
/**
 * Number of rare words in the recalled turns and notes that neither an earlier turn of the session nor
 * the prompt contains. A pair of CJK characters counts as a word.
 */
brought: number,
/** Number of these words in the answer, or in the arguments of its tool calls. */
used: number, };

/** Some days in local time, as `2026-02-10` in JSON. */
export type Period = {
/** The first day. */
since: string,
/** The day after the last. */
until: string, };

/** A segment of an excerpt. */
export type Piece = {
/** The text. */
text: string,
/** Whether the text is a matched word. */
matched: boolean, };

/** Where something was done. */
export type Place = {
/** Uuid of the prompt, which identifies the turn. */
turn: string,
/** The first session that the turn was stored under. */
session: string,
/** Name of the project. */
project: string,
/** Name of the agent that wrote it. */
agent: string,
/** When it was done, in milliseconds since the epoch. */
atMs: number,
/** Branch checked out there. */
branch: string | null,
/** Directory that its turn worked in. */
cwd: string | null,
/** The person's words that led there. */
prompt: string, };

/** A note that was decided on and is not stored yet. */
export type PlannedNote = {
/** What became of it. */
remembered: Remembered,
/** Lines of an export that store it, already masked. */
lines: Array<string>, };

/**
 * Text that occurs in the given turns and nowhere else in a database. This is the removed content:
 * never print or store it.
 */
export type Probes = {
/** UUIDs of the turns. */
turns: Array<string>,
/** Pieces of their prompts, answers, tool calls and results. */
pieces: Array<string>,
/** Terms of the full-text index that occur only in them. */
terms: Array<string>,
/** Words of the action index that occur only in them. */
actions: Array<string>,
/** Number of turns without a unique piece. */
without: number, };

/** The scope of memories: the key they are stored under, and a name for people. */
export type Project = {
/** Identity, such as `github.com/Owner/Repo` or `/home/me/notes`. Contains no credentials. */
key: string,
/**
 * The name that people see and type: the last part of the repository's or directory's name.
 * Never empty.
 */
name: string, };

/** Counts of one project. */
export type ProjectCount = {
/** Name of the project. */
name: string,
/** Key of the project. */
key: string,
/** Number of sessions. */
sessions: number,
/** Stored turns, without those of subagents. */
turns: number,
/** Stored turns of subagents. */
agentTurns: number,
/** End of the newest turn, in milliseconds since the epoch. */
lastAtMs: number, };

/** What was searched for removed text, and the result. */
export type Proof = {
/** Number of text pieces searched for. */
pieces: number,
/** Number of index terms searched for. */
terms: number,
/** Number of turns without any piece of text to search for. */
without: number,
/** Number of files read to their end. */
files: number,
/** Number of those that are databases whose turns were read too. */
databases: number,
/** Files that still contain something. */
found: Array<string>,
/** Files that could not be searched, or only in part. */
unchecked: Array<Unchecked>, };

/** A proposed note. */
export type Proposal = {
/** The note. */
note: Note,
/** The session in which it was found first; `None` when that turn is not stored. */
session: string | null, };

/** Result of a recall. */
export type Recall = {
/** Why the prompt was dismissed without a search. */
dismissed: string | null,
/** Whether the prompt was read together with the last turns of its session. */
withContext: boolean,
/** Probability that the best turns hold what the prompt needs. */
probability: number,
/** Minimum probability for an injection. */
threshold: number,
/** Evidence that the probability is computed from; `None` when no turn was found. */
evidence: Array<Evidence>,
/** The best turns, injected or not, best first. */
candidates: Array<Candidate>,
/** The notes that come nearest, said or not, nearest first. */
notes: Array<NearNote>,
/** Number of turns searched. */
searched: number,
/** Whether vectors were searched, and not words alone. */
semantic: boolean,
/** Text to inject into the prompt: all injected turns. Empty when there is none. */
said: string, };

/** What became of a note to write. */
export type Remembered = {
/** The note. */
note: Note,
/** Whether it was there already and was said again. */
saidAgain: boolean,
/** The notes that it supersedes. */
superseded: Array<Note>, };

/** A restored transcript. */
export type Restored = {
/** Id of the session. */
session: string,
/**
 * The directory the session started in, which decides where the client looks for its
 * transcript.
 */
directory: string | null,
/** Path of the transcript when it was last ingested. */
transcript: string | null,
/** Number of the session's own turns; those of its subagents were in separate files. */
turns: number,
/** Number of lines in the text. */
lines: number,
/** Number of stored entries that have no line in the transcript. */
leftOut: number,
/** The transcript; each line ends with a newline. */
text: string, };

/** Result of one step. */
export type Scrubbed = {
/** Number of turns read, without those of subagents. */
turns: number,
/** Number of turns of subagents read. */
agentTurns: number,
/** Number of all these turns in which something was masked. */
changed: number,
/** Number of notes read, in the last step. */
notes: number,
/** Number of notes in which something was masked. */
notesChanged: number,
/** The texts that were masked, which must no longer occur anywhere. Never print them. */
removed: Array<string>,
/** Id after which the next step continues; `None` at the end. */
next: number | null, };

/** A turn or a note selected for removal. */
export type Selected = {
/** UUID of the turn's prompt, or of the note. */
turn: string,
/** Whether it is a note. */
isNote: boolean,
/** Sessions that contain it. */
sessions: Array<string>,
/** Name of its project. */
project: string,
/** Key of its project: several projects may have the same name. */
projectKey: string,
/** The subagent whose turn it is. */
agent: string | null,
/** Start of the turn, or when the note was written, in milliseconds since the epoch. */
atMs: number,
/** The user's prompt, or the note's summary. */
prompt: string,
/** Why it is selected. */
because: Because, };

/** A note that was found or written in a session. */
export type SessionNote = {
/** Its UUID. */
note: string,
/** Name of its kind. */
kind: string,
/** Its summary. */
summary: string, };

/** A session in a list. */
export type SessionRow = {
/** Id of the session. */
session: string,
/** Name of the coding agent that it was held with. */
codingAgent: string,
/** Name of its project. */
project: string,
/** Key of its project, since names may be shared. */
projectKey: string,
/** Start of its first turn, in milliseconds since the epoch. */
startedAtMs: number,
/** End of its last turn. */
endedAtMs: number,
/** Number of stored turns, without those of subagents. */
turns: number,
/** Number of those that a fork has of an earlier session, and that count there. */
sharedTurns: number,
/** Id of that session. */
sharedWith: string | null,
/** Branch of its last turn. */
branch: string | null,
/** Directory of its first turn. */
cwd: string | null,
/** Its first prompt. */
prompt: string, };

/** What ended an error. */
export type Solution = {
/** How like the error is to the one asked about, from 0 to 1. */
likeness: number,
/** How sure it is that it ended. */
ending: Ending,
/** The line of the output or the prompt. */
error: string,
/** The command that met it; `None` for a pasted one. */
command: string | null,
/** Where it was met the last time before it ended. */
met: Place,
/** How often it was met in a row. */
times: number,
/** The changes that ended it, those that name it first. */
changes: Array<Changed>,
/** Number of changes that are left out. */
moreChanges: number,
/** Commands that may have ended it. */
commands: Array<string>,
/** The command that passed or ran on. */
passed: string | null,
/** Where that was. */
ended: Place,
/** What the model said about the cause. */
said: string | null, };

/** A session that starts. */
export type Start = {
/** The directory in which it starts. */
directory: string,
/** Its id. */
session: string,
/** Whether its context was compacted: then the text is about the session itself. */
compacted: boolean,
/** The most that the block may cost, in estimated tokens; a small memory gets less. */
budget: number, };

/** Counts over the whole store. */
export type Stats = {
/** Sessions with at least one turn. */
sessions: number,
/** Stored turns, without those of subagents; see [`StoredTurns`]. */
turns: number,
/** Stored turns of subagents. */
agentTurns: number,
/** Tool uses. */
actions: number,
/** Chunks. */
chunks: number,
/** Chunks waiting for a vector of the chosen model. */
waiting: number,
/** Vectors of other models. */
otherVectors: number,
/** Notes, in whatever state. */
notes: number,
/** Notes that wait for a person's decision; counted by [`crate::note_actions::proposals`]. */
proposed: number,
/** Transcripts read at least once. */
transcripts: number,
/** Counts by project, the project with the most turns first. */
projects: Array<ProjectCount>, };

/** One message, action or event of a turn. */
export type Step = {
/** Kind of the step. */
kind: StepKind,
/** The text; for an action, its target. */
text: string,
/** Tool of an action; kind of a note, of an omitted attachment or of an unknown block. */
label: string | null,
/** Exit status of a command. */
exitStatus: number | null,
/** Error message of a failed action. */
error: string | null,
/**
 * What an action returned, as far as it is kept: the head and the tail of a long text, with
 * the cut marked. `None` when nothing is kept.
 */
result?: string, };

/** Kind of a step. */
export type StepKind = "prompt" | "answer" | "action" | "note" | "omitted" | "interrupted" | "compacted" | "unknown";

/** What became of lines that waited. */
export type TakenIn = {
/** Number of notes stored or changed. */
notes: number,
/** Number of lines that are no notes. */
unreadable: number,
/** Number of notes whose stored statements are damaged: theirs must wait until that is mended. */
damaged: number, };

/** A note with the moves that are due. */
export type TidiedNote = {
/** The note before, with its body. */
note: Note,
/** Its importance at the time of the run, 0 to 1. */
importance: number,
/** The moves, in order. */
steps: Array<TidiedStep>, };

/** A move of the upkeep. */
export type TidiedStep = {
/** The state before. */
from: NoteState,
/** The state afterwards; `None` when the note is to be gone. */
to: NoteState | "gone",
/** When it became due, in milliseconds since the epoch. */
atMs: number,
/** When the note was last used, or came into its state. */
sinceMs: number,
/** Why it is due. */
because: TidyReason, };

/** Why a move is due. */
export type TidyReason = "said-often" | "unused" | "faint" | "archived-long" | "tombstone-long";

/** A file that turns on a topic changed or read. */
export type TopicFile = {
/** Its path, as the agent wrote it. */
file: string,
/** Number of the turns that changed it. */
changed: number,
/** Number of the turns that only read it. */
read: number,
/** The best of these turns, by its uuid. */
turn: string,
/** How much the file belongs to the topic; comparable within one answer only. */
score: number,
/** When that turn began, in milliseconds since the epoch. */
atMs: number, };

/** A turn that changed a file. */
export type Touch = {
/** Where it was changed last in the turn. */
place: Place,
/** The changes, in order. */
changes: Array<Changed>, };

/** A file that contains some of the texts. */
export type Trace = {
/** Path of the file. */
path: string,
/** Indices of the texts found, in order and without duplicates. */
texts: Array<number>, };

/** A ledger row of a transcript, whose file may no longer exist. */
export type TranscriptRow = {
/** Canonical path at the time it was read. */
path: string,
/** The session in its path, otherwise the one that its lines name. */
session: string | null,
/** Name of its turns' project. */
project: string | null,
/** Size when it was last read to its end; 0 if it never was. */
bytes: number,
/** Modification time at that point, in milliseconds since the epoch. */
modifiedAtMs: number,
/** Number of bytes read. */
offset: number,
/** Lines that became entries. */
kept: number,
/** Lines of known kinds that are not stored, by reason. */
skipped: { [key in string]: number },
/** Lines that could not be parsed, by reason. */
problems: { [key in string]: number }, };

/** Count of all turns, those of subagents included. */
export type TurnCount = {
/** Number of turns. */
turns: number,
/** Start of the last turn, in milliseconds since the epoch; 0 without turns. */
lastMs: number, };

/** A turn that stays, and the turn to be removed whose answer it holds. */
export type Twin = {
/** UUID of the turn that stays. */
turn: string,
/** UUID of the turn to be removed. */
of: string, };

/** A file that could not be searched completely. */
export type Unchecked = {
/** Path of the file. */
path: string,
/** The reason. */
reason: string, };

/** What an upkeep did, or would do. */
export type Upkeep = {
/** The notes that move. */
tidied: Array<TidiedNote>,
/** What is to be recorded beside the times when notes were shown. */
agesFrom: Array<AgesFrom>, };

/** Verdict on a turn: injected, or the rule that stopped it. */
export type Verdict = "injected" | "unsure" | "far" | "repeats" | "recalled" | "muted" | "in-context" | "enough" | "unanswered" | "adds-nothing";

/** A file after a change. */
export type Version = {
/** Where it was changed. */
place: Place,
/** Path of the file, as the agent wrote it. */
file: string,
/** The text that the change replaced; `None` when the whole file was written. */
replaced: string | null,
/** The text that took its place. */
with: string,
/** The whole content after the change, where it is known. */
content: string | null, };

/** The commands that worked for something. */
export type Ways = {
/** The best first. */
commands: Array<Worked>,
/** Number of turns read. */
read: number,
/** Number of older turns that were not. */
leftOut: number, };

/** A turn with everything stored about it. */
export type WholeTurn = {
/** Uuid of its prompt, which identifies the turn. */
turn: string,
/** Sessions that contain it. */
sessions: Array<string>,
/** Name of the project. */
project: string,
/** Key of the project: several projects may have the same name. */
projectKey: string,
/** Name of the coding agent whose conversation it is. */
codingAgent: string,
/** Whether the user interrupted it. */
interrupted: boolean,
/** Tags in its answers and edits, such as `POISON_PATH`. */
tags: Array<string>,
/** Which of them say that the agent was not sure of its work. */
suspect: Array<string>,
/** Start, in milliseconds since the epoch. */
startedAtMs: number,
/** End, in milliseconds since the epoch. */
endedAtMs: number,
/** Directory the agent worked in. */
cwd: string | null,
/** Branch checked out there. */
branch: string | null,
/** The subagent that ran the turn. */
agent: string | null,
/** What happened to it since, the most important first. */
marks: Array<Mark>,
/** Messages and actions, in order. */
steps: Array<Step>, };

/** A command that worked. */
export type Worked = {
/** The command; long quoted arguments are replaced by "…". */
command: string,
/** What the agent said it is for, the last time it did. */
purpose: string | null,
/** How often it ran well. */
times: number,
/** How often it failed. */
failed: number,
/** Where it ran well last. */
last: Place,
/** Share of the weight of the words that it has, from 0 to 1. */
covered: number, };

/** Held while transcripts are ingested. */
export declare class IngestLock {
  /**
   * Returns the lock, or nothing when another process holds it. Creates the home. `command` and
   * `now_ms` are recorded for others.
   */
  static tryAcquire(home: string, command?: string | undefined | null, nowMs?: number | undefined | null): Self | null
  /**
   * Returns the holder of a home's lock if it is certain; nothing when there is no record, or
   * when the recorded process has exited.
   */
  static holder(home: string): LockHolder | null
  /** Releases the lock; a second call does nothing. */
  release(): void
}

/** Everything that is stored. */
export declare class Memory {
  /** Opens the memory. Throws an error with a code. */
  static open(options: OpenOptions): Memory
  /** Where a damaged database was moved to, if one was found. */
  get movedAside(): string | null
  /** Replaces the mask patterns and exclusion globs from now on. */
  keepOut(mask: Array<string>, exclude: Array<string>): void
  /**
   * Takes in what is new in a transcript, up to a bound; call it until `done`. `agent` names the
   * coding agent whose transcript it is; without one it is Claude Code's. `told` is the directory
   * that the agent told it began in; it counts if the transcript names none.
   */
  ingest(path: string, project?: string | undefined | null, agent?: string | undefined | null, told?: string | undefined | null): Row<IngestReport>
  /** Returns whether the turn that a hook reported this answer of, or a later one, contains it. */
  holdsAnswer(path: string, answer: string, atMs: number): boolean
  /**
   * Adds an answer that the transcript does not contain to its open turn, if there is one that
   * was open at that time.
   */
  reportAnswer(path: string, answer: string, atMs: number): boolean
  /** Embeds some of the queued chunks; call it until none is left. */
  embedWaiting(): Row<EmbedReport>
  /** Answers a user's query. */
  query(options: QueryOptions): Row<Answer>
  /** Returns the turns worth recalling for a prompt; usually none. */
  recall(prompt: PromptOptions): Row<Recall>
  /**
   * Returns how much of what was recalled for a prompt reappeared in its answer; nothing while
   * the answer is incomplete, or when it cannot be determined.
   */
  used(injection: Given<Injection>): Row<Outcome> | null
  /**
   * Starts to derive everything from the log again. Returns how many vectors of models other
   * than the chosen one were dropped, if that was requested.
   */
  beginRebuild(dropOtherModels: boolean): number
  /**
   * Derives some turns again and returns the id of the last one; nothing when no rebuild is in
   * progress any more.
   */
  rebuild(): number | null
  /** Returns the id of the last turn derived by the rebuild in progress, if there is one. */
  rebuildProgress(): number | null
  /**
   * Schedules transcripts that may contain the content of damaged logs for another ingest, and
   * returns their paths.
   */
  mend(): Array<string>
  /** Returns the turns selected for removal, oldest first. */
  select(options: SelectOptions): Row<Array<Selected>>
  /** Returns how many turns and notes of other projects match the selection as well. */
  selectBeside(options: SelectOptions): number
  /** Returns the turns that stay and hold the same answer as one of these turns. */
  twins(turns: Array<string>): Row<Array<Twin>>
  /** Removes turns for good. Returns how many were stored. Call `compact` afterwards. */
  forget(turns: Array<string>): number
  /**
   * Returns the texts to search for as proof that turns are gone. Call it before they are
   * removed.
   */
  probes(turns: Array<string>): Row<Probes>
  /** Returns whether the database still contains removed bytes, until `compact` has run. */
  holdsRemovedBytes(): boolean
  /**
   * Masks some turns again. `after` is 0 at first, then `next` of the last call. Call `compact`
   * at the end.
   */
  scrub(after: number): Row<Scrubbed>
  /** Masks a whole backup again. Returns the masked texts, which must never be printed. */
  scrubBackup(path: string, busyMs: number): Array<string>
  /** Rewrites the database without any removed bytes. */
  compact(): void
  /** Copies the whole database to a file that must not exist yet. */
  backup(path: string): void
  /** Returns some lines of an export; without `after`, the first ones. */
  export(directory: string, project: string | undefined | null, everything: boolean, after?: number | undefined | null): Row<Exported>
  /** Returns how many stored entries a newer version wrote. Reads every log. */
  unreadEntries(): number
  /** Imports lines of an export. */
  import(lines: Array<string>): Row<Imported>
  /**
   * Imports some turns of another database, as far as it can be read; call it until the result
   * has the findings.
   */
  importDatabase(path: string): Row<Imported>
  /**
   * Counts the turns that began up to a time in milliseconds since the epoch; all turns without
   * a time.
   */
  turnsBegunUntil(ms?: number | undefined | null): Row<TurnCount>
  /** Returns which project a directory belongs to, and why. */
  belonging(directory: string): Row<Belonging>
  /**
   * Returns the effect of a directory joining a project; without a name, the project of its
   * remote.
   */
  planJoin(directory: string, project?: string | undefined | null): Row<Membership>
  /** Assigns a directory to a project from now on. Call `moveTurns` afterwards for its turns. */
  join(directory: string, to: Given<Project>): void
  /** Returns the effect of a directory leaving its shared project. */
  planLeave(directory: string): Row<Membership>
  /** Makes a directory a project of its own. Call `moveTurns` afterwards for its turns. */
  leave(directory: string): void
  /** Moves turns to another project. Returns how many moved. */
  moveTurns(turns: Array<string>, to: Given<Project>): number
  /** Returns all projects with turns. Names may repeat, keys are unique. */
  projects(): Row<Array<Project>>
  /** Returns the counts of what is stored. */
  stats(): Row<Stats>
  /** Counts the notes that wait for a person's decision. */
  proposed(): number
  /** Returns the problems of the database; empty when there are none. */
  integrityProblems(): Array<string>
  /** Returns the ledger: every transcript ever ingested, by path. */
  transcripts(): Row<Array<TranscriptRow>>
  /** Returns a session's transcript, restored from its turns, if it has any. */
  restore(session: string): Row<Restored> | null
  /** Returns how far a transcript was ingested, in bytes. */
  transcriptOffset(path: string): number | null
  /** Writes a note, or says one again that says the same. */
  remember(options: RememberOptions): Row<Remembered>
  /**
   * Decides on a note and writes nothing. `waiting` are lines of notes that were decided on
   * before. Returns null when the database must be written to decide.
   */
  planNote(options: RememberOptions, waiting: Array<string>): Row<PlannedNote> | null
  /** Takes in lines of notes that waited. A memory that was opened for reading can do this too. */
  takeIn(lines: Array<string>): Row<TakenIn>
  /**
   * Changes the note whose id begins so; `agent` says that a coding agent does it, and not the
   * person.
   */
  changeNote(id: string, change: NoteChange, nowMs: number, agent?: boolean | undefined | null): ChangedNote
  /**
   * Returns the moves of notes that are due, and makes them unless `dry_run`. A note that is to
   * be gone stays: the caller forgets it.
   */
  tidyNotes(shown: Array<ShownNote>, nowMs: number, dryRun: boolean): Row<Upkeep>
  /** Takes back the last change of the note whose id begins so, or all after a statement. */
  undoNote(id: string, to: number | undefined | null, nowMs: number): ChangedNote
  /** Takes in notes of files. Returns what became of each. */
  importNotes(options: ImportNotesOptions): Array<TakenNote>
  /** Returns notes without their bodies and statements, the one that was changed last first. */
  notes(options: NotesOptions): Note[]
  /** Returns the first of these notes, and how many there are. */
  firstNotes(options: NotesOptions, limit?: number | undefined | null): FirstNotes
  /** Returns the notes that wait for a person's decision, the one that was said last first. */
  proposals(directory: string, project: string | undefined | null, everything: boolean): Row<Array<Proposal>>
  /** Returns the note whose id begins so, with its body and its statements. */
  note(id: string): Row<Note>
  /** Returns the turns whose UUID or session id starts with `prefix`. */
  show(prefix: string): Row<Array<WholeTurn>>
  /** Returns at most `limit` sessions, most recently active first. */
  sessions(directory: string, project: string | undefined | null, everything: boolean, limit: number): Row<Array<SessionRow>>
  /** Returns what was asked in each of these sessions, and how it ended. */
  gists(sessions: Array<string>): Row<Array<Gist>>
  /** Returns what a session is told when it starts. */
  context(start: Given<Start>): Row<Block>
  /**
   * Prepares what the next session of some projects is told of the past. Returns the number of
   * projects: fewer than the limit when all are prepared.
   */
  prepareContexts(limit: number): number
  /**
   * Returns the digest of a session, with its lines in at most `chars_max` characters, if any of
   * its turns is stored.
   */
  digest(session: string, charsMax: number): Row<Digest> | null
  /**
   * Returns when each turn of a project began, in milliseconds since the epoch, oldest first:
   * those that began at or after `since_ms`, without those of subagents.
   */
  turnStarts(directory: string, project: string | undefined | null, everything: boolean, sinceMs: number): Array<number>
  /** Returns the number of stored turns of a session: its own, or those of one subagent. */
  sessionTurnCount(session: string, agent?: string | undefined | null): number
  /** Returns the sessions whose id starts with `prefix`; only the exact match if there is one. */
  sessionsNamed(prefix: string): Array<string>
  /** Returns what ended an error before. */
  fix(error: string, place: WorkOptions): Row<Fixes>
  /** Returns the commands that worked for something. */
  how(words: string, place: WorkOptions): Row<Ways>
  /** Returns the turns whose commands printed the hash of a commit, the oldest first. */
  printed(hash: string, place: WorkOptions): Row<Array<Place>>
  /** Returns the turns that changed a file, the newest first; with a line, those that wrote it. */
  blame(file: string, line: string | undefined | null, place: WorkOptions): Row<Array<Touch>>
  /** Returns the versions of a file that agents made, the newest first. */
  versions(file: string, place: WorkOptions): Row<Array<Version>>
  /**
   * Returns the files of the turns on a topic. `nowMs` and `utcOffsetMin` are the reference of
   * "last week".
   */
  topicFiles(topic: string, place: WorkOptions, nowMs: number, utcOffsetMin: number): Row<Array<TopicFile>>
}

/** Returns the versions of linked libraries and the CPU features. */
export declare function about(): About

/** Versions and CPU features. */
export interface About {
  version: string
  sqlite: string
  schema: number
  arch: string
  simd: Array<string>
}

/**
 * Returns the days that a query consists of, as in "what did I do last week"; nothing when it is
 * about something.
 */
export declare function askedPeriod(text: string, nowMs: number, utcOffsetMin: number): Row<Period> | null

/** A note after a change. */
export interface ChangedNote {
  note: Row<Note>
  /** Whether it is another one than before. */
  changed: boolean
}

/** A process to start. */
export interface Detached {
  /** Absolute path. */
  program: string
  /** Its arguments. */
  arguments: Array<string>
  /** Working directory. */
  directory: string
  /** The complete environment of the process. */
  environment: Record<string, string>
}

/**
 * Returns why a prompt is dismissed regardless of what is stored; no memory needs to be opened
 * then.
 */
export declare function dismissal(prompt: string): Row<Dismissal> | null

/** Returns what is wrong with an exclusion glob, or nothing when it is valid. */
export declare function excludeGlobProblem(glob: string): string | null

/**
 * Ends the process with status 0 when it exceeds one of the limits: a late hook prints nothing.
 * Another call replaces the limits.
 */
export declare function exitAfter(limits: Limits, lastWords?: LastWords | undefined | null): void

/** The first notes of a list. */
export interface FirstNotes {
  notes: Note[]
  /** How many the list has. */
  total: number
}

/** Removes turns from a backup, including all of their bytes. Returns how many it contained. */
export declare function forgetInBackup(path: string, turns: Array<string>, busyMs: number): number

/**
 * Makes stored text harmless for a model that reads it: nothing in it can pose as a message of a
 * client, of a person or of Mementor.
 */
export declare function harmless(text: string): string

/** Notes of files, and where those belong that do not say so. */
export interface ImportNotesOptions {
  notes: Array<NoteOfFile>
  directory: string
  /** Name of a project; without one, that of the directory. */
  project?: string
  /** Milliseconds since the epoch. */
  nowMs: number
}

/** Returns whether one of the globs matches a directory or one of its parents. */
export declare function isExcluded(globs: Array<string>, directory: string): boolean

/** Returns the known models: those in the folder `models` and those added to the home. */
export declare function knownModels(home: string, models: string): Array<Model>

/** A line to append to a file when a limit ends the process. */
export interface LastWords {
  /** Path of the file; its folder is not created. */
  path: string
  /** The line, without a newline. */
  line: string
}

/**
 * When to end the process; all times in milliseconds. On a busy machine the wall clock runs on
 * while this process waits for a CPU, so its own work is limited in CPU time.
 */
export interface Limits {
  /** Wall-clock limit, whatever the process does. */
  wallMs: number
  /** CPU time limit. Without a CPU clock (Windows), the wall clock counts. */
  processorMs?: number
  /**
   * Limit on time without work: the process waits for a disk, a lock or an input. Ignored
   * without a CPU clock.
   */
  stalledMs?: number
}

/** The process that holds the ingest lock. */
export interface LockHolder {
  /** Process id. */
  pid: number
  /** The command that the process runs, such as `ingest`; `drain` is the worker. */
  command: string
  /** When the process took the lock, in milliseconds since 1970. */
  sinceMs: number
}

/** Masks secrets, and matches of the user's own patterns, in a user's message. */
export declare function mask(text: string, patterns?: Array<string> | undefined | null): string

/**
 * Masks an answer of the model exactly as the answers in a transcript are masked, so that both can
 * be compared.
 */
export declare function maskAnswer(text: string, patterns?: Array<string> | undefined | null): string

/** Returns the texts that masking removed. Never print them. */
export declare function maskedOut(before: string, after: string): Array<string>

/** Returns what is wrong with one of the user's mask patterns, or nothing when it is valid. */
export declare function maskPatternProblem(pattern: string): string | null

/** Returns the model in use, or the requested one. */
export declare function model(home: string, models: string, id?: string | undefined | null): Model

/** A known model. */
export interface Model {
  id: string
  licence: string
  dimensions: number
  window: number
  weightsSha256: string
  bytes: number
  files: Array<ModelFile>
  /** What runs it: `onnxruntime`, or our own encoder with the instructions that it uses. */
  engine: string
  /** Whether the engines of another library run it, and not our own encoder. */
  needsEngines: boolean
  /** Why the model cannot be used: a file is missing or has the wrong size. */
  problem?: Row<Degraded>
}

/** A file of a model. */
export interface ModelFile {
  name: string
  bytes: number
  sha256: string
  url?: string
  /** Its path, or where it would be. */
  path: string
}

/** A change of a note: one of the first two, or some of the others. */
export interface NoteChange {
  /** `accept`, `reject`, `resolve`, `archive` or `restore`. */
  verb?: string
  pinned?: boolean
  /** New text: the first line is the summary, the rest the body. */
  text?: string
  /** Name or alias of another kind. */
  kind?: string
  /** All tags. */
  tags?: Array<string>
  /** All files. */
  files?: Array<string>
}

/** Conditions on notes. */
export interface NoteFilterOptions {
  /** Names or aliases of kinds, one of which a note must have; empty for any. */
  kinds: Array<string>
  /** A tag that it must have. */
  tag?: string
  /** Whether notes of every branch pass; else those of other branches do not. */
  allBranches?: boolean
  /** Whether active notes that a newer one replaced are meant, or the others; both if omitted. */
  superseded?: boolean
}

/** Returns the kinds of notes. */
export declare function noteKinds(): Row<Array<NoteKind>>

/** A note as it was read from a file. */
export interface NoteOfFile {
  /** Its UUID; without one it is known by its text. */
  id?: string
  /** Name or alias of its kind. */
  kind: string
  summary: string
  body: string
  tags: Array<string>
  files: Array<string>
  relatesTo: Array<string>
  supersedes: Array<string>
  supersededBy?: string
  /** `project`, `branch` or `person`. */
  scope: string
  branch?: string
  /** Name of its state. */
  state: string
  pinned: boolean
  /** Who wrote it, where the file says so. */
  author?: string
  /** UUID of the turn in which it was found, and the words that say it there. */
  turn?: string
  words?: string
  /** When it was written, in milliseconds since the epoch; without it, now. */
  writtenMs?: number
  /** When it had last been changed as the file was written. */
  changedMs?: number
  /** Name and key of its project, where the file says so. */
  project?: string
  projectKey?: string
}

/** Which notes a list shows. */
export interface NotesOptions {
  /** Directory whose project's notes are listed. */
  directory: string
  /** Name or key of a project. */
  project?: string
  /** All projects. */
  everything: boolean
  notes: NoteFilterOptions
  /** Names of states; empty for any. */
  states: Array<string>
  /** Conditions on time, branch and file. */
  filter?: Given<FilterOptions>
}

/** Options for opening a memory. */
export interface OpenOptions {
  /** Mementor's home. */
  home: string
  /** Folder with `manifest.json` and the bundled models; added models are in the home. */
  models: string
  /** Id of the model to use; the default model if omitted. */
  model?: string
  /** Path of the library with the engines of other models than the bundled one. */
  engines?: string
  /** Path of ONNX Runtime's library, for them. */
  onnxruntime?: string
  /** Whether to open for writing, which requires the ingest lock. */
  write: boolean
  /** Whether to read the whole database first, and move it aside if it is damaged anywhere. */
  repair?: boolean
  /**
   * Whether this process reads for long: then it never keeps others waiting on a full disk, but
   * cannot read there either.
   */
  lasting?: boolean
  /** How long to wait for another process's lock, in milliseconds. */
  busyMs: number
  /** Number of inference threads. */
  threads: number
  /** Milliseconds since the epoch; part of the name of a damaged database that is moved aside. */
  nowMs: number
  /** The user's mask patterns; an invalid one is an error. */
  mask?: Array<string>
  /** Globs of directories whose conversations are not stored; an invalid one is an error. */
  exclude?: Array<string>
  /** More tags by which agents mark what they were not sure of. */
  suspect?: Array<string>
  /** Whether rules find notes in the conversations that are taken in; yes if omitted. */
  detect?: boolean
}

/**
 * Makes the file of the bundled model in the folder `models`, unless it is there and intact. The
 * build calls it; a user's machine has nothing to make it from.
 */
export declare function packModel(models: string): void

/**
 * Panics, to show that a panic becomes a JavaScript error and Node stays alive.
 *
 * # Panics
 *
 * Always, inside the guard.
 */
export declare function panicForTest(): void

/** A prompt, and what its session's context already contains. */
export interface PromptOptions {
  /** The text as typed. */
  text: string
  /** Directory in which it was typed, which determines the project. */
  directory: string
  /** The session in which it was typed. */
  session: string
  /** Turns recalled earlier in this session, since the last compaction. */
  recalled: Array<string>
  /** Turns that the person muted. */
  muted: Array<string>
  /** Notes that the session was told of, at its start or at a prompt, since the last compaction. */
  notes: Array<string>
  /**
   * When the session's context was last compacted; its earlier turns are no longer in the
   * context.
   */
  compactedAtMs?: number
  /** Accepted share of prompts that need nothing but still get something. */
  rate: number
  /** Reference time for "last week" and the like, in milliseconds since the epoch. */
  nowMs: number
  /** Offset of local time from UTC, in minutes. */
  utcOffsetMin: number
}

/**
 * Searches files for probes, and in databases also the turns and indexes. `damaged` lists the
 * files known to be partly unreadable.
 */
export declare function prove(paths: Array<string>, damaged: Array<string>, probes: Given<Probes>): Row<Proof>

/** A query. Searches the directory's project unless `project` or `everything` is given. */
export interface QueryOptions {
  /** Any text. */
  text: string
  /** Maximum number of turns to return. */
  limit: number
  /** Directory in which the query was made. */
  directory: string
  /** Name or key of a project. */
  project?: string
  /** All projects. */
  everything: boolean
  /** Conditions on the turns. */
  filter?: Given<FilterOptions>
  /** Conditions on notes; if omitted, no note is searched. */
  notes?: NoteFilterOptions
  /** Whether turns are searched; they are if omitted. */
  turns?: boolean
  /** Reference time for "last week" and the like, in milliseconds since the epoch. */
  nowMs: number
  /** Offset of local time from UTC, in minutes. */
  utcOffsetMin: number
  /** Whether a listing, which has no words, begins with the oldest turn. */
  oldestFirst?: boolean
}

/** A note to write. */
export interface RememberOptions {
  /** UUID that it gets when it is new. */
  id: string
  /** Its text: the first line is the summary, the rest the body. */
  text: string
  /** Name or alias of its kind. */
  kind: string
  tags: Array<string>
  /** Files that it is about, absolute or relative to the directory. */
  files: Array<string>
  /** Whether it holds everywhere. */
  person: boolean
  /** The branch on which alone it holds; empty for the one that is checked out. */
  branch?: string
  pinned: boolean
  /** Beginnings of the ids of notes that it replaces. */
  supersedes: Array<string>
  /** Whether a coding agent writes it. */
  agent: boolean
  /** Directory in which it is written. */
  directory: string
  /** Name of a project; without one, that of the directory. */
  project?: string
  /** Milliseconds since the epoch. */
  nowMs: number
}

/** Selects the turns that meet all conditions; at least one condition is required. */
export interface SelectOptions {
  /** Prefixes of turn or session ids, one of which must match; empty matches all. */
  ids: Array<string>
  /** Text that must occur in the turn, ignoring case. */
  containing?: string
  /** Conditions on the turns. */
  filter?: Given<FilterOptions>
  /** Only the project of this directory; every project if omitted. */
  directory?: string
  /** Name or key of a project. */
  project?: string
}

/** When a note was last shown on this machine, or from when its age counts here. */
export interface ShownNote {
  /** UUID of the note. */
  id: string
  /** Milliseconds since the epoch. */
  atMs: number
}

/**
 * Starts a process without standard input or output, in a process group of its own so that signals
 * to this group do not reach it. Returns whether it was started.
 */
export declare function startDetached(process: Detached): boolean

/** What became of a note of a file. */
export interface TakenNote {
  /** `written`, `changed`, `known`, `kept`, `forgotten` or `failed`. */
  outcome: string
  /** UUID of the note; none where it failed. */
  id?: string
  /** Why it failed. */
  code?: string
  message?: string
}

/** Returns the files that contain the bytes of a text. */
export declare function traces(paths: Array<string>, texts: Array<string>): Row<Array<Trace>>

/** Checks every file of the model in use, or of the requested one, against its SHA-256. */
export declare function verifyModel(home: string, models: string, id?: string | undefined | null): void

/** Where a question about the work is asked. */
export interface WorkOptions {
  /** Directory in which it was asked. */
  directory: string
  /** Name or key of a project. */
  project?: string
  /** All projects. */
  everything: boolean
}
