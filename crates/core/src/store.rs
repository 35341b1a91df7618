//! The database: one SQLite file for a person.
//!
//! All SQL is in this module. Reads and writes go through closures, so that no caller can forget
//! a transaction.

mod actions;
mod browse;
mod callers;
mod copies;
pub mod derivation;
mod filter;
mod following_turns;
mod foreign;
mod forgotten;
mod forks;
mod frozen;
pub mod fts;
mod full_disk;
mod header;
mod index;
pub mod intake;
mod items;
mod labels;
mod note_document;
mod notes;
mod notes_at_start;
mod prepared;
mod problems;
mod projects;
mod read;
mod rebuild;
mod relations;
mod remove;
mod salvage;
mod schema;
mod stats;
mod taken_back;
mod transcripts;
mod turns;
mod upkeep;
mod vectors;
mod words;
mod work;
mod write;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::{Error, Result};
pub use crate::home::FORGOTTEN_NAME;
use crate::home::Home;
use crate::home::damaged::move_aside;
use crate::private_file;
use crate::project::Person;
pub use browse::{SessionLog, SessionPrompt, SessionRow, StoredTurn};
pub use filter::Filter;
pub use following_turns::TurnPlace;
pub use foreign::{Foreign, RawTurn, SessionPosition, is_memory};
use forgotten::ForgottenList;
pub use forks::{Forks, Shared};
pub use items::{Derivable, ItemFacts};
pub use note_document::NoteDocument;
use notes::PreparedNote;
pub use notes::{Branches, NoteFilter, NoteLog, NoteOutline, NoteRow, RawNote};
pub use projects::{KnownPlaces, KnownRepository};
pub use read::{Reader, Scope};
pub use relations::SessionTurn;
pub use salvage::{Findings, SalvageSource, SalvagedPart};
pub use schema::VERSION as SCHEMA_VERSION;
pub use stats::{ProjectCount, Stats, StoredTurns, TurnCount};
pub use transcripts::TranscriptRow;
use turns::PreparedTurn;
pub use turns::{TurnLog, TurnRow};
use vectors::VectorCache;
pub use vectors::{Passage, Passages, Waiting};
pub use work::SessionWork;
pub use write::{TranscriptState, Writer};

pub use crate::home::DATABASE_NAME as FILE_NAME;

/// More than there are statements: all that were prepared stay so.
const STATEMENTS_MAX: usize = 128;

/// Taking in a history writes the same pages of the index again and again. Kept in the log for
/// this many pages of 4 KiB, each is copied into the database once for many changes.
const CHECKPOINT_PAGES: i64 = 4_096;
/// Pages that a writer holds in memory, in KiB; SQLite takes a negative number for that unit.
const WRITER_CACHE_KIB: i64 = 16 << 10;

/// A million vectors are half a gigabyte.
const MAPPED_BYTES_MAX: i64 = 4 << 30;

/// An open database.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The list beside the database; `None` for a reader and for a backup, which have none.
    forgotten: Option<ForgottenList>,
    /// What searches keep of the vectors; `None` when each reads them anew.
    vectors: Option<RefCell<VectorCache>>,
    /// Home directory of the person, if it is known.
    person_home: Option<PathBuf>,
}

/// How a database is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Never creates or repairs anything.
    Read,
    /// As [`Access::Read`], for a process that ends soon: on a full disk others wait until it does.
    ReadBriefly,
    /// Creates; moves a file aside that is damaged at its beginning. Only under the ingest lock.
    Write,
    /// As [`Access::Write`], and has SQLite read the whole file to find damage anywhere.
    Repair,
}

/// A store, and what was found damaged on the way to it.
pub struct Opened {
    /// The store.
    pub store: Store,
    /// Where a damaged database was moved to.
    pub moved_aside: Option<PathBuf>,
    /// Turns and notes that were forgotten and are stored again: whoever opens it for writing
    /// removes them first.
    pub returned: Vec<String>,
}

