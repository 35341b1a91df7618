//! The file of an index: one for each root, beside the memory. It can be deleted and made again.
//!
//! Of a file the row has what is searched for by its number; symbols, calls and imports are one
//! compressed text in it. No text of the sources is stored.

mod blocks;
mod packed;
mod segments;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

use mementor_core::api::{SIDES, make_private_file, make_private_folder, remove_file, with_ending};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

pub use packed::Piece;

use crate::error::{Error, Result};
use crate::language::{Language, language_named};
use crate::read::{ContentHash, FileRead};
use crate::symbol::Parsed;
use crate::walk::{FoundFile, LeftOut, Reason};

/// Version of the schema and of everything that is derived: another one is made anew.
pub const VERSION: i64 = 1;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS file (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        language TEXT NOT NULL,
        size INTEGER NOT NULL,
        changed_ns INTEGER NOT NULL,
        hash BLOB NOT NULL,
        lines INTEGER NOT NULL,
        symbols INTEGER NOT NULL,
        first_chunk INTEGER NOT NULL,
        pieces BLOB NOT NULL,
        said BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS unread (
        path TEXT PRIMARY KEY,
        size INTEGER NOT NULL,
        changed_ns INTEGER NOT NULL,
        reason TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS posting (
        segment INTEGER NOT NULL,
        first_term TEXT NOT NULL,
        lists BLOB NOT NULL,
        PRIMARY KEY (segment, first_term)
    );
";

/// The entry of what was left out when everything was looked at.
const LEFT_OUT: &str = "left_out";

const BUSY: Duration = Duration::from_secs(2);

/// The index of a root.
pub struct CodeStore {
    connection: Connection,
    path: PathBuf,
    root: PathBuf,
}

/// A file as it is stored.
#[derive(Debug, Clone)]
pub struct StoredFile {
    /// Its number.
    pub id: i64,
    /// Size in bytes.
    pub size: u64,
    /// When it was changed.
    pub changed_ns: i64,
    /// Hash of its bytes.
    pub hash: ContentHash,
}

/// A file that was looked into and left out.
#[derive(Debug, Clone)]
pub struct Unread {
    /// Size in bytes.
    pub size: u64,
    /// When it was changed.
    pub changed_ns: i64,
    /// Why it was left out.
    pub reason: Reason,
}

/// A file as a search sees it.
#[derive(Debug, Clone)]
pub struct Searchable {
    /// Its number.
    pub id: i64,
    /// From the root, with `/`.
    pub path: String,
    /// Its language; `None` if this build does not know it.
    pub language: Option<&'static Language>,
    /// When it was changed, in nanoseconds since 1970.
    pub changed_ns: i64,
    /// Number of its first piece.
    pub first_chunk: u64,
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
}

/// How much is indexed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Counts {
    /// Files.
    pub files: u32,
    /// Lines in them.
    pub lines: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Symbols.
    pub symbols: u64,
    /// Files of each language.
    pub languages: BTreeMap<String, u32>,
}

/// Returns the file of a root's index in a home.
pub fn place(home: &Path, root: &Path) -> PathBuf {
    let digest = Sha256::digest(root.to_string_lossy().as_bytes());
    let name = digest[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    home.join("code").join(format!("{name:016x}.db"))
}

impl CodeStore {
    /// Opens an index for reading.
    ///
    /// # Errors
    /// [`Error::NotIndexed`] when there is none that this build reads.
    pub fn open(home: &Path, root: &Path) -> Result<Self> {
        let path = place(home, root);
        let missing = || Error::NotIndexed { path: root.to_owned() };
        if !path.is_file() {
            return Err(missing());
        }
        let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(BUSY)?;
        let store = Self { connection, path, root: root.to_owned() };
        if store.is_current() { Ok(store) } else { Err(missing()) }
    }

    /// Opens an index for writing; makes one, and makes one anew that is of another version or
    /// damaged. What is written counts once it is committed.
    ///
    /// # Errors
    /// [`Error::Busy`] while another process writes.
    pub fn open_to_write(home: &Path, root: &Path) -> Result<Self> {
        let path = place(home, root);
        let folder = path.parent().unwrap_or(home);
        make_private_folder(folder)
            .map_err(|source| Error::HomeUnwritable { path: folder.to_owned(), source })?;
        if path.is_file() {
            match Self::opened(&path, root) {
                Ok(store) if store.is_current() => return Ok(store),
                Err(Error::Busy) => return Err(Error::Busy),
                _ => remove(&path)?,
            }
        }
        let store = Self::opened(&path, root)?;
        store.put_meta("version", &VERSION.to_string())?;
        store.put_meta("root", &root.to_string_lossy())?;
        Ok(store)
    }

    fn opened(path: &Path, root: &Path) -> Result<Self> {
        // SQLite gives the files beside it the same rights.
        make_private_file(path)
            .map_err(|source| Error::HomeUnwritable { path: path.to_owned(), source })?;
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY)?;
        connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;")?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        connection.execute_batch(SCHEMA)?;
        Ok(Self { connection, path: path.to_owned(), root: root.to_owned() })
    }

    /// Returns the root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn is_current(&self) -> bool {
        let text = |key| self.meta(key).ok().flatten();
        text("version") == Some(VERSION.to_string())
            && text("root").is_some_and(|root| root == self.root.to_string_lossy())
    }

    fn meta(&self, key: &str) -> Result<Option<String>> {
        let mut select = self.connection.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
        Ok(select.query_row([key], |row| row.get(0)).optional()?)
    }

    fn put_meta(&self, key: &str, value: &str) -> Result<()> {
        let mut put =
            self.connection.prepare_cached("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")?;
        put.execute([key, value])?;
        Ok(())
    }

    /// Whether everything below the root was looked at.
    pub fn is_whole(&self) -> Result<bool> {
        Ok(self.meta(LEFT_OUT)?.is_some())
    }

    /// Ends what is being written, and begins anew.
    pub fn commit(&self) -> Result<()> {
        self.connection.execute_batch("COMMIT; BEGIN IMMEDIATE")?;
        Ok(())
    }

    /// Ends what is being written for good. Returns the size of the index in bytes.
    pub fn close(self) -> Result<u64> {
        // A reader may hold the log: then it stays until the next time.
        self.connection.execute_batch("COMMIT")?;
        let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
        Ok(self.path.metadata().map_or(0, |data| data.len()))
    }

    /// Returns the stored files by their paths.
    pub fn files(&self) -> Result<HashMap<String, StoredFile>> {
        let sql = "SELECT path, id, size, changed_ns, hash FROM file";
        let mut select = self.connection.prepare(sql)?;
        let rows = select.query_map([], |row| {
            let size: i64 = row.get(2)?;
            let file = StoredFile {
                id: row.get(1)?,
                size: size as u64,
                changed_ns: row.get(3)?,
                hash: row.get(4)?,
            };
            Ok((row.get(0)?, file))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the files that were looked into and left out, by their paths.
    pub fn unread(&self) -> Result<HashMap<String, Unread>> {
        let sql = "SELECT path, size, changed_ns, reason FROM unread";
        let mut select = self.connection.prepare(sql)?;
        let rows = select.query_map([], |row| {
            let (size, reason): (i64, String) = (row.get(1)?, row.get(3)?);
            let reason = serde_json::from_str(&reason).unwrap_or(Reason::Unreadable);
            Ok((row.get(0)?, Unread { size: size as u64, changed_ns: row.get(2)?, reason }))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Notes that a file was looked into and left out.
    pub fn put_unread(&self, found: &FoundFile, reason: Reason) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO unread VALUES (?1, ?2, ?3, ?4)";
        let reason = serde_json::to_string(&reason).unwrap_or_default();
        let mut insert = self.connection.prepare_cached(sql)?;
        insert.execute(params![found.path, found.size as i64, found.changed_ns, reason])?;
        Ok(())
    }

    /// Forgets that a file was left out.
    pub fn remove_unread(&self, path: &str) -> Result<()> {
        self.connection.prepare_cached("DELETE FROM unread WHERE path = ?1")?.execute([path])?;
        Ok(())
    }

    /// Notes that a file has another time and the same content.
    pub fn touch(&self, id: i64, found: &FoundFile) -> Result<()> {
        let sql = "UPDATE file SET changed_ns = ?2, size = ?3 WHERE id = ?1";
        let mut update = self.connection.prepare_cached(sql)?;
        update.execute(params![id, found.changed_ns, found.size as i64])?;
        Ok(())
    }

    /// Takes a file out. Its pieces stay in the lists until these are joined.
    pub fn remove(&self, id: i64) -> Result<()> {
        self.connection.prepare_cached("DELETE FROM file WHERE id = ?1")?.execute([id])?;
        Ok(())
    }

    /// Puts a file; `first_chunk` is the number of its first piece.
    pub fn put(
        &self,
        id: Option<i64>,
        found: &FoundFile,
        read: &FileRead,
        first_chunk: u64,
    ) -> Result<()> {
        let parsed = &read.content.parsed;
        let sql = "INSERT INTO file
             (id, path, language, size, changed_ns, hash, lines, symbols, first_chunk, pieces, said)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
        let mut insert = self.connection.prepare_cached(sql)?;
        insert.execute(params![
            id,
            found.path,
            read.language.name,
            found.size as i64,
            found.changed_ns,
            read.hash,
            read.lines,
            parsed.symbols.len() as i64,
            first_chunk as i64,
            packed::pieces(&read.content.chunks),
            packed::said(parsed),
        ])?;
        Ok(())
    }

    /// Returns every file with its pieces, in the order of these.
    pub fn searchable(&self) -> Result<Vec<Searchable>> {
        let sql = "SELECT id, path, language, first_chunk, pieces, changed_ns FROM file
                   ORDER BY first_chunk";
        let mut select = self.connection.prepare_cached(sql)?;
        let rows = select.query_map([], |row| {
            let (language, first_chunk): (String, i64) = (row.get(2)?, row.get(3)?);
            Ok(Searchable {
                id: row.get(0)?,
                path: row.get(1)?,
                language: language_named(&language),
                changed_ns: row.get(5)?,
                first_chunk: first_chunk as u64,
                pieces: packed::read_pieces(row.get_ref(4)?.as_blob().unwrap_or_default()),
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the symbols, calls and imports of a file; nothing of one that is gone.
    pub fn said_of(&self, id: i64) -> Result<Parsed> {
        let mut select = self.connection.prepare_cached("SELECT said FROM file WHERE id = ?1")?;
        let said = select.query_row([id], |row| row.get::<_, Vec<u8>>(0)).optional()?;
        Ok(said.map(|said| packed::read_said(&said)).unwrap_or_default())
    }

    /// Notes what the last walk of the whole left out.
    pub fn put_left_out(&self, left_out: &LeftOut) -> Result<()> {
        self.put_meta(LEFT_OUT, &serde_json::to_string(left_out).unwrap_or_default())
    }

    /// Returns what the last walk of the whole left out.
    pub fn left_out(&self) -> Result<LeftOut> {
        let text = self.meta(LEFT_OUT)?.unwrap_or_default();
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Counts what is indexed.
    pub fn counts(&self) -> Result<Counts> {
        let sql = "SELECT language, count(*), sum(lines), sum(size), sum(symbols) FROM file
                   GROUP BY language";
        let mut select = self.connection.prepare_cached(sql)?;
        let mut rows = select.query([])?;
        let mut counts = Counts::default();
        while let Some(row) = rows.next()? {
            let number = |at| row.get::<_, i64>(at).map(|number| number as u64);
            let files = number(1)? as u32;
            counts.languages.insert(row.get(0)?, files);
            counts.files += files;
            counts.lines += number(2)?;
            counts.bytes += number(3)?;
            counts.symbols += number(4)?;
        }
        Ok(counts)
    }
}

/// Deletes an index with the files beside it.
fn remove(path: &Path) -> Result<()> {
    let beside = SIDES.iter().map(|ending| with_ending(path, ending));
    for path in beside.chain([path.to_owned()]) {
        remove_file(&path).map_err(|source| Error::HomeUnwritable { path, source })?;
    }
    Ok(())
}
