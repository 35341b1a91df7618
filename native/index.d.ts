import type { AgentRow, AgentVariable, Answered, AsDate, AskedFile, Author, BackupList, Because, Begun, BranchesMeant, ByItself, Candidate, Changed, ChangedNote, CleanedBackups, CommandKind, CommandOutcome, CommandRuns, ContextMark, Correction, DamagedCopy, DeadEnd, DeadEndKind, Decision, Degraded, Delivery, DeliveryKind, Did, DidWhat, Digest, DigestLine, DigestPart, DigestRequest, Elsewhere, EmbedReport, ErrorEnd, Evidence, Exported, FilePiece, FileUse, FilterOptions, Findings, FirstNotes, Fixes, ForgetPlan, ForgetPlanning, ForgottenOnDisk, FoundTranscript, Hit, HomeContents, HomeReport, HomeTrouble, HookEvent, HookOptions, HookSettings, Imported, ImportedModel, InboxItem, IngestReport, KeepingOut, KeptOut, KnownKind, KnownWord, LabelledBelonging, LabelledProject, LastList, Layer, LayerLine, LayerName, Ledger, LedgerOptions, LedgerSummary, LeftOut, LessonRow, LessonsWanted, LinkedFile, ListedSession, ListedSessions, LockHolder, LostMemory, Mark, MarkKind, Matched, MatchedCommand, MembershipReason, MetError, MuteChange, MuteChanged, Muted, MutedKind, NearNote, NewNote, NotTranscript, NotTranscriptKind, Note, NoteChange, NoteConditions, NoteHit, NoteKind, NoteLine, NoteMove, NoteOfFile, NoteOrigin, NoteScope, NoteState, NoteUndo, NotesFolder, NotesListed, OpenItem, OpenKind, OthersFile, OwnFile, Payload, PendingBackup, Period, PhraseMatch, Piece, Place, Project, ProjectChange, ProjectCount, ProjectMove, PromptLine, Proof, Proposal, PurgePlan, Question, ReadState, Recall, Recap, RecapSession, RecapWanted, RecordLine, RecordedPrompts, RecordedSession, RecordsWanted, RefusedFile, Remembered, Removal, RemovalStep, Reply, Restored, Resumable, SalvageStep, SavedCopy, SavedOutcome, ScrubReport, Scrubbing, Selected, SessionNote, SessionRow, SessionsWanted, SettingList, Solution, Soundness, Start, StartBlock, StateCounts, Stats, Step, StepKind, Surroundings, Taken, TakenNote, TidiedHere, TidiedNote, TidiedStep, TidyReason, TimesShown, ToldAt, ToldLesson, ToldLine, TopicFile, Touch, Tracked, TranscriptPlace, TranscriptSearch, TranscriptsHere, TriedOut, TriedPrompt, TurnLine, Twin, Unchecked, UnknownFilter, UsedLine, UsedOption, UsedOptions, Verdict, Version, VisibleNames, WaitingInbox, WarmClient, WayBack, Ways, WholeTurn, Within, Worked, WorkerOptions, Row, Given } from './rows.d.ts';
export type * from './rows.d.ts';

/** Held while something is written to the memory. */
export declare class IngestLock {
  /**
   * Returns the lock, or nothing when another process holds it. Creates the home. `command` and
   * `now_ms` are recorded for others.
   */
  static tryAcquire(home: string, command?: string | undefined | null, nowMs?: number | undefined | null): Self | null
  /**
   * Opens the memory for writing, until the lock is released: finishes a removal that was stopped,
   * and takes in the notes that waited. `repair` reads the whole database first, and moves it
   * aside if it is damaged anywhere. Who `is_brief` leaves backups, and a removal that just
   * failed, to others.
   */
  open(options: OpenOptions, repair: boolean, isBrief: boolean): Memory
  /**
   * Deletes everything in the home that is ours, and the lock with it: see `planPurge`. Returns
   * what is there then.
   */
  purge(models: string, hasSettings: boolean): Row<HomeContents>
  /**
   * Releases the lock; a second call does nothing. A worker then takes in what hooks handed over
   * in the meantime: their own workers did not get the lock.
   */
  release(process?: Process | undefined | null): void
}