impl Store {
    /// Opens the database in `home`. `now_ms` names a damaged file that is moved aside.
    pub fn open(home: &Path, access: Access, busy: Duration, now_ms: i64) -> Result<Opened> {
        let path = home.join(FILE_NAME);
        match access {
            Access::Read | Access::ReadBriefly if !path.exists() && !header::is_cut_off(&path) => {
                Err(Error::DatabaseMissing { path })
            }
            Access::Read | Access::ReadBriefly => {
                let store = match Self::open_for_reading(&path, busy) {
                    Err(Error::DiskFull) if access == Access::ReadBriefly => {
                        Self::open_alone(&path, busy)
                    }
                    store => store,
                };
                let store = store.and_then(|store| store.refuse_returned(home));
                let store = store.map_err(|error| located(judged(error, &path), &path))?;
                Ok(Opened { store, moved_aside: None, returned: Vec::new() })
            }
            Access::Write | Access::Repair => {
                let prepared = Self::prepare(home, &path, busy);
                let sound = prepared.and_then(|store| match access {
                    Access::Repair => store.refuse_damaged().map(|()| store),
                    Access::Read | Access::ReadBriefly | Access::Write => Ok(store),
                });
                // Merge the list of forgotten turns first, so that damage in it is found now.
                let sound = sound.and_then(|mut store| {
                    let returned = store.unite_forgotten(home)?;
                    Ok(Opened { store, moved_aside: None, returned })
                });
                match sound.map_err(|error| judged(error, &path)) {
                    Err(Error::DatabaseCorrupt { .. }) => {
                        Self::begin_anew(home, &path, busy, now_ms)
                    }
                    sound => sound.map_err(|error| located(error, &path)),
                }
            }
        }
    }

    fn open_for_reading(path: &Path, busy: Duration) -> Result<Self> {
        let opened = Self::connect(path, busy).and_then(Self::checked);
        let Err(Error::Database(_)) = opened else { return opened };
        if !path.exists() {
            return Err(Error::DatabaseMissing { path: path.to_owned() });
        }
        let Some(uri) = frozen::uri(path) else { return opened };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self::of(Connection::open_with_flags(uri, flags)?, path, busy).and_then(Self::checked)
    }

    fn begin_anew(home: &Path, path: &Path, busy: Duration, now_ms: i64) -> Result<Opened> {
        let aside = move_aside(path, now_ms)
            .map_err(|source| Error::HomeUnwritable { path: home.to_owned(), source })?;
        let begun = Self::prepare(home, path, busy).and_then(|mut store| {
            let returned = store.unite_forgotten(home)?;
            Ok(Opened { store, moved_aside: Some(aside), returned })
        });
        begun.map_err(|error| located(error, path))
    }

    fn refuse_damaged(&self) -> Result<()> {
        if schema::is_sound(&self.connection)? {
            return Ok(());
        }
        Err(Error::DatabaseCorrupt { path: self.path.clone() })
    }

    fn prepare(home: &Path, path: &Path, busy: Duration) -> Result<Self> {
        create_private(home, path)
            .map_err(|source| Error::HomeUnwritable { path: home.to_owned(), source })?;
        let mut store = Self::connect(path, busy)?;
        // Before anything is written: the file records the journal mode.
        schema::refuse_others(&store.connection)?;
        store.connection.pragma_update(None, "journal_mode", "WAL")?;
        store.connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        store.connection.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
        schema::create_or_check(&mut store.connection)?;
        Ok(store)
    }

