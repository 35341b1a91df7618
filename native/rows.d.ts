/* Made from the rows of the core by a test, crates/core/src/api/types.rs. Do not edit it. */

/** What a call returns or takes as the core defines it. */
export type Row<T> = T;
export type Given<T> = T;

/** What a person is told of an agent. */
export type AgentRow = {
/** Its name in the store and on the command line. */
name: string,
/** Its name in texts for a person. */
displayName: string,
/** Environment variables that locate its files. */
variables: Array<AgentVariable>,
/** Whether our hooks are installed into it. */
isInstalledInto: boolean,
/** For how long after the hook of a turn's end it may still write that turn, in milliseconds. */
writesLateMs: number,
/**
 * The folder that holds its transcripts; `None` where they are only taken in by name, and where
 * nothing is told of the machine.
 */
root: string | null, };

/** An environment variable that locates files of an agent. */
export type AgentVariable = {
/** Its name. */
name: string,
/** What it names. */
meaning: string, };

/** What the best hits are to a query. */
export type Answered = "found" | "related" | "not-here";

/** When some days begin and end here. */
export type AsDate = {
/** Where they begin, in milliseconds since the epoch. */
sinceMs: number,
/** Where they end; not part of them. */
untilMs: number, };

/** What of a file is asked about. */
export type AskedFile = FilePiece | {
/** The file, as agents end its path. */
file: string, };

/** Who made a statement. */
export type Author = "person" | "prompt" | "answer" | "agent" | "import" | "upkeep";

/** The list of backups, as it was read. */
export type BackupList = {
/** Every backup that was written; some may be on a disk that is not connected now. */
paths: Array<string>,
/** Why the list cannot be read: then there may be backups that are not known. */
unreadable: string | null, };

/** Why a turn is removed. */
export type Because = "meant" | "part" | "subagent" | "copy" | "origin" | "same";

/** The turns of a place that began since a time. */
export type Begun = {
/** Where. */
within: Within,
/** They began then or later, in milliseconds since the epoch. */
sinceMs: number, };

/** The branches that a name which no turn has may be meant as. */
export type BranchesMeant = {
/** Names like the one that was given; without any, those used last. */
names: Array<string>,
/** Whether the names are like the given one. */
near: boolean,
/** How many other branches there are. */
more: number, };

/** That the client compacts a context by itself. */
export type ByItself = "auto";

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

/** A note after a change, and whether it is another one than before. */
export type ChangedNote = {
/** The note. */
note: Note,
/** Whether anything that people see changed. */
changed: boolean, };

/** What became of the backups. */
export type CleanedBackups = {
/** The backups that were cleaned. */
done: Array<string>,
/** What is left, each with the reason. */
left: Array<PendingBackup>, };

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

/** What happened to a session's context. Times are in milliseconds since the epoch. */
export type ContextMark = {
/** By whom. */
compacting: ByItself,
/** When. */
atMs: number, } | {
/** Always true. */
compacted: boolean,
/** When. */
atMs: number, } | {
/** Always true. */
forked: boolean,
/** When. */
atMs: number, } | {
/** Always true. */
ended: boolean,
/** When. */
atMs: number, };

/** A word of a query with another one, which was searched instead or is offered. */
export type Correction = {
/** The word as typed. */
from: string,
/** The other word, as a stored turn spells it. */
to: string, };

/** A damaged database that was moved aside. */
export type DamagedCopy = {
/** Its path. */
path: string,
/** Its size in bytes. */
bytes: number,
/** What was saved of it; none until it was read completely. */
outcome: SavedOutcome | null, };

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

/** What a turn did to a piece of a file. */
export type Did = {
/** The greatest of what it did. */
what: DidWhat,
/** The file that the piece came from. */
from: string | null,
/** The name that the piece had before. */
named: string | null,
/** Number of its lines of today that the turn wrote. */
lines: number, };

/** What a turn can do to a piece, the greatest last. */
export type DidWhat = "changed" | "moved" | "copied" | "made";

/** A digest, and the same as lines of text. */
export type Digest = {
/** Its lines, within a number of characters. */
lines: Array<DigestLine>,
/** The name that the person gave the session. */
title?: string,
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

/** A file of an agent that holds turns to forget, or the words that they were selected by. */
export type Elsewhere = {
/** Its path. */
path: string,
/** The agent's name in texts for a person. */
agent: string,
/** How many of the turns it holds; 0 if only the words were found in it. */
turns: number,
/** Whether it could not be read, and so was not searched. */
unread: boolean,
/** The command that shows the session to a person; `None` for a file that is no session. */
resume: string | null, };

/** Result of a step of making ready. */
export type EmbedReport = {
/** Number of chunks embedded. */
embedded: number,
/** Number of chunks that still wait for a vector. */
waiting: number,
/** Why nothing can be embedded. */
degraded: Degraded | null,
/** Id of the last turn that was derived again; `None` when no rebuild is in progress. */
derived: number | null,
/** Whether another step has something to do. */
more: boolean, };

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

/** A piece of a file, as the file is now. */
export type FilePiece = {
/** The file, as agents end its path. */
file: string,
/** The whole content of the file. */
content: string,
/** Its first line, from 1. */
start: number,
/** Its last line. */
end: number,
/** The name that it defines. */
name?: string, };

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
tag?: string,
/** Whether a person typed its prompt, as far as is known; `true`, or no condition. */
typed?: boolean, };

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

/** The first notes of a list, without their bodies and statements. */
export type FirstNotes = {
/** The one that was changed last is the first. */
notes: Array<Note>,
/** How many the list has. */
total: number, };

/** What is known of an error. */
export type Fixes = {
/** What ended it, the likest and newest first. */
ended: Array<Solution>,
/**
 * Whether the text names an error: a line of it has the sign of one, says more than that
 * something failed, and stands in no passing runs.
 */
isNamed: boolean,
/** Number of sessions that met it. */
sessions: number,
/** Where it was met last, when nothing shows that it ever ended. */
open: Place | null,
/** Number of turns read. */
read: number,
/** Number of older turns that were not. */
leftOut: number, };

/** The turns and notes to forget, and what to know before they are gone. */
export type ForgetPlan = {
/** What is selected, oldest first. */
turns: Array<Selected>,
/**
 * Number of turns and notes of other projects that match too, where a directory says which
 * project is meant.
 */
beside: number,
/** Where the phrase that selected a turn is in it; for the first turns. */
matches: Array<PhraseMatch>,
/** Stored turns that hold the same answer and are not selected. */
twins: Array<Twin>,
/** The backups from which the turns are removed too. */
backups: Array<string>,
/** Files of the coding agents that hold the turns too; they stay. */
elsewhere: Array<Elsewhere>, };

