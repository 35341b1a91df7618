//! Notes that are handed over instead of written: writing into the database takes several times as
//! long as starting, and whoever writes there may hold its lock for a minute.
//!
//! Every command that reads takes them in first, so that a note is found at once. While another
//! process holds the lock, that is done without it, and the files stay: taking lines in again
//! changes nothing, and whoever holds the lock next deletes them. So a note is always in its file
//! or safely stored, or both.

use std::io::Result as IoResult;

use super::Memory;
use crate::error::{Error, Result};
use crate::home::lock::IngestLock;
use crate::home::set_aside;
use crate::home::waiting_notes::WaitingFile;
use crate::note_actions::remember::{NewNote, Remembered};
use crate::private_file;
use crate::side_files::log_of;

/// More waiting notes than this are taken in first: each later one reads them all.
const WAITING_MAX: usize = 16;

impl Memory {
    /// Takes in the notes that wait, and deletes their files. Requires the ingest lock.
    pub fn take_in_waiting_notes(&mut self) -> Result<()> {
        let files = self.waiting_files()?;
        if files.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> = files.iter().flat_map(|file| file.lines.clone()).collect();
        let taken = self.take_in(&lines)?;
        let is_well = taken.unreadable == 0 && taken.damaged == 0;
        // SQLite commits without waiting for the disk; the files may only go when it has the notes.
        self.sync_database().map_err(|source| self.unwritable(source))?;
        for file in files {
            let settled =
                if is_well { private_file::remove(&file.path) } else { self.settle_file(file)? };
            settled.map_err(|source| self.unwritable(source))?;
        }
        Ok(())
    }

    /// Takes in the notes that wait, for who may not have the ingest lock: their files stay.
    pub fn take_in_waiting_notes_unlocked(&mut self) -> Result<()> {
        let lines: Vec<String> =
            self.waiting_files()?.into_iter().flat_map(|file| file.lines).collect();
        if !lines.is_empty() {
            self.take_in(&lines)?;
        }
        Ok(())
    }

    /// Decides on a note by reading alone, and hands it over. Returns `None` if the database must
    /// be written to decide. `lock` is asked for where many notes wait.
    pub fn hand_over(
        &mut self,
        new: &NewNote,
        now_ms: i64,
        lock: impl FnOnce() -> Result<Option<IngestLock>>,
    ) -> Result<Option<Remembered>> {
        if self.waiting_files()?.len() > WAITING_MAX {
            match lock()? {
                Some(_held) => self.take_in_waiting_notes()?,
                None => self.take_in_waiting_notes_unlocked()?,
            }
        }
        let waiting: Vec<String> =
            self.waiting_files()?.into_iter().flat_map(|file| file.lines).collect();
        let Some(planned) = self.plan_note(new, &waiting, now_ms)? else { return Ok(None) };
        let put = self.home.put_waiting_notes(&planned.lines, now_ms);
        put.map_err(|source| self.unwritable(source))?;
        Ok(Some(planned.remembered))
    }

    fn waiting_files(&self) -> Result<Vec<WaitingFile>> {
        let path = self.home.waiting_notes();
        self.home.waiting_note_files().map_err(|source| Error::FileUnreadable { path, source })
    }

    fn unwritable(&self, source: std::io::Error) -> Error {
        Error::HomeUnwritable { path: self.home.waiting_notes(), source }
    }

    /// Deletes a file that is stored, sets one aside that is unreadable, keeps one that must wait.
    fn settle_file(&mut self, WaitingFile { path, lines }: WaitingFile) -> Result<IoResult<()>> {
        let taken = self.take_in(&lines)?;
        Ok(if taken.unreadable > 0 {
            set_aside(&path)
        } else if taken.damaged == 0 {
            private_file::remove(&path)
        } else {
            Ok(())
        })
    }

    fn sync_database(&self) -> IoResult<()> {
        let database = self.home.database();
        private_file::sync(&log_of(&database))?;
        private_file::sync(&database)
    }
}