    /// Opens a file that is there: a reader must not make one anew that was just deleted. One that
    /// lost all its bytes is refused here, before `SQLite` deletes its log.
    fn connect(path: &Path, busy: Duration) -> Result<Self> {
        if header::is_cut_off(path) {
            return Err(Error::DatabaseCorrupt { path: path.to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self::of(Connection::open_with_flags(path, flags)?, path, busy)
    }

    fn checked(self) -> Result<Self> {
        schema::check(&self.connection)?;
        Ok(self)
    }

    fn of(connection: Connection, path: &Path, busy: Duration) -> Result<Self> {
        connection.busy_timeout(busy)?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        // One plan for each statement, whatever is bound to it: with partial indexes SQLite would
        // otherwise prepare it again each time.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        // A view of somebody else's must not keep us from changing a table.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_LEGACY_ALTER_TABLE, true)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
        Ok(Self {
            connection,
            path: path.to_owned(),
            forgotten: None,
            vectors: None,
            person_home: None,
        })
    }

    /// Keeps in memory what searches read of the vectors, 56 bytes of each and 484 more where they
    /// are few, and maps the file: for a process that answers many queries. One that answers one
    /// would lose more than it gains.
    pub fn keep_vectors(&mut self) -> Result<()> {
        self.connection.pragma_update(None, "mmap_size", MAPPED_BYTES_MAX)?;
        self.vectors.get_or_insert_default();
        Ok(())
    }

    /// Runs `work` in one read transaction: it sees one state of the database.
    pub fn read<T>(&self, work: impl FnOnce(&Reader) -> Result<T>) -> Result<T> {
        let transaction = self.connection.unchecked_transaction().map_err(Error::from);
        let found = transaction.and_then(|transaction| {
            let found = work(&Reader::new(&transaction, self.vectors.as_ref()))?;
            transaction.commit()?;
            Ok(found)
        });
        found.map_err(|error| located(error, &self.path))
    }

    /// Runs `work` in one write transaction and commits it; an error undoes all of it. Turns that it
    /// forgets are on the list beside the database before it is committed.
    pub fn write<T>(&mut self, work: impl FnOnce(&mut Writer) -> Result<T>) -> Result<T> {
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior).map_err(Error::from);
        let done = transaction.and_then(|transaction| {
            let mut writer = Writer::begin(&transaction)?;
            let done = work(&mut writer)?;
            writer.flush()?;
            if let Some(list) = &mut self.forgotten {
                list.add(writer.newly_forgotten())?;
            }
            transaction.commit()?;
            Ok(done)
        });
        if let Some(vectors) = &self.vectors {
            vectors.take();
        }
        done.map_err(|error| located(error, &self.path))
    }

    /// Tells where the person has their home directory.
    pub fn set_person_home(&mut self, home: Option<&Path>) {
        self.person_home = home.and_then(|home| std::fs::canonicalize(home).ok());
    }

    /// Returns the person whose memory this is: the owner of the database.
    pub fn person(&self) -> Person {
        #[cfg(unix)]
        let id = {
            use std::os::unix::fs::MetadataExt as _;
            std::fs::metadata(&self.path).ok().map(|metadata| metadata.uid())
        };
        #[cfg(not(unix))]
        let id = None;
        Person { id, home: self.person_home.clone() }
    }
}

/// Returns the version of the linked-in `SQLite`.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}

/// Separates damage from other faults of the file: a damaged header makes `SQLite` say many things.
fn judged(error: Error, path: &Path) -> Error {
    let may_be_damage = matches!(
        error,
        Error::Database(_)
            | Error::DatabaseMissing { .. }
            | Error::DatabaseNewer { .. }
            | Error::DatabaseOlder { .. }
            | Error::DatabaseForeign { .. }
    );
    if may_be_damage && header::is_damaged(path) {
        return Error::DatabaseCorrupt { path: path.to_owned() };
    }
    match error {
        // SQLite takes a lock that the disk refuses for one that somebody else holds.
        Error::DatabaseBusy => refused_lock(path).unwrap_or(Error::DatabaseBusy),
        error => closed(&error, path).unwrap_or(error),
    }
}

fn refused_lock(path: &Path) -> Option<Error> {
    let source = Home::at(path.parent()?).lock_failure()?;
    Some(Error::LocksFail { path: path.to_owned(), source })
}

/// Returns the error of a file that this user may not read, or not write: SQLite does not say why.
fn closed(error: &Error, path: &Path) -> Option<Error> {
    use std::io::ErrorKind::PermissionDenied;
    let Error::Database(error) = error else { return None };
    match error.sqlite_error().map(|found| (found.code, found.extended_code)) {
        Some((rusqlite::ErrorCode::CannotOpen, _)) => {
            let refused = crate::regular_file::open_regular(path).err();
            let source = refused.filter(|source| source.kind() == PermissionDenied)?;
            Some(Error::FileUnreadable { path: path.to_owned(), source })
        }
        Some((_, rusqlite::ffi::SQLITE_READONLY)) => {
            Some(Error::HomeUnwritable { path: path.to_owned(), source: PermissionDenied.into() })
        }
        _ => None,
    }
}

/// Names the file in an error that has only SQLite's code.
fn located(error: Error, path: &Path) -> Error {
    match error {
        Error::DatabaseCorrupt { .. } => Error::DatabaseCorrupt { path: path.to_owned() },
        Error::DatabaseMissing { .. } => Error::DatabaseMissing { path: path.to_owned() },
        Error::DatabaseForeign { reason, .. } => {
            Error::DatabaseForeign { path: path.to_owned(), reason }
        }
        other => other,
    }
}

/// Creates the home and an empty database that only their owner can read; SQLite gives its side
/// files the same permissions.
fn create_private(home: &Path, path: &Path) -> std::io::Result<()> {
    private_file::make_folder(home)?;
    private_file::make(path)
}

/// Creates an empty file that only its owner can read; one that exists is an error.
fn create_new_private(path: &Path) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new();
    file.create_new(true).write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        file.mode(0o600);
    }
    file.open(path).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_makes_no_database_where_one_was_deleted_meanwhile() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE_NAME);
        let opened = Store::open_for_reading(&path, Duration::ZERO);
        assert!(matches!(opened.err(), Some(Error::DatabaseMissing { .. })));
        assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0);
    }
}