/** A step of planning. */
export type ForgetPlanning = {
/** Number of files to look through. */
files: number,
/** How many of them were looked through. */
searched: number,
/** The plan; none until all were. */
plan: ForgetPlan | null, };

/** How much was forgotten, and how much of it is in transcripts. */
export type ForgottenOnDisk = {
/** Turns and notes; the list does not distinguish them. */
turns: number,
/** How many of them are in the files that were searched. */
onDisk: number,
/**
 * Whether the transcripts were searched that were read from other folders; not if the memory
 * cannot be opened, as it names them.
 */
everyTranscript: boolean, };

/** A transcript on the disk: of a session, or of one of its subagents. */
export type FoundTranscript = {
/** The real path, without symbolic links: it identifies the transcript. */
path: string,
/** Size in bytes. */
bytes: number,
/** Modification time, in milliseconds since the epoch. */
modifiedAtMs: number, };

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
/** A shorter passage, with the matched words marked; the whole one of the first hit. */
excerpt: Array<Piece>,
/** Fused score; higher is better. Comparable within one search only. */
score: number,
/** For how many turns it stands that say the same again, itself included. */
times: number,
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

/** What is in a home. */
export type HomeContents = {
/** Our files. */
ours: Array<OwnFile>,
/** The other files, relative to the home. */
foreign: Array<string>,
/** The links among our files and folders. */
links: Array<LinkedFile>, };

/** What is known of a home. */
export type HomeReport = {
/** The backups that were written. */
backups: BackupList,
/** What is still to be removed from them. */
pendingBackups: Array<PendingBackup>,
/** Whether a removal was stopped before its bytes were out of the database. */
isRemoving: boolean,
/** Where a state is kept that could not be read, if there was one. */
unreadableState: string | null,
/** The damaged databases that were moved aside. */
damaged: Array<DamagedCopy>,
/** What was lost, if the database is empty or gone. */
lost: LostMemory | null,
/** The clients whose prompts a server answers, or has answered. */
warmClients: Array<WarmClient>,
/** The process that holds the ingest lock, if it is certain. */
holder: LockHolder | null, };

/** What is wrong with the files of a home. */
export type HomeTrouble = {
/**
 * Why no file can be locked there, as some network disks refuse it; `None` if it can, or if
 * nothing can be written there.
 */
locks: string | null,
/** The files that belong to another user. */
others: Array<OthersFile>,
/** Our names that are links. */
links: Array<LinkedFile>, };

/** The events of hooks. Each has a word on the command line. */
export type HookEvent = "session-start" | "user-prompt-submit" | "stop" | "pre-compact" | "session-end";

/** What the program tells a hook or the worker. */
export type HookOptions = {
/** Mementor's home. */
home: string,
/** Home directory of the person. */
personHome: string,
/** Folder with `manifest.json` and the bundled models. */
models: string,
/** The library with the engines of other models; empty for the bundled model. */
engines: string,
/** ONNX Runtime's library, for them. */
onnxruntime: string,
/** The settings. */
settings: HookSettings,
/** The Node or the script that the agent's settings name, where it is gone and another one runs. */
insteadOf?: string, };

/**
 * The settings that a hook reads. What is wrong in one of them has no effect, except in those that
 * keep data out.
 */
export type HookSettings = {
/** Tokens that a session is told at its start at most; 0 for nothing. */
contextBudget: number,
/** Whether rules find notes in the conversations that are taken in. */
detect: boolean,
/** What must not be stored. */
keepingOut: KeepingOut,
/** Id of a model; empty for the bundled one. */
model: string,
/** Whether the person is shown what was added to a prompt. */
notice: boolean,
/** Accepted share of prompts that need nothing and get something, in percent. */
rate: number,
/** Whether anything is added to prompts. */
recall: boolean,
/** More tags by which agents mark what they are not sure of. */
suspect: Array<string>, };

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

/** A model of a folder that is here now. */
export type ImportedModel = {
/** Its id. */
id: string,
/** Names of the copied files; none if all were here before. */
files: Array<string>, };

/** A payload that waits. */
export type InboxItem = {
/** Its file. Files sort by time. */
path: string,
/** What is in it. */
payload: Payload, };

/** Report of one step. */
export type IngestReport = {
/** Whether the end of the transcript was reached. */
done: boolean,
/** Whether nothing had changed since the last step: the file was not even opened. */
unchanged: boolean,
/** Whether the file was truncated or rewritten, and is read again from its start. */
restarted: boolean,
/** How far the transcript was read before this step, in bytes. */
from: number,
/** Number of bytes read. */
bytes: number,
/** Number of lines that became entries of a turn. */
kept: number,
/** Number of known lines that are not stored, by reason. */
skipped: { [key in string]: number },
/** Number of lines that could not be read, by reason. */
problems: { [key in string]: number },
/** Number of sessions that a newer client keeps in a form that is not known. */
newer: number,
/** Number of new turns, without those of subagents. */
turns: number,
/** Number of new turns of subagents. */
agentTurns: number,
/** Number of turns that were stored before and got more, subagents' included. */
changed: number, };

/** The settings that keep data out. */
export type KeepingOut = {
/** Globs of directories whose conversations are not stored, without `~`. */
exclude: SettingList,
/** The person's own mask patterns. */
mask: SettingList, };

/** What must not be stored. */
export type KeptOut = {
/** The person's own mask patterns. */
mask: Array<string>,
/** Globs of directories whose conversations are not stored, without `~`. */
exclude: Array<string>, };

/** What a word names. */
export type KnownKind = "session" | "turn" | "note" | "commit";

/** What a word of a query names. */
export type KnownWord = {
/** The word of the query. */
word: string,
/** What it names. */
kind: KnownKind,
/** The id that leads there: of a commit, that of the first turn that printed it. */
id: string,
/** Of a commit: when that turn began, in milliseconds since the epoch. */
atMs: number | null,
/** Of a commit: how many more turns printed it. */
more: number, };

/** The project that a directory belongs to, as people read its name. */
export type LabelledBelonging = {
/** Its label. */
label: string,
/** The project that its turns are stored under and searched in. */
project: Project,
/** Why it belongs there. */
reason: MembershipReason,
/** The project that the remote claims but that the directory does not belong to. */
named: Project | null,
/**
 * A stored project that may be this one's from before: only a person can tell, by joining it or
 * leaving.
 */
before: Project | null,
/** The project without the remote's claim: the repository's git directory, or the directory. */
own: Project,
/**
 * The git directory that a `.git` file or link here points to but that does not point back. It
 * need not exist.
 */
unlinked: string | null, };