/** Everything that is stored. */
export declare class Memory {
  /** Opens the memory for reading. Throws an error with a code. */
  static open(options: OpenOptions): Memory
  /** Where a damaged database was moved to, if one was found. */
  get movedAside(): string | null
  /**
   * Takes in what is new in a transcript, up to a bound; call it until `done`. It is read as that of
   * `agent`; without one, of the agent whose files it is among.
   */
  ingest(path: string, on: Given<Surroundings>, project?: string | undefined | null, agent?: string | undefined | null): Row<IngestReport>
  /**
   * Derives some turns again where a rebuild is in progress, prepares what the next session of a
   * project gets, and embeds some of the chunks that wait; call it as long as there is more.
   */
  makeReady(): Row<EmbedReport>
  /** Answers a person's query. `offsetAt` is as for `hook`. */
  query(question: Given<Question>, offsetAt: (arg: number) => number): Row<Reply>
  /** Searches for a prompt as its hook would. Nothing is recorded. */
  tryPrompt(prompt: Given<TriedPrompt>): Row<TriedOut>
  /**
   * Starts to derive everything from the log again. Returns how many vectors of models other
   * than the chosen one were dropped, if that was requested.
   */
  beginRebuild(dropOtherModels: boolean): number
  /**
   * Returns what a selection would remove, and what to know before, one step a call, until there
   * is a plan. Changes nothing.
   */
  planForget(options: SelectOptions, on: Given<Surroundings>): Row<ForgetPlanning>
  /**
   * Removes turns and notes for good, one step a call, until `next` is `done`. One who stopped
   * it before anything was changed leaves all as it is; later, that only leaves the backups to
   * later, and the proof.
   */
  removeTurns(turns: Array<string>, nowMs: number, stopped: boolean): Row<Removal>
  /**
   * Masks everything again with the current rules, one step a call, until there is a report.
   * The masked texts are looked for in the agents' own files too.
   */
  scrub(on: Given<Surroundings>, nowMs: number): Row<Scrubbing>
  /**
   * Saves the turns of damaged copies, one bounded step a call, until `done`: of those that this
   * build has not tried yet, or of `all`; then the transcripts of logs that are damaged here are
   * read again too. `delete_saved` deletes those of which the memory then has everything.
   */
  salvage(on: Given<Surroundings>, all: boolean, deleteSaved: boolean): Row<SalvageStep>
  /**
   * Notes the current counts beside the database: a later damage is compared with them, and the
   * status line shows one.
   */
  noteCounts(): void
  /** Copies the whole database to a file that must not exist yet. */
  backup(path: string): void
  /** Returns some lines of an export; without `after`, the first ones. */
  export(within: Given<Within>, after?: number | undefined | null): Row<Exported>
  /**
   * Imports lines of an export, or some turns of the database with a path, as far as it can be
   * read: call that until the result has the findings. `is_own` says that the person vouches for
   * what is imported.
   */
  import(from: Array<string> | string, isOwn: boolean, nowMs: number): Row<Imported>
  /** Returns which project a directory belongs to, and why. */
  belonging(directory: string): Row<LabelledBelonging>
  /**
   * Changes which project a directory belongs to, one step a call, until all is `done`. A dry run
   * returns what would be done, and changes nothing.
   */
  changeProject(change: Given<ProjectChange>, dryRun: boolean): Row<ProjectMove>
  /** Returns all projects with turns. Names may repeat, keys are unique. */
  projects(): Row<Array<LabelledProject>>
  /** Returns the counts of what is stored; on request also when turns began. */
  stats(begun?: Given<Begun> | undefined | null): Row<Stats>
  /** Returns whether the database is sound. Reads everything. */
  soundness(): Row<Soundness>
  /** Returns the transcripts of the project of the working directory, of one agent or all. */
  transcriptsHere(on: Given<Surroundings>, agent?: string | undefined | null): Row<TranscriptsHere>
  /** Returns the way back into a session, with its transcript as far as it can be restored. */
  wayBack(session: string, on: Given<Surroundings>): Row<WayBack>
  /**
   * Writes a note, or says one again that says the same. A memory that was opened for reading
   * hands it over: it is found at once, and nobody waits for whoever writes. Returns null when the
   * database must be written to decide.
   */
  remember(note: Given<NewNote>, nowMs: number, process: Process): Row<Remembered> | null
  /** Takes in the notes that wait. While another process holds the ingest lock, their files stay. */
  takeInWaiting(command: string, nowMs: number, process: Process): void
  /**
   * Changes the note whose id begins so; `agent` says that a coding agent does it, and not the
   * person.
   */
  changeNote(id: string, change: Given<NoteChange>, nowMs: number, agent?: boolean | undefined | null): Row<ChangedNote>
  /**
   * Tidies the notes; a dry run changes nothing. A note that is to be gone stays: the caller
   * removes it.
   */
  tidyNotes(dryRun: boolean, nowMs: number): Row<TidiedHere>
  /** Takes in notes of files. Returns what became of each. */
  importNotes(notes: Given<Array<NoteOfFile>>, place: Given<NotesFolder>, nowMs: number): Row<Array<TakenNote>>
  /** Returns the first notes of a list, without their bodies and statements. */
  notes(listed: Given<NotesListed>): Row<FirstNotes>
  /** Returns the notes that wait for a person's decision, the best first. */
  proposals(within: Given<Within>): Row<Array<Proposal>>
  /** Returns the note whose id begins so, with its body and its statements. */
  note(id: string): Row<Note>
  /** Returns the turns whose UUID or session id starts with `prefix`. */
  show(prefix: string): Row<Array<WholeTurn>>
  /** Returns sessions, the one that was active last first. */
  sessions(wanted: Given<SessionsWanted>): Row<ListedSessions>
  /** Sums up the sessions since a time, by day and project. `offsetAt` is as for `hook`. */
  recap(wanted: Given<RecapWanted>, offsetAt: (arg: number) => number): Row<Recap>
  /** Returns what a session is told when it starts. */
  context(start: Given<Start>): Row<StartBlock>
  /** Returns the digest of a session, if any of its turns is stored. */
  digest(session: string): Row<Digest> | null
  /** Returns the session whose id, or one of whose turns' ids, begins so. */
  sessionMeant(beginning: string): string | null
  /** Returns what ended an error before. */
  fix(error: string, place: Given<Within>): Row<Fixes>
  /** Returns the commands that worked for something. */
  how(words: string, place: Given<Within>): Row<Ways>
  /** Returns the lessons from failures that came again. */
  lessons(wanted: Given<LessonsWanted>, place: Given<Within>): Row<Array<LessonRow>>
  /**
   * Returns for each file the turns that changed it, and for each piece of one those that made it
   * what it is, the newest first.
   */
  blame(asked: Given<Array<AskedFile>>, place: Given<Within>): Row<Array<Array<Touch>>>
  /** Returns the versions of a file that agents made, the newest first. */
  versions(file: string, place: Given<Within>): Row<Array<Version>>
  /**
   * Returns the files of the turns on a topic. `nowMs` and `utcOffsetMin` are the reference of
   * "last week".
   */
  topicFiles(topic: string, place: Given<Within>, nowMs: number, utcOffsetMin: number): Row<Array<TopicFile>>
}

