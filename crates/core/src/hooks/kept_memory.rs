//! The memory of a hook: it is opened when it is needed, and may stay open between prompts.

use std::fs::Metadata;
use std::path::PathBuf;
use std::time::Duration;

use super::{Failed, HookOptions, message};
use crate::embed::Engines;
use crate::error::Error;
use crate::home::Home;
use crate::memory::Memory;
use crate::store::Access;

/// Readers are never blocked for long; a hook would rather say nothing than be late.
const BUSY: Duration = Duration::from_millis(200);

/// SQLite writes its first page before the schema, in bytes.
const BLANK_BYTES_MAX: u64 = 4_096;

/// How many waiting notes a hook takes in, the oldest, because it must not be late.
const WAITING_NOTES_MAX: usize = 16;

/// A memory that is opened for reading when it is needed.
pub struct KeptMemory {
    /// How the library of other models' engines is opened.
    engines: Engines,
    access: Access,
    open: Option<(Mark, Memory)>,
}

/// What must be as it was: which file the database is, and what it was opened with.
#[derive(PartialEq)]
struct Mark {
    file: FileMark,
    paths: [PathBuf; 4],
    model: String,
    lists: [Vec<String>; 3],
}

#[derive(PartialEq)]
struct FileMark {
    #[cfg(unix)]
    id: (u64, u64),
    created: Option<std::time::SystemTime>,
}

impl KeptMemory {
    /// For one call. `engines` says how the library of other models is opened.
    pub fn brief(engines: Engines) -> Self {
        Self { engines, access: Access::ReadBriefly, open: None }
    }

    /// For a process that answers for long: on a full disk it must not keep others waiting.
    pub fn lasting(engines: Engines) -> Self {
        Self { access: Access::Read, ..Self::brief(engines) }
    }

    /// Opens the memory, unless it is open already: the first prompt need not wait for it. Notes in
    /// the log why it cannot be opened.
    pub fn prepare(&mut self, options: &HookOptions, now_ms: i64) {
        if let Err(why) = self.opened(options, now_ms) {
            Home::at(&options.home).note(now_ms, &format!("warm: {why}"));
        }
    }

    /// Forgets the open memory.
    pub(super) fn drop_open(&mut self) {
        self.open = None;
    }

    /// Returns the memory with the notes that waited, opened if need be; `None` if there is none
    /// yet.
    pub(super) fn with_notes(
        &mut self,
        options: &HookOptions,
        now_ms: i64,
    ) -> Failed<Option<&mut Memory>> {
        let lines = Home::at(&options.home).waiting_note_lines(WAITING_NOTES_MAX);
        let memory = self.opened(options, now_ms)?;
        let Some(memory) = memory else { return Ok(None) };
        if !lines.is_empty() {
            // Those that cannot be stored now stay: the next command takes them in.
            let _ = memory.take_in(&lines);
        }
        Ok(Some(memory))
    }

    /// Returns the memory, opened if need be; `None` if there is none yet.
    pub(super) fn opened(
        &mut self,
        options: &HookOptions,
        now_ms: i64,
    ) -> Failed<Option<&mut Memory>> {
        let home = Home::at(&options.home);
        let Ok(file) = std::fs::metadata(home.database()) else {
            self.open = None;
            return self.open_anew(options, None, now_ms);
        };
        let mark = mark_of(options, &file);
        if self.open.as_ref().is_none_or(|(known, _)| *known != mark) {
            return self.open_anew(options, Some(mark), now_ms);
        }
        Ok(self.open.as_mut().map(|(_, memory)| memory))
    }

    fn open_anew(
        &mut self,
        options: &HookOptions,
        mark: Option<Mark>,
        now_ms: i64,
    ) -> Failed<Option<&mut Memory>> {
        self.open = None;
        let opening = options.opening(&self.engines, self.access, BUSY);
        let opening = opening.map_err(|error| message(&error))?;
        let mut memory = match Memory::open(opening, now_ms) {
            Ok((memory, _)) => memory,
            Err(Error::DatabaseMissing { .. }) => return Ok(None),
            // Another process is just creating it: there is nothing in it yet.
            Err(Error::DatabaseOlder { .. }) if is_blank(&Home::at(&options.home)) => {
                return Ok(None);
            }
            Err(error) => return Err(message(&error)),
        };
        memory.suspect(&options.settings.suspect);
        let file = || std::fs::metadata(Home::at(&options.home).database());
        let mark = mark.or_else(|| Some(mark_of(options, &file().ok()?)));
        let Some(mark) = mark else { return Ok(None) };
        Ok(Some(&mut self.open.insert((mark, memory)).1))
    }
}

fn is_blank(home: &Home) -> bool {
    std::fs::metadata(home.database()).is_ok_and(|file| file.len() <= BLANK_BYTES_MAX)
}

fn mark_of(options: &HookOptions, file: &Metadata) -> Mark {
    let HookOptions { home, models, engines, onnxruntime, settings, .. } = options;
    let file = FileMark {
        #[cfg(unix)]
        id: {
            use std::os::unix::fs::MetadataExt as _;
            (file.dev(), file.ino())
        },
        created: file.created().ok(),
    };
    let paths = [home.clone(), models.clone(), engines.clone(), onnxruntime.clone()];
    let lists =
        [&settings.keeping_out.mask.items, &settings.keeping_out.exclude.items, &settings.suspect]
            .map(Vec::clone);
    Mark { file, paths, model: settings.model.clone(), lists }
}