/** A stored project. */
export type LabelledProject = {
/** Its name, or what tells it apart from others of that name. */
label: string,
/** Identity, such as `github.com/Owner/Repo` or `/home/me/notes`. Contains no credentials. */
key: string,
/**
 * The name that people see and type: the last part of the repository's or directory's name.
 * Never empty.
 */
name: string, };

/** A list of hits. Ids only: no text of a conversation leaves the database. */
export type LastList = {
/** When it was shown, in milliseconds since the epoch. */
atMs: number,
/** The turns, in the order of the list. */
turns: Array<string>,
/** The turn that was shown last. */
shown: string | null, };

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

/** A layer of what a session got. */
export type LayerLine = {
/** Its name. */
name: string,
/** Entries shown. */
shown: number,
/** Entries known. */
known: number,
/** Estimated tokens. */
tokens: number, };

/** A layer of the block. */
export type LayerName = "notes" | "this-branch" | "lessons" | "at-work" | "this-session" | "last-session" | "sessions";

/** The ledger. */
export type Ledger = {
/** Its sums. */
summary: LedgerSummary,
/** The transcripts, the one that changed last first. */
transcripts: Array<Tracked>, };

/** What of the ledger is asked for. */
export type LedgerOptions = {
/** Whether each transcript, and not the sums alone. */
rows?: boolean,
/** Whether the number of stored turns of each. */
turns?: boolean, };

/** The sums of a ledger. */
export type LedgerSummary = {
/** Number of transcripts. */
known: number,
/** Number of them in each state. */
states: StateCounts,
/** Unread bytes of transcripts that were read in part. */
waiting: number,
/** When the one of these that changed first did so, in milliseconds since the epoch. */
waitingSinceMs: number | null,
/** Bytes of transcripts that were never read. */
unread: number,
/** Lines that became entries of a turn. */
kept: number,
/** Lines that are irrelevant to the memory. */
skipped: { [key in string]: number },
/** Lines that could not be parsed. */
problems: { [key in string]: number },
/** Sessions that newer clients keep in a form that is not known. */
newer: number, };

/** What is needed to find the prompts that records left out. */
export type LeftOut = {
/** Where the agents' files are. */
on: Surroundings,
/** What must be masked, and what must not be read. */
keepingOut: KeepingOut, };

/** A lesson as it is told. */
export type LessonRow = {
/** Names the shape of its error. */
id: string,
/** What failed, and what then worked. */
line: string,
/** The sessions that failed, the last one first. */
sessions: Array<string>,
/** When it failed last, in milliseconds since the epoch. */
lastMs: number,
/** Whether a session is told of it when it starts. */
isTold: boolean,
/** Whether the person rejected it. */
isRejected: boolean, };

/** What is asked for; without both, all lessons. */
export type LessonsWanted = {
/** A pasted error. */
error?: string,
/** Words that may name a command. */
words?: string, };

/** One of our names that is a link. What it leads to stays where it is: who made the link decided. */
export type LinkedFile = {
/** The link, relative to the home, with `/`. */
path: string,
/** Where it leads to, through all links. */
target: string,
/** Whether something is there. */
isThere: boolean,
/** Whether what is there is known to be ours by what it holds, so that a purge deletes it. */
isOurs: boolean, };

/** A session of a list. */
export type ListedSession = {
/** How many sessions it stands for, where the same prompt was run again and again. */
times: number,
/** What the person named it, else what was asked; empty if nothing was said. */
title: string,
/** What was asked, in the person's words; `None` if only approvals and pasted text were said. */
asked: string | null,
/** What the last real answer concluded; `None` if there is none. */
ended: string | null,
/** Pull requests that came of it, as its agent says: their addresses or numbers. */
pullRequests: Array<string>,
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
/** Whether the clock was ahead when it was written, so that it has the time of its reading. */
clockAhead: boolean,
/** Branch of its last turn. */
branch: string | null,
/** Whether a program sent all of its prompts: `claude -p`, a scheduled run. */
headless: boolean,
/** Directory of its first turn. */
cwd: string | null,
/** Its first prompt; one that was taken back only where it has no other. */
prompt: string, };

/** The sessions of a list. */
export type ListedSessions = {
/** The one that was active last is the first; of the runs of a prompt there is one. */
sessions: Array<ListedSession>,
/** How many there are, whatever the limit; runs of one prompt count once. */
total: number,
/** Ids of all of them, each run too. */
ids: Array<string>,
/** The branches that may be meant, where no session is on the one that was given. */
branches: BranchesMeant | null, };

/** The process that holds the ingest lock. */
export type LockHolder = {
/** Process id. */
pid: number,
/** The command that the process runs, such as `ingest`; `drain` is the worker. */
command: string,
/** When the process took the lock, in milliseconds since the epoch. */
sinceMs: number, };

/**
 * A database that lost all its bytes, or is gone, though turns were stored in it. `SQLite` takes
 * such a file for a new database; the last count beside it knows better.
 */
export type LostMemory = {
/** Path of the database. */
path: string,
/** The last known number of turns. */
turns: number,
/** Whether the file is there, without a byte. */
isThere: boolean, };

/** A mark on a turn, with its evidence. */
export type Mark = {
/** What happened to the turn. */
kind: MarkKind,
/** Uuid of the later turn that shows it; of several the last. Its own where none is known. */
turn: string,
/** Start of that turn, in milliseconds since the epoch. */
atMs: number,
/** The files it is about, as the marked turn named them; empty for a refusal. */
files: Array<string>,
/** The person's words, for a refusal. */
said: string | null, };

/** What happened to a turn, the most important first. */
export type MarkKind = "taken-back" | "superseded" | "refused" | "changed-since";

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

/** Why a directory belongs to its project. */
export type MembershipReason = "alone" | "first" | "known" | "proven" | "moved" | "joined" | "left" | "unproven";

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

/** A change of what is muted. */
export type MuteChange = {
/** What is meant. */
what: MutedKind,
/** Its id; of a project the real path of its root folder. */
name: string,
/** The directory in which that is said: of a project, a muted folder above it counts too. */
directory: string,
/** Whether it is unmuted. */
off: boolean, };

/** The result of a change. */
export type MuteChanged = {
/** Ids, or the folders that mute or muted the directory. */
names: Array<string>,
/** Whether anything changed. */
changed: boolean, };

