//! Errors, grouped by what the user can do about them.

use std::path::{Path, PathBuf};

use rusqlite::ffi::SQLITE_IOERR_SHMSIZE;

/// An error with a stable code. Hints belong to the shell, which knows the commands.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing was ever stored in this home.
    #[error("no memory yet at {path}")]
    DatabaseMissing {
        /// Path where the database would be.
        path: PathBuf,
    },
    /// The database was written by a newer Mementor.
    #[error("the database has {part} version {found}, newer than {known}, the newest known here")]
    DatabaseNewer {
        /// What is too new: `schema`, `log` or `derivation`.
        part: &'static str,
        /// Version in the file.
        found: i64,
        /// Newest version that this build supports.
        known: i64,
    },
    /// A build from before the first release wrote the database.
    #[error("the database has schema version {found}, this build needs {known}")]
    DatabaseOlder {
        /// Version in the file.
        found: i64,
        /// Version that this build needs.
        known: i64,
    },
    /// Another process held the lock for longer than the busy timeout.
    #[error("the database is busy: another process is writing to it")]
    DatabaseBusy,
    /// The file is damaged or not a database.
    #[error("the database is damaged: {path}")]
    DatabaseCorrupt {
        /// The damaged file.
        path: PathBuf,
    },
    /// The file is a database, but its tables are not Mementor's.
    #[error("{path} is not a database of Mementor that this build can use: {reason}")]
    DatabaseForeign {
        /// The file.
        path: PathBuf,
        /// What is missing or differs.
        reason: String,
    },
    /// An older copy of the database lies in its place, and still holds what was forgotten.
    #[error("{path} still holds what was forgotten: an older copy of it lies there")]
    ForgottenStored {
        /// The database.
        path: PathBuf,
    },
    /// The log of a turn fails its checksum. Nothing is derived from it.
    #[error("the log of turn {turn} is damaged")]
    LogDamaged {
        /// The turn's uuid.
        turn: String,
    },
    /// No room was left on the disk for what had to be written, or for the index of the log, which
    /// a reader makes too.
    #[error("the disk is full")]
    DiskFull,
    /// Any other database error.
    #[error("the database failed: {0}")]
    Database(#[source] rusqlite::Error),
    /// A backup cannot be changed as required. The memory itself may be in order.
    #[error("the backup cannot be changed: {reason}")]
    BackupUnusable {
        /// The backup.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The list of backups cannot be read, so it cannot be changed.
    #[error("{path}: {reason}")]
    BackupsBroken {
        /// The file with the list.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The home directory or a file in it cannot be written.
    #[error("cannot write to {path}: {source}")]
    HomeUnwritable {
        /// The directory or file.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// No file can be locked in the home directory.
    #[error("the disk gives no lock for {path}: {source}")]
    LocksFail {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// A file given by the user cannot be written.
    #[error("cannot write {path}: {source}")]
    FileUnwritable {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read {path}: {source}")]
    FileUnreadable {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// What is said of where recall is muted cannot be understood.
    #[error("{path}: {reason}")]
    MutedBroken {
        /// The list.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A transcript cannot be read.
    #[error("cannot read {path}: {source}")]
    TranscriptUnreadable {
        /// The transcript.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// A file of the embedding model is missing.
    #[error("no embedding model at {path}")]
    ModelMissing {
        /// The missing file.
        path: PathBuf,
    },
    /// No model has this id.
    #[error("no model is called {id}")]
    ModelUnknown {
        /// The id that was requested.
        id: String,
    },
    /// The model's files exist but cannot be used.
    #[error("the embedding model at {path} cannot be used: {reason}")]
    ModelUnusable {
        /// The file at fault.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A name of a model or of its file would lead elsewhere.
    #[error("{0}")]
    ModelName(String),
    /// A folder from which a model is to be imported cannot be read.
    #[error("{0}")]
    ImportUnreadable(String),
    /// A description that defines no model.
    #[error("{0}")]
    ImportInvalid(String),
    /// A file of a model that is to be imported is missing, or changes.
    #[error("{0}")]
    ImportIncomplete(String),
    /// A folder has no model.
    #[error("{0}")]
    ImportUnknown(String),
    /// The library with the engines of other models is missing.
    #[error("what runs models other than the bundled one is not at {path}")]
    EnginesMissing {
        /// Expected path.
        path: PathBuf,
    },
    /// The library with the engines of other models cannot be used.
    #[error("what runs models other than the bundled one, at {path}, cannot be used: {reason}")]
    EnginesUnusable {
        /// The library.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The engine's library is missing.
    #[error("no ONNX Runtime library at {path}")]
    EngineMissing {
        /// Expected path.
        path: PathBuf,
    },
    /// The engine's library cannot be used.
    #[error("the ONNX Runtime library at {path} cannot be used: {reason}")]
    EngineUnusable {
        /// The library.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The user's own mask patterns cannot be used.
    #[error("`mask` cannot be used: {0}")]
    MaskInvalid(String),
    /// The globs for excluded directories cannot be used.
    #[error("`exclude` cannot be used: {0}")]
    ExcludeInvalid(String),
    /// No kind of note has this name.
    #[error("no kind of note is called {kind:?}{}", meant(*nearest))]
    NoteKindUnknown {
        /// The name that was given.
        kind: String,
        /// The nearest name, when one is near.
        nearest: Option<&'static str>,
    },
    /// The summary of a note cannot be stored.
    #[error("the summary, the first line of a note, cannot be stored: {0}")]
    NoteSummary(String),
    /// The body of a note is too large.
    #[error("the body of the note has {bytes} bytes, at most {most} fit")]
    NoteTooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The largest size.
        most: usize,
    },
    /// No note has an id that begins so.
    #[error("no note has an id that begins with {id}")]
    NoteUnknown {
        /// The beginning that was given.
        id: String,
    },
    /// Several notes have ids that begin so.
    #[error("{found} notes have ids that begin with {id}")]
    NoteAmbiguous {
        /// The beginning that was given.
        id: String,
        /// How many notes match.
        found: usize,
    },
    /// A note cannot be moved so from its state.
    #[error("a note that is {state} cannot be {done}: it can be {may}")]
    NoteMove {
        /// Its state.
        state: &'static str,
        /// What was asked for, such as `accepted`.
        done: &'static str,
        /// What is allowed.
        may: String,
    },
    /// A note is a person's word, and an agent would have changed it.
    #[error("note {id:.8} is the user's own: an agent does not change it")]
    NoteOfPerson {
        /// The note's id.
        id: String,
    },
    /// An agent would have accepted, restored or pinned a note.
    #[error("note {id:.8} waits for the user: an agent does not decide that it holds")]
    NoteWaitsForPerson {
        /// The note's id.
        id: String,
    },
    /// A note was written in an excluded directory, or names a file in one.
    #[error("{path} is excluded, so nothing about it is stored")]
    NoteExcluded {
        /// The directory or file.
        path: PathBuf,
    },
    /// A note has nothing to take back.
    #[error("nothing to take back: {0}")]
    NoteUndo(String),
    /// Several ids begin so; the message lists them.
    #[error("{0}")]
    IdAmbiguous(String),
    /// The caller's arguments make no sense.
    #[error("{0}")]
    InvalidArgument(String),
}

/// Returns the end of a sentence that names what was probably meant.
fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(": did you mean {name:?}?")).unwrap_or_default()
}

impl Error {
    /// Returns the error to report when working on a backup failed.
    pub(crate) fn of_backup(path: &Path, reason: Self) -> Self {
        let reason = match reason {
            Self::DatabaseCorrupt { .. } => "it is damaged, or no database".to_owned(),
            other => other.to_string(),
        };
        Self::BackupUnusable { path: path.to_owned(), reason }
    }

    /// Returns the stable code that the shell maps to a hint.
    pub fn code(&self) -> &'static str {
        match self {
            Self::DatabaseMissing { .. } => "DATABASE_MISSING",
            Self::DatabaseNewer { .. } => "DATABASE_NEWER",
            Self::DatabaseOlder { .. } => "DATABASE_OLDER",
            Self::DatabaseBusy => "DATABASE_BUSY",
            Self::DatabaseCorrupt { .. } => "DATABASE_CORRUPT",
            Self::DatabaseForeign { .. } => "DATABASE_FOREIGN",
            Self::ForgottenStored { .. } => "FORGOTTEN_STORED",
            Self::LogDamaged { .. } => "LOG_DAMAGED",
            Self::DiskFull => "DISK_FULL",
            Self::Database(_) => "DATABASE",
            Self::BackupUnusable { .. } => "BACKUP_UNUSABLE",
            Self::BackupsBroken { .. } => "BACKUPS_BROKEN",
            Self::HomeUnwritable { .. } => "HOME_UNWRITABLE",
            Self::LocksFail { .. } => "LOCKS_FAIL",
            Self::FileUnreadable { .. } => "FILE_UNREADABLE",
            Self::FileUnwritable { .. } => "FILE_UNWRITABLE",
            Self::MutedBroken { .. } => "MUTED_BROKEN",
            Self::TranscriptUnreadable { .. } => "TRANSCRIPT_UNREADABLE",
            Self::ModelMissing { .. } => "MODEL_MISSING",
            Self::ModelUnknown { .. } => "MODEL_UNKNOWN",
            Self::ModelUnusable { .. } => "MODEL_UNUSABLE",
            Self::ModelName(_) => "MODEL_NAME",
            Self::ImportUnreadable(_) => "IMPORT_UNREADABLE",
            Self::ImportInvalid(_) => "IMPORT_INVALID",
            Self::ImportIncomplete(_) => "IMPORT_INCOMPLETE",
            Self::ImportUnknown(_) => "IMPORT_UNKNOWN",
            Self::EnginesMissing { .. } => "ENGINES_MISSING",
            Self::EnginesUnusable { .. } => "ENGINES_UNUSABLE",
            Self::EngineMissing { .. } => "ENGINE_MISSING",
            Self::EngineUnusable { .. } => "ENGINE_UNUSABLE",
            Self::MaskInvalid(_) => "MASK_INVALID",
            Self::ExcludeInvalid(_) => "EXCLUDE_INVALID",
            Self::NoteKindUnknown { .. } => "NOTE_KIND_UNKNOWN",
            Self::NoteSummary(_) => "NOTE_SUMMARY",
            Self::NoteTooLarge { .. } => "NOTE_TOO_LARGE",
            Self::NoteUnknown { .. } => "NOTE_UNKNOWN",
            Self::NoteAmbiguous { .. } => "NOTE_AMBIGUOUS",
            Self::NoteMove { .. } => "NOTE_MOVE",
            Self::NoteOfPerson { .. } | Self::NoteWaitsForPerson { .. } => "NOTE_OF_PERSON",
            Self::NoteExcluded { .. } => "NOTE_EXCLUDED",
            Self::NoteUndo(_) => "NOTE_UNDO",
            Self::IdAmbiguous(_) => "ID_AMBIGUOUS",
            Self::InvalidArgument(_) => "INVALID_ARGUMENT",
        }
    }
}

impl From<rusqlite::Error> for Error {
    /// Reports damage only when SQLite itself reports it, not for a failed statement or an
    /// unexpected value.
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{
            DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase,
        };
        if error.sqlite_error().is_some_and(|error| error.extended_code == SQLITE_IOERR_SHMSIZE) {
            return Self::DiskFull;
        }
        match error.sqlite_error_code() {
            Some(DiskFull) => Self::DiskFull,
            Some(DatabaseBusy | DatabaseLocked) => Self::DatabaseBusy,
            Some(DatabaseCorrupt | NotADatabase) => Self::DatabaseCorrupt { path: PathBuf::new() },
            _ => Self::Database(error),
        }
    }
}

/// Result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
