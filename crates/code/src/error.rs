//! Errors of the index of code, grouped by what the user can do about them.

use std::path::PathBuf;

/// An error with a stable code.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such folder.
    #[error("cannot read {path}: {source}")]
    FolderUnreadable {
        /// The folder.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// The file of the index cannot be made.
    #[error("cannot write to {path}: {source}")]
    HomeUnwritable {
        /// The file or its folder.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// Another process is at it.
    #[error("another process is indexing this folder")]
    Busy,
    /// Nothing was indexed yet.
    #[error("nothing is indexed of {path} yet")]
    NotIndexed {
        /// The root.
        path: PathBuf,
    },
    /// No symbol and no file is called so.
    #[error("nothing indexed is called {0}")]
    Unknown(String),
    /// Any other error of the database.
    #[error("the index of the code failed: {0}")]
    Database(#[source] rusqlite::Error),
}

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Returns the stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::FolderUnreadable { .. } => "FOLDER_UNREADABLE",
            Self::HomeUnwritable { .. } => "HOME_UNWRITABLE",
            Self::Busy => "CODE_BUSY",
            Self::NotIndexed { .. } => "CODE_NOT_INDEXED",
            Self::Unknown(_) => "CODE_UNKNOWN",
            Self::Database(_) => "CODE_FAILED",
        }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
                Self::Busy
            }
            _ => Self::Database(error),
        }
    }
}