/** What is muted. */
export type Muted = {
/** Ids of sessions; the most recently muted one is last. */
sessions: Array<string>,
/** Real paths of folders; their subfolders are muted too. */
projects: Array<string>,
/** Turns that are never added to a prompt, by id. */
turns: Array<string>,
/** Lessons that are told to nobody, by the id of their shape. */
lessons: Array<string>, };

/** What a change mutes or unmutes. */
export type MutedKind = "session" | "project" | "turn" | "lesson";

/** A candidate as a document. */
export type NearNote = {
/** Its id. */
note: string, kind: string, summary: string,
/** Who wrote it first. */
author: Author,
/** When it was last said, in milliseconds since the epoch. */
atMs: number, verdict: Verdict, similarity: number | null, shared: number, };

/** A note to write. */
export type NewNote = {
/** UUID that it gets when it is new. */
id: string,
/** Its text: the first line is the summary, the rest the body. */
text: string,
/** Name or alias of its kind. */
kind: string,
/** Tags. */
tags: Array<string>,
/** Files that it is about, absolute or relative to the directory. */
files: Array<string>,
/** Where it holds. */
scope: NoteScope,
/** Its branch, where it holds on one only; without one, the branch that is checked out. */
branch?: string,
/** Whether it is pinned. */
pinned: boolean,
/** Beginnings of the ids of notes that it replaces. */
supersedes: Array<string>,
/** Who writes it. */
author: Author,
/** Directory in which it is written. */
directory: string,
/** Name of a project; without one, that of the directory. */
project?: string, };

/** What a file is that is no transcript of an agent. */
export type NotTranscript = {
/** What it is. */
is: NotTranscriptKind,
/** The number of its lines that are not blank. */
lines: number,
/** Name of the agent whose transcripts look like this, if one's do. */
like: string | null, };

/** What a file can be that is no transcript. */
export type NotTranscriptKind = "export" | "database" | "lines";

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

/** A change of a note. */
export type NoteChange = { "move": NoteMove } | { "pin": boolean } | { "edit": {
/** New text. */
text?: string,
/** Name or alias of another kind. */
kind?: string,
/** All tags. */
tags?: Array<string>,
/** All files. */
files?: Array<string>, } } | { "undo": NoteUndo };

/** Conditions on notes, beside those that turns have too. */
export type NoteConditions = {
/** Names or aliases of kinds, one of which a note must have; empty for any. */
kinds: Array<string>,
/** A tag that it must have. */
tag?: string,
/** Whether notes of every branch pass; else those of other branches do not. */
allBranches: boolean,
/** Whether active notes that a newer one replaced are meant, or the others; both if omitted. */
superseded?: boolean, };

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

/** A note that was added, or nearly. Without words: a note may be forgotten later. */
export type NoteLine = {
/** Its id. */
note: string,
/** `injected`, or the rule that stopped it. */
verdict: string,
/** Similarity in meaning, if that was searched. */
similarity: number | null,
/** Rarity of the words that it shares with the prompt. */
shared: number, };

/** What a person or the upkeep does with a note. */
export type NoteMove = "accept" | "reject" | "resolve" | "archive" | "restore";

/** A note as it was read from a file. */
export type NoteOfFile = {
/** Its UUID; without one it is known by its text. */
id?: string,
/** Name or alias of its kind. */
kind: string,
/** One line. A longer text is cut, and stands whole in the body. */
summary: string,
/** The rest, in Markdown. */
body: string,
/** Tags. */
tags: Array<string>,
/** Files that it is about. */
files: Array<string>,
/** What it is related to. */
relatesTo: Array<string>,
/** Ids of the notes that it replaces. */
supersedes: Array<string>,
/** Id of the note that replaces it. */
supersededBy?: string,
/** Where it holds. */
scope: NoteScope,
/** Branch on which it was written. */
branch?: string,
/** Its state. */
state: NoteState,
/** Whether it is pinned. */
pinned: boolean,
/** Who wrote it, where the file says so. */
author?: Author,
/** The turn in which it was found and the words that say it there, where the file says so. */
origin?: NoteOrigin,
/** When it was written, in milliseconds since the epoch; without it, now. */
writtenMs?: number,
/** When it had last been changed as the file was written. */
changedMs?: number,
/** Its project, where the file says so. */
project?: Project, };

/** The turn that a note comes from. */
export type NoteOrigin = {
/** UUID of the turn. */
turn: string,
/** The words that say it. */
words: string, };

/** Where a note holds. */
export type NoteScope = "project" | "branch" | "person";

/** State of a note. Names are stored. */
export type NoteState = "proposed" | "active" | "resolved" | "archived" | "tombstone" | "rejected" | "merged";

/** What to take back. */
export type NoteUndo = "last" | { "to": number };

/** Where notes of files belong that do not say so themselves. */
export type NotesFolder = {
/** A directory. */
directory: string,
/** Name of a project; without one, that of the directory. */
project?: string,
/** Where the notes hold, where the person says so. */
scope?: NoteScope,
/** Whether the person vouches for the files: then they decide what holds, where, and whose it is. */
trusted: boolean, };

/** Which notes a list has. */
export type NotesListed = {
/** Where. */
within: Within,
/** Conditions on them. */
notes: NoteConditions,
/** Their states; empty for any. */
states: Array<NoteState>,
/** Conditions on time, branch and file. */
filter: FilterOptions,
/** How many are wanted; all if omitted. */
limit?: number, };

/** Something that stayed open. */
export type OpenItem = {
/** Why. */
kind: OpenKind,
/** What, on one line. */
text: string, };

/** Why something is open. */
export type OpenKind = "interrupted" | "error" | "task" | "next" | "question";

/** A file of the home that belongs to another user. */
export type OthersFile = {
/** Relative to the home, with `/`; empty for the home itself. */
path: string,
/** The number of the user. */
owner: number, };

/** A file of ours. */
export type OwnFile = {
/** Relative to the home, with `/`. */
path: string,
/** Its size in bytes. */
bytes: number, };

/** A session with new content. It holds no secrets: the hook masks the answer. */
export type Payload = {
/** The hook's event, as on the command line. */
event: string,
/** The transcript of the session. */
transcriptPath: string,
/** The directory in which the session began, if the transcript may not name it. */
startedIn?: string,
/** The last answer, because the transcript may not have it yet. */
lastAnswer?: string,
/** What the hook's settings exclude and mask; omitted if nothing. */
keptOut?: KeptOut,
/**
 * The sources of the settings that the hook could not understand: the payload waits until they
 * are repaired.
 */
unclear?: Array<string>,
/** When the hook was called, in milliseconds since the epoch. */
receivedAtMs: number, };

