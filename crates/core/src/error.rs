//! What can go wrong, by what a person can do about it.

use std::path::{Path, PathBuf};

/// An error with a stable code; hints belong to the shell, which knows the commands.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing was ever stored under this home.
    #[error("no memory yet at {path}")]
    DatabaseMissing {
        /// Where the database would be.
        path: PathBuf,
    },
    /// A newer Mementor wrote this database.
    #[error("the database has {part} version {found}, newer than {known}, the newest known here")]
    DatabaseNewer {
        /// What has a version: `schema`, `log` or `derivation`.
        part: &'static str,
        /// Version in the file.
        found: i64,
        /// Newest version of this build.
        known: i64,
    },
    /// The schema is older than this build's and this access may not upgrade it.
    #[error("the database has schema version {found}, this build needs {known}")]
    DatabaseOlder {
        /// Version in the file.
        found: i64,
        /// Version of this build.
        known: i64,
    },
    /// Another process holds the database for longer than the busy timeout.
    #[error("the database is busy: another process is writing to it")]
    DatabaseBusy,
    /// The file is damaged or is no database.
    #[error("the database is damaged: {path}")]
    DatabaseCorrupt {
        /// The damaged file.
        path: PathBuf,
    },
    /// The file is a database, and its tables are not ours.
    #[error("{path} is not a database of Mementor that this build can use: {reason}")]
    DatabaseForeign {
        /// The file.
        path: PathBuf,
        /// What is missing or differs.
        reason: String,
    },
    /// The log of one turn fails its checksum. Nothing is derived from it.
    #[error("the log of turn {turn} is damaged")]
    LogDamaged {
        /// The turn's uuid.
        turn: String,
    },
    /// Any other failure of the database.
    #[error("the database failed: {0}")]
    Database(#[source] rusqlite::Error),
    /// A backup cannot be changed as it has to be; the memory itself is another matter.
    #[error("the backup cannot be changed: {reason}")]
    BackupUnusable {
        /// The backup.
        path: PathBuf,
        /// What went wrong with it.
        reason: String,
    },
    /// The home directory or a file in it can't be written.
    #[error("cannot write to {path}: {source}")]
    HomeUnwritable {
        /// The directory or file.
        path: PathBuf,
        /// The reason the system gave.
        source: std::io::Error,
    },
    /// A file that a person named can't be written.
    #[error("cannot write {path}: {source}")]
    FileUnwritable {
        /// The file.
        path: PathBuf,
        /// The reason the system gave.
        source: std::io::Error,
    },
    /// A file can't be read.
    #[error("cannot read {path}: {source}")]
    FileUnreadable {
        /// The file.
        path: PathBuf,
        /// The reason the system gave.
        source: std::io::Error,
    },
    /// A transcript can't be read.
    #[error("cannot read {path}: {source}")]
    TranscriptUnreadable {
        /// The transcript.
        path: PathBuf,
        /// The reason the system gave.
        source: std::io::Error,
    },
    /// A file of the embedding model is not there.
    #[error("no embedding model at {path}")]
    ModelMissing {
        /// The missing file.
        path: PathBuf,
    },
    /// No model has this id.
    #[error("no model is called {id}")]
    ModelUnknown {
        /// What was asked for.
        id: String,
    },
    /// The model's files are there and can't be used.
    #[error("the embedding model at {path} cannot be used: {reason}")]
    ModelUnusable {
        /// The file at fault.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The engine's library is not there.
    #[error("no ONNX Runtime library at {path}")]
    EngineMissing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The engine's library can't be used.
    #[error("the ONNX Runtime library at {path} cannot be used: {reason}")]
    EngineUnusable {
        /// The library.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A person's own patterns of what is masked cannot be used.
    #[error("`mask` cannot be used: {0}")]
    MaskInvalid(String),
    /// The globs of excluded directories cannot be used.
    #[error("`exclude` cannot be used: {0}")]
    ExcludeInvalid(String),
    /// The caller asked for something that has no meaning.
    #[error("{0}")]
    InvalidArgument(String),
}

impl Error {
    /// Returns what an error means when the work was about a backup.
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
            Self::LogDamaged { .. } => "LOG_DAMAGED",
            Self::Database(_) => "DATABASE",
            Self::BackupUnusable { .. } => "BACKUP_UNUSABLE",
            Self::HomeUnwritable { .. } => "HOME_UNWRITABLE",
            Self::FileUnreadable { .. } => "FILE_UNREADABLE",
            Self::FileUnwritable { .. } => "FILE_UNWRITABLE",
            Self::TranscriptUnreadable { .. } => "TRANSCRIPT_UNREADABLE",
            Self::ModelMissing { .. } => "MODEL_MISSING",
            Self::ModelUnknown { .. } => "MODEL_UNKNOWN",
            Self::ModelUnusable { .. } => "MODEL_UNUSABLE",
            Self::EngineMissing { .. } => "ENGINE_MISSING",
            Self::EngineUnusable { .. } => "ENGINE_UNUSABLE",
            Self::MaskInvalid(_) => "MASK_INVALID",
            Self::ExcludeInvalid(_) => "EXCLUDE_INVALID",
            Self::InvalidArgument(_) => "INVALID_ARGUMENT",
        }
    }
}

impl From<rusqlite::Error> for Error {
    /// Only what SQLite itself calls damage is damage of the file: not a statement that fails, and
    /// not a value of another form than we wrote.
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseCorrupt, DatabaseLocked, NotADatabase};
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => Self::DatabaseBusy,
            Some(DatabaseCorrupt | NotADatabase) => Self::DatabaseCorrupt { path: PathBuf::new() },
            _ => Self::Database(error),
        }
    }
}

/// Result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