/** Answers the prompts of one client in place of its hooks, with a memory that stays open. */
export declare class PromptServer {
  /** Makes room for the client's mark. `client` and `server` are ids of processes. */
  constructor(options: Given<HookOptions>, client: number, server: number)
  /** Opens the memory, if there is one: the first prompt need not wait for it. */
  prepare(options: Given<HookOptions>): void
  /** Returns what the hook would print for a prompt; an empty text for most. */
  answer(event: string, options: Given<HookOptions>, process: Process, offsetAt: (arg: number) => number): string
  /** Lets the hooks answer again. */
  close(): void
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

/** Returns the agents that are known; the first is the default. */
export declare function agents(on?: Given<Surroundings> | undefined | null): Row<Array<AgentRow>>

/** Lets the hooks answer again where servers of warm recall did. */
export declare function clearWarm(home: string): void

/** Takes a backup off the list, with what is pending in it. Returns whether it was there. */
export declare function dropBackup(home: string, path: string): boolean

/**
 * Makes stored text harmless for a model that reads it: nothing in it can pose as a message of a
 * client, of a person or of Mementor.
 */
export declare function harmless(text: string): string

/** Returns what is known of a home without opening the database. */
export declare function homeReport(home: string): Row<HomeReport>

/** Returns what keeps the files of a home from being used, and which of them are links. */
export declare function homeTrouble(home: string): Row<HomeTrouble>

/**
 * Runs a hook, named by its word: reads standard input, leaves what the worker needs, starts it,
 * and writes what the agent is told. `offsetAt` returns how far local time is ahead of UTC at a
 * time, in minutes. What goes wrong is in the log.
 */
export declare function hook(word: string, options: Given<HookOptions>, process: Process, offsetAt: (arg: number) => number): void

/** Imports from a folder the model that it describes, else every known model whose weights it holds. */
export declare function importModels(home: string, models: string, folder: string): Row<Array<ImportedModel>>

/** Returns what is in the inbox, as the worker would see it. Changes nothing. */
export declare function inbox(options: Given<WorkerOptions>, on: Given<Surroundings>): Row<WaitingInbox>

/**
 * Returns whether one of the globs of `exclude` matches a directory or one of its parents: then
 * nothing of it is stored. Throws for a pattern of `mask`, or a glob, that cannot be used.
 */
export declare function isKeptOut(mask: Array<string>, exclude: Array<string>, directory: string): boolean

/** Whether a file is one in which an agent keeps the output of a tool. */
export declare function isKeptOutput(path: string): boolean

/** Keeps a list of hits. */
export declare function keepList(home: string, list: Given<LastList>): void

/** Returns the known models: those in the folder `models` and those added to the home. */
export declare function knownModels(home: string, models: string): Array<Model>

/** Returns the hits that were listed last, if there is a list. */
export declare function lastList(home: string): Row<LastList> | null

/**
 * Returns the ledger: the transcripts on the disk compared with what was read of them. Without a
 * memory nothing was.
 */
export declare function ledger(memory: Memory | undefined | null, on: Given<Surroundings>, options: Given<LedgerOptions>): Row<Ledger>

/**
 * Returns the model in use, or the requested one. `verifies` says to check every file of it against
 * its SHA-256 first.
 */
export declare function model(home: string, models: string, id?: string | undefined | null, verifies?: boolean | undefined | null): Model

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

/** Mutes or unmutes recall. */
export declare function mute(home: string, change: Given<MuteChange>): Row<MuteChanged>

/** Returns where recall is muted; an error when that cannot be understood. */
export declare function muted(home: string): Row<Muted>

/** Returns the kinds of notes. */
export declare function noteKinds(): Row<Array<NoteKind>>

/**
 * Returns what a file is that is no transcript of the agent; nothing if it is one, or cannot be
 * read.
 */
export declare function notTranscript(path: string, agent: string): Row<NotTranscript> | null

/** Options for opening a memory. */
export interface OpenOptions {
  /** Mementor's home. */
  home: string
  /** Home directory of the person. */
  personHome?: string
  /** Folder with `manifest.json` and the bundled models; added models are in the home. */
  models: string
  /** Id of the model to use; the default model if omitted. */
  model?: string
  /** Path of the library with the engines of other models than the bundled one. */
  engines?: string
  /** Path of ONNX Runtime's library, for them. */
  onnxruntime?: string
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

/**
 * Returns what is wrong with one of the user's mask patterns, or of the exclusion globs if it is
 * one; nothing when it is valid.
 */
export declare function patternProblem(pattern: string, isGlob: boolean): string | null

/**
 * Returns the days that a text names which is nothing but a time, such as "last week" or "in
 * october".
 */
export declare function periodNamed(text: string, nowMs: number, utcOffsetMin: number): Row<Period> | null

/** Returns the error of a tool without the marks of any agent. */
export declare function plainError(error: string): string

/**
 * Returns what a purge deletes, those of the added models too, and what to know before.
 * `has_settings` says that config.json is ours.
 */
export declare function planPurge(options: OpenOptions, on: Given<Surroundings>, hasSettings: boolean): Row<PurgePlan>

/** The process that asks, and how it starts another one. */
export interface Process {
  /** Its working directory. */
  cwd: string
  /** The home directory of the person. */
  homedir: string
  /** For how long it has run, in milliseconds. */
  uptimeMs: number
  /** Absolute path of the Node binary. */
  node: string
  /** Absolute path of the script that the worker runs. */
  script: string
  /** Whether it neither ends when it is late nor starts the worker: to count what a hook costs. */
  isCounted?: boolean
}

/** Counts the prompts of all records since a time. */
export declare function recordedPrompts(home: string, sinceMs: number): Row<RecordedPrompts>

/**
 * Returns the records of sessions, the one written last first. Prompts that a record left out are
 * looked for in the memory too.
 */
export declare function records(home: string, wanted: Given<RecordsWanted>, memory?: Memory | undefined | null): Row<Array<RecordedSession>>

/**
 * Replaces the settings file if it still is `before`, or is still missing. Returns false if another
 * process changed it meanwhile.
 */
export declare function replaceConfig(home: string, before: string | undefined | null, after: string): boolean

/**
 * Returns the command that leads back into each session: the agent's own where the agent would
 * find it, else `mementor resume`.
 */
export declare function resumeCommands(on: Given<Surroundings>, sessions: Given<Array<Resumable>>): Array<string>

/** Returns the session that this process runs in, as far as an agent tells. */
export declare function runningSession(on: Given<Surroundings>): RunningSession

/** What an agent tells the commands that it runs. */
export interface RunningSession {
  /** The id of the session that this process runs in. */
  session?: string
  /** The directory in which it was started. */
  directory?: string
  /** Whether an agent runs this process, and not the person. */
  isAgents: boolean
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

/** Returns how often a note was shown until now. With a time, it is shown once more. */
export declare function shown(home: string, note: string, nowMs?: number | undefined | null): Row<TimesShown> | null

/** Returns what the path of each transcript tells: its agent, session and subagent. */
export declare function transcriptPlaces(on: Given<Surroundings>, paths: Array<string>): Row<Array<TranscriptPlace>>

/** Returns transcripts on the disk, the one that changed last first. */
export declare function transcripts(on: Given<Surroundings>, search: Given<TranscriptSearch>): Row<Array<FoundTranscript>>

/**
 * Does what the worker does, until the inbox is empty or its time is up. What goes wrong is in the
 * log.
 */
export declare function work(options: Given<WorkerOptions>, on: Given<Surroundings>): void