/** What is still to be removed from a backup. */
export type PendingBackup = {
/**
 * The backup; or `state.json`, standing for all that it names, while the list in it cannot be
 * read.
 */
path: string,
/** Uuids of the turns to remove. */
turns: Array<string>,
/** Whether to mask secrets in it. */
scrub: boolean,
/** Why the last attempt failed; empty before the first. */
reason: string,
/** When it was last tried, in milliseconds since the epoch; 0 before the first time. */
triedAtMs: number, };

/** Some days in local time, as `2026-02-10` in JSON. */
export type Period = {
/** The first day. */
since: string,
/** The day after the last. */
until: string, };

/** The place in a turn where a phrase was found, to judge it by. */
export type PhraseMatch = {
/** UUID of the turn. */
turn: string,
/** The part of the turn, such as `prompt` or `answer`. */
part: string,
/** What stands before the phrase. */
before: string,
/** The phrase as it stands there. */
matched: string,
/** What stands after it. */
after: string, };

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

/** The scope of memories: the key they are stored under, and a name for people. */
export type Project = {
/** Identity, such as `github.com/Owner/Repo` or `/home/me/notes`. Contains no credentials. */
key: string,
/**
 * The name that people see and type: the last part of the repository's or directory's name.
 * Never empty.
 */
name: string, };

/** Which project a person says that a directory belongs to. */
export type ProjectChange = {
/** The directory. */
directory: string,
/** Whether it becomes a project of its own. */
leaves: boolean,
/** Name or key of the project that it joins; the one that its remote names if omitted. */
project?: string, };

/** Counts of one project. */
export type ProjectCount = {
/** Name of the project. */
name: string,
/** Key of the project. */
key: string,
/** Its name, or what tells it apart from others of that name. */
label: string,
/** Number of sessions. */
sessions: number,
/** Stored turns, without those of subagents. */
turns: number,
/** Stored turns of subagents. */
agentTurns: number,
/** End of the newest turn, in milliseconds since the epoch. */
lastAtMs: number, };

/** A change of a directory's project, as far as it is carried out. */
export type ProjectMove = {
/** Current project of the directory's turns; `None` when none was ever stored. */
from: Project | null,
/** New project of the directory and those turns. */
to: Project,
/** Number of turns that move. */
turns: number,
/** Number of notes that move along. */
notes: number,
/** How many turns have moved. */
moved: number,
/** Whether all have, and the notes. */
done: boolean, };

/** What a prompt got, and why or why not. */
export type PromptLine = {
/** When it was sent, in milliseconds since the epoch. */
atMs: number,
/** Masked and cut; empty if its session had no transcript yet. */
prompt: string,
/** The transcript that will hold the prompt, if the line leaves it out. */
transcript?: string | null,
/** The directory in which it was sent. */
directory: string,
/** Why it was dismissed without a search: a reason of recall, or of the hook. */
dismissed: string | null,
/** Ids of the turns that were added. Without the list it is not our line. */
injected: Array<string>,
/** The best turns, added or not, best first. */
candidates: Array<TurnLine>,
/** Ids of the notes that were added. */
notes: Array<string>,
/** The nearest notes, added or not, nearest first. */
noteCandidates: Array<NoteLine>,
/** Probability that the best turns hold what the prompt needs. */
probability: number,
/** Minimum probability for an addition. */
threshold: number,
/** What the probability was computed from. */
evidence: { [name in string]: number },
/** The setting `rate`, in percent. */
rate: number,
/** Whether the prompt was read together with the last turns of its session. */
withContext: boolean,
/** Number of turns searched. */
searched: number,
/** Whether vectors were searched, and not words alone. */
semantic: boolean,
/**
 * The added text, masked. None if there was none, if an older build wrote the line, or if it
 * was removed later because it held what was forgotten or had to be masked again.
 */
text: string | null,
/** Characters added, as JavaScript counts them. */
chars: number,
/** Estimated tokens added. */
tokens: number,
/** How long recall took, in milliseconds. */
recallMs: number,
/** Age of the process when the line was written, in milliseconds. */
hookMs: number, };

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

/** What a purge deletes, and what to know before. */
export type PurgePlan = {
/** What is in the home. */
contents: HomeContents,
/** Backups are where the person put them, and stay; those that are there. */
backups: Array<string>,
/** Why there may be backups that are not listed. */
unreadable: string | null,
/** What was forgotten: the list of it goes too. */
forgotten: ForgottenOnDisk, };

/** A query as a person asks it. */
export type Question = {
/** Any text; empty to list what passes the filter. */
text: string,
/** Where to search. A session that only other projects have is searched there. */
within: Within,
/** Conditions on turns. `session` may also be the beginning of a turn's id. */
filter: FilterOptions,
/** Whether turns are searched. */
turns: boolean,
/** Conditions on notes; without any no note is searched. */
notes?: NoteConditions,
/** Maximum number of turns and notes. */
limit: number,
/** The time, in milliseconds since the epoch. */
nowMs: number, };

/** How far a transcript was read. */
export type ReadState = "complete" | "behind" | "unread" | "unreadable" | "gone";

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

/** What was done across sessions. */
export type Recap = {
/**
 * The sessions of one project that ended on one day, the last first; the last day first, and
 * on each the project that was active last.
 */
days: Array<Array<RecapSession>>,
/** How many sessions went on in that time and are not among these. */
more: number,
/** End of the last session of all, whenever that was; `None` where none is stored. */
lastMs: number | null, };

/** A session that is summed up. */
export type RecapSession = {
/** The session. */
row: SessionRow,
/** How many sessions of the day it stands for, where the same prompt was run again. */
times: number,
/** What was done in it. */
digest: Digest, };

/** Of which sessions a recap is wanted. */
export type RecapWanted = {
/** Where they were held. */
within: Within,
/** Those that went on at this time or later, in milliseconds since the epoch. */
sinceMs: number,
/** False leaves out those in which programs asked alone. */
headless?: boolean, };

/** A line of a record. */
export type RecordLine = ContextMark | UsedLine | ToldLine | PromptLine;

/** What all records say of the prompts since a time. */
export type RecordedPrompts = {
/** Prompts that a person typed. */
prompts: number,
/** Of these, the ones to which something was added. */
spoken: number,
/** Of these, the ones whose answer is complete and shows whether it used something. */
answers: number,
/** Answers that contain two or more rare words of what was added. */
used: number,
/** When something was last added to a prompt, of all that is recorded. */
lastAddedMs: number | null,
/** How many turns that prompt got. */
lastTurns: number,
/** How many notes it got. */
lastNotes: number,
/** When the oldest prompt of any record was sent. */
beginsMs: number | null, };

/** The record of a session. */
export type RecordedSession = {
/** Its id. */
session: string,
/** Its lines: of a long record the last ones. */
lines: Array<RecordLine>,
/** The places of the prompts that a person typed among the lines. */
typed: Array<number>,
/** The place of the line that was looked for: the last one of its kind. */
last: number, };

/** Which records to read. */
export type RecordsWanted = {
/** The record of this session alone. */
session: string | null,
/** Of sessions that ran in this directory or a parent of it, by what they got last. */
directory: string | null,
/** Whether a line of what a session got at its start is looked for, and not a prompt. */
told: boolean,
/** At most so many records. */
limit: number | null,
/** Whole records with a prompt since a time, in milliseconds since the epoch. */
sinceMs: number | null,
/** Has prompts whose text a record left out get it, if given. */
leftOut?: LeftOut, };

/** A file in the inbox that is never taken in. */
export type RefusedFile = {
/** The file. */
path: string,
/** Why, as a sentence without its end. */
why: string, };

/** What became of a note to write. */
export type Remembered = {
/** The note. */
note: Note,
/** Whether it was there already and was said again. */
saidAgain: boolean,
/** The notes that it supersedes. */
superseded: Array<Note>, };

/** A removal under way. */
export type Removal = {
/** What it does next. */
next: RemovalStep,
/** Whether it was interrupted before anything was changed. */
interrupted: boolean,
/** What became of the backups. */
cleaned: CleanedBackups,
/** What was looked for, and the result; none if it was interrupted before that. */
proof: Proof | null, };

/** What a removal does next. */
export type RemovalStep = "probes" | "note" | "beside" | "forget" | "compact" | "backups" | "proof" | "done";

/** The answer to a query. */
export type Reply = {
/** Label of the project that was searched; `None` for all projects. */
label: string | null,
/** Labels of the stored projects by their keys. */
labels: { [key in string]: string },
/** The session that the filter meant, or the beginning of several. */
session: string | null,
/** Whether all projects were searched. */
everything: boolean,
/** The days that a query without any other subject named: their turns are listed. */
asDate: AsDate | null,
/** The filters that no stored turn of any project passes. */
unknown: Array<UnknownFilter>,
/** The branches that may be meant, where the one that was given is unknown. */
branches: BranchesMeant | null,
/** What words of the query name. */
known: Array<KnownWord>,
/** Where nothing was found: the words, all of them or one, that a command has which ran here. */
ran: string | null,
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
 * Words of the query that no turn holds, each with another word that is near. They were not
 * searched.
 */
offered: Array<Correction>,
/** What the hits are to the query; `None` for one without a word to look for. */
answered: Answered | null,
/**
 * The words that no searched turn holds, where that makes the hits no more than the nearest: a
 * name in the query, or all of its words.
 */
missing: Array<string>,
/** Number of turns that pass the filter; only for a listing, which has no words. */
listed: number | null, };

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

/** A session to go back into. */
export type Resumable = {
/** Its id. */
session: string,
/** Its working directory, in which the agent is started. */
cwd?: string | null, };

/** One step of saving. */
export type SalvageStep = {
/** The copy that this step completed. */
saved: SavedCopy | null,
/** Whether nothing is left to do. */
done: boolean, };

/** What was saved of one damaged copy. */
export type SavedCopy = {
/** Path of the copy. */
path: string,
/** Number of turns that were stored or changed by it. */
turns: number,
/** Number of transcripts that were read again. */
transcripts: number,
/** How much of it the memory has. */
outcome: SavedOutcome,
/** Why nothing could be read from it. */
unreadable?: string,
/** Its size in bytes. */
bytes: number,
/** Whether the memory now has everything that it had. */
complete: boolean,
/** Whether it was deleted. */
deleted: boolean, };

/** What was saved of a damaged database. */
export type SavedOutcome = {
/** Number of turns that could be read in it. */
found: number,
/** Number of turns that it had and that are wanted here; none if unknown. */
expected?: number,
/** Whether it may have had more turns. */
isLeast: boolean,
/** How many of them the memory has now, those included that came from transcripts. */
held: number, };

/** What was masked, and what is left of it. */
export type ScrubReport = {
/** Number of different texts that were masked, in the memory and in the backups. */
masked: number,
/** What became of the backups. */
cleaned: CleanedBackups,
/** What was looked for, and the result. */
proof: Proof,
/** Whether the settings contain a masked text in the pattern that matches it. */
isInPattern: boolean,
/** Names that the patterns match, and that stay. */
visible: VisibleNames,
/** Number of the agents' own files that hold a masked text. */
elsewhere: number, };

/** Masking under way: what was read until now, and at the end the report. */
export type Scrubbing = {
/** The result; none until it is done. */
report: ScrubReport | null,
/** Number of turns read, without those of subagents. */
turns: number,
/** Number of turns of subagents read. */
agentTurns: number,
/** Number of all these turns in which something was masked. */
changed: number,
/** Number of notes read. */
notes: number,
/** Number of notes in which something was masked. */
notesChanged: number, };

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
/** Whether the clock was ahead when it was written, so that it has the time of its reading. */
clockAhead: boolean,
/** Branch of its last turn. */
branch: string | null,
/** Whether a program sent all of its prompts: `claude -p`, a scheduled run. */
headless: boolean,
/** Directory of its first turn. */
cwd: string | null,
/** Its first prompt; one that was taken back only where it has no other. */
prompt: string, };

/** Which sessions are listed. */
export type SessionsWanted = {
/** Where they were held. */
within: Within,
/** Only the session with this id, wherever it was held; then no other condition counts. */
session?: string,
/** Those that went on at this time or later, in milliseconds since the epoch. */
sinceMs?: number,
/** Those that began before this time. */
untilMs?: number,
/** Those on this branch. */
branch?: string,
/** False leaves out those in which programs asked alone. */
headless?: boolean,
/** How many are returned; all if omitted. */
limit?: number,
/** Whether each run of a prompt is listed, and not one of them. */
runs?: boolean,
/**
 * Whether the rows alone are wanted: without it, each session has its title, what was asked in
 * it and how it ended.
 */
bare?: boolean, };

/** A setting that keeps data out. */
export type SettingList = {
/** What it lists. */
items: Array<string>,
/** Where it was set: a variable, or the file, which every process of a home shares. */
source: string,
/** Why it cannot be understood, if so. Without the value: that may be what must stay out. */
fault: string | null, };

/** What ended an error. */
export type Solution = {
/** How like the error is to the one asked about, from 0 to 1. */
likeness: number,
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
/** The command that passed. */
passed: string,
/** Where that was. */
ended: Place,
/** What the model said about the cause. */
said: string | null, };

/** Whether the database is sound. */
export type Soundness = {
/** What is wrong with it; empty when it is sound. */
problems: Array<string>,
/** Of a sound one, the number of stored entries that a newer version wrote. */
newer: number, };

/** A session that starts. */
export type Start = {
/** The directory in which it starts. */
directory: string,
/** Its id. */
session: string,
/** Whether its context was compacted: then the text is about the session itself. */
compacted: boolean,
/** Whether somebody asked for it: then it also tells of the last sessions. */
asked: boolean,
/** The most that the block may cost, in estimated tokens. */
budget: number,
/** When it starts, in milliseconds since the epoch. */
nowMs: number,
/** How far local time is ahead of UTC, in minutes: the days told are of that zone. */
utcOffsetMin: number, };

/** What a session gets. */
export type StartBlock = {
/** The text; empty when nothing is known. */
text: string,
/** Estimated tokens of the text. */
tokens: number,
/** What it may cost at most. */
budget: number,
/** The layers that are known to have something to say, in order. */
layers: Array<Layer>,
/** The earlier sessions that it describes. */
sessions: Array<string>,
/** The notes in it, by UUID. */
notes: Array<string>,
/** The lessons in it. */
lessons: Array<ToldLesson>, };

/** Number of transcripts in each state. */
export type StateCounts = {
/** Read to their end. */
complete: number,
/** Read in part. */
behind: number,
/** Never read. */
unread: number,
/** Not readable. */
unreadable: number,
/** Read, and no longer on the disk. */
gone: number, };

/** Counts over the whole store. */
export type Stats = {
/** Number of sessions that a list shows: those in which the main agent said something. */
sessions: number,
/** Stored turns, without those of subagents; see [`StoredTurns`]. */
turns: number,
/** Stored turns of subagents. */
agentTurns: number,
/** Turns whose clock was ahead of their reading: they count as written then. */
ahead: number,
/** Turns that only hooks reported: their clients have not written them. */
unwritten: number,
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
/** Id of the last turn derived by the rebuild in progress, if there is one. */
rebuilding: number | null,
/** Counts by project, the project with the most turns first. */
projects: Array<ProjectCount>,
/** When the turns began that were asked for, in milliseconds since the epoch, oldest first. */
begunMs: Array<number>, };

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

/** The part of a process's surroundings that decides where files are. */
export type Surroundings = {
/** Environment variables by their names; at least those that name places. */
env: { [key in string]: string },
/** The working directory. */
cwd: string,
/** The home directory of the person. */
homedir: string, };

/** What became of a note of a file. */
export type Taken = "written" | "changed" | "known" | "kept" | "forgotten";

/** What became of a note of a file, with its UUID, or why it failed. */
export type TakenNote = {
/** `None` where it failed. */
outcome: Taken | null,
/** UUID of the note. */
id: string | null,
/** Code of the error. */
code: string | null,
/** The error as a sentence. */
message: string | null, };

/** The notes that were tidied here. */
export type TidiedHere = {
/** The notes that move. */
tidied: Array<TidiedNote>,
/**
 * Ids of the notes that are to be gone, and of those that were merged into them: the caller
 * removes them.
 */
gone: Array<string>, };

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

/** How often a note was shown, and when last, in milliseconds since the epoch. */
export type TimesShown = {
/** How often. */
times: number,
/** When last. */
atMs: number, };

/** At which point a session got a text. */
export type ToldAt = "start" | "compaction";

/** A lesson in what a session got: what it is learnt from. */
export type ToldLesson = {
/** The id of its shape. */
id: string,
/** The last sessions that failed. */
sessions: Array<string>, };

/** What a session got when it started, or went on after a compaction. */
export type ToldLine = {
/** When, in milliseconds since the epoch. */
atMs: number,
/** Whether it started, or was compacted. */
told: ToldAt,
/** The directory in which it started. */
directory: string,
/**
 * The text, masked. None if it was removed later because something was forgotten or had to be
 * masked again.
 */
text: string | null,
/** Estimated tokens. */
tokens: number,
/** The layers of the text. */
layers: Array<LayerLine>,
/** Ids of the notes in the text. */
notes: Array<string>,
/** The lessons in the text. */
lessons: Array<ToldLesson>,
/** Age of the process when the line was written, in milliseconds. */
hookMs: number, };

/** A file that turns on a topic changed or read. */
export type TopicFile = {
/** Its path, as the agent wrote it in the best of its turns. */
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
changes: Array<Changed>,
/** What it did to the piece that was asked about. */
did: Did | null,
/** Notes that were found or written in the turn, where a piece was asked about. */
notes: Array<Note>, };

/** A transcript that is on the disk or was ever read. */
export type Tracked = {
/** Its real path. */
path: string,
/** Name of the agent that it belongs to. */
agent: string,
/** How far it was read. */
state: ReadState,
/** Whether it is among those that its agent keeps. */
isKept: boolean,
/** The subagent whose transcript it is; `None` for a session's own. */
subagent: string | null,
/** The session, as far as it was read. */
session: string | null,
/** Name of its turns' project. */
project: string | null,
/** Number of its turns that are stored; `None` unless it was asked for. */
turns: number | null,
/** Size on the disk; `None` if it is gone. */
bytes: number | null,
/** Bytes read, up to the end of a complete line. */
read: number,
/** Bytes not read yet. */
waiting: number,
/** Modification time, in milliseconds since the epoch. */
modifiedAtMs: number,
/** Lines that became entries of a turn. */
kept: number,
/** Lines that are irrelevant to the memory. */
skipped: { [key in string]: number },
/** Lines that could not be parsed. */
problems: { [key in string]: number },
/** Sessions that a newer client keeps in a form that is not known. */
newer: number, };

/** What the path of a transcript tells. */
export type TranscriptPlace = {
/** Name of the agent that it belongs to. */
agent: string,
/**
 * Whether the agent knows it as its own: it is where the agent keeps its files, or has a form
 * that no other agent's has.
 */
isOwned: boolean,
/** The session; `None` for a file that holds many, and for one that holds prompts alone. */
session: string | null,
/** The subagent; `None` for a session's own. */
subagent: string | null,
/**
 * The command with which the agent resumes the session, started in its directory; `None` for
 * a subagent, and for a copy in a folder of which the agent knows nothing.
 */
resume: string | null, };

/** Which transcripts are looked for. Without any of these: all that the agents keep. */
export type TranscriptSearch = {
/** Name of an agent whose transcripts alone are meant. */
agent?: string,
/** Those of any agent in a folder and all its subfolders. */
under?: string,
/** Those of the subagents of the session whose transcript this is. */
subagentsOf?: string,
/** Also the files in which agents keep prompts besides the transcripts. */
histories?: boolean, };

/** The transcripts of the project of a machine's working directory. */
export type TranscriptsHere = {
/** Those of sessions that began in the project, the one that changed last first. */
found: Array<FoundTranscript>,
/** Number of the others, and of files that hold the sessions of many projects. */
others: number, };

/** What came of it. */
export type TriedOut = {
/** As it would be recorded, but for how long it took. Not masked: a person has just typed it. */
line: PromptLine,
/** What was found. */
found: Recall,
/** Why the hook would not have searched. */
skipped: string | null, };

/** A prompt that is tried out. */
export type TriedPrompt = {
/** Mementor's home. */
home: string,
/** The text. */
prompt: string,
/** Where its session was started. */
directory: string,
/** Its session; without one it is the first prompt of a new one. */
session: string | null,
/** A recorded prompt of the session, by its time: what the context had before it counts. */
beforeMs: number | null,
/** The rate, in percent. */
rate: number,
/** Whether the setting `recall` is on. */
recall: boolean,
/** The time, in milliseconds since the epoch. */
nowMs: number,
/** How far local time is ahead of UTC, in minutes. */
utcOffsetMin: number, };

/** A turn that was added, or nearly. */
export type TurnLine = {
/** Its id. */
turn: string,
/** `injected`, or the rule that stopped it. */
verdict: string,
/** Similarity in meaning, if that was searched. */
similarity: number | null,
/** Score of the words, if they match. */
textScore: number | null,
/** Score of the ranking. */
score: number, };

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

/** A filter with a value that nothing stored has. */
export type UnknownFilter = "session" | "branch";

/**
 * How far an answer used the turns and notes that were added to its prompt, once it was complete.
 * It has no words.
 */
export type UsedLine = {
/** When the answer was looked at, in milliseconds since the epoch. */
atMs: number,
/** The prompt: the time of its line. */
promptAtMs: number,
/** The id of the turn that answers. */
turn: string,
/** Rare words of what was added that were new to the session. */
brought: number,
/** How many of them are in the answer or in its tool calls. */
used: number, };

/** An option that was used. */
export type UsedOption = {
/** Its name, such as `--title`. */
name: string,
/** Number of runs that it was given in. */
times: number, };

/** The options that a program was used with, or one of its subcommands. */
export type UsedOptions = {
/** The program with its subcommand, such as `gh pr create`. */
key: string,
/** How often it ran well. */
times: number,
/** The options, the most frequent first. */
options: Array<UsedOption>, };

/** Verdict on a turn: injected, or the rule that stopped it. */
export type Verdict = "injected" | "unsure" | "far" | "repeats" | "recalled" | "muted" | "taken-back" | "in-context" | "enough" | "unanswered" | "not-here" | "adds-nothing";

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

/** Names that a mask pattern matches but that masking leaves. */
export type VisibleNames = {
/** How many projects have such a name or folder. */
projects: number,
/** How many sessions ran in such a folder. */
folders: number, };

/** What is in the inbox, as the worker sees it. */
export type WaitingInbox = {
/** Payloads that may be taken in now, the oldest first, with all that they keep out. */
ready: Array<InboxItem>,
/** Payloads that wait until someone repairs the settings that exclude or mask data. */
held: Array<InboxItem>,
/** Held payloads that a later one of the same session replaces. */
superseded: Array<InboxItem>,
/** Files that are no payloads: the worker sets them aside. */
broken: Array<string>,
/** Files that are never taken in, and those that were set aside. */
refused: Array<RefusedFile>, };

/** A client whose prompts a server answers, or has answered, by the ids of their processes. */
export type WarmClient = {
/** The client. */
client: number,
/** The server. */
server: number, };

/** The way back into a session. */
export type WayBack = {
/** The name of its agent in texts for a person. */
agent: string,
/** Whether its agent's transcripts can be written. */
isWritable: boolean,
/** Whether its agent would find it. */
isFound: boolean,
/** The program that resumes it, started in its directory, and its arguments. */
words: Array<string>,
/** The same as a command of a shell. */
resume: string,
/** The directory in which the agent starts; `None` when none is known. */
directory: string | null,
/**
 * Where the agent finds the transcript from there; `None` when it does not, or keeps no file
 * for each session.
 */
foundAt: string | null,
/** Where the agent would look for a transcript that is written; `None` when it is not known. */
place: string | null,
/** The folder that holds the agent's transcripts. */
root: string,
/** Number of its own turns, without those of its subagents. */
turns: number,
/**
 * Its transcript, restored from the turns; `None` when it has no turns of its own, or when it
 * is of an agent whose transcripts cannot be written.
 */
restored: Restored | null, };

/** The commands that worked for something. */
export type Ways = {
/** The best first. */
commands: Array<Worked>,
/** Whether none has most of what the words say: these are the nearest. */
onlyNear: boolean,
/** The options of what the words name: a program, or one with its subcommand. */
used: UsedOptions | null,
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

/** Where to search. */
export type Within = {
/** Its directory, whose project is searched. */
directory: string,
/** Name or key of another project. */
project?: string,
/** Whether all projects are searched. */
everything: boolean, };

/** A command that worked. */
export type Worked = {
/** The command; long quoted arguments are replaced by "…". */
command: string,
/** What the agent said it is for, the last time it did. */
purpose: string | null,
/** How often it ran well. */
times: number,
/** How often it was left to run in the background, as a server is: how it ended is not known. */
started: number,
/** How often it failed. */
failed: number,
/** Where it ran well or was started last. */
last: Place,
/** The folder in which it ran then, where its line names one, also on another host. */
folder: string | null,
/** Share of the weight of the words that it has, from 0 to 1. */
covered: number, };

/** What the program tells the worker. */
export type WorkerOptions = {
/** Where everything is, and the settings of this process. */
options: HookOptions,
/** What the file alone keeps out, whatever the variables of this process say. */
inFile: KeepingOut, };
