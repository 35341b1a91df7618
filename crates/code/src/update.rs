//! Bringing an index up to date: what changed on the disk since, in bounded steps.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use mementor_core::api::{Analyzer, Masker};
use serde::Serialize;

use crate::error::Result;
use crate::postings::Postings;
use crate::read::{ContentHash, FileRead, read};
use crate::store::{CodeStore, Counts, StoredFile};
use crate::walk::{FoundFile, LeftOut, Reason, file, walk};

/// What is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Everything below the root.
    Whole,
    /// What is below a folder of it.
    Under(PathBuf),
    /// These files and no others, from the root.
    Paths(Vec<String>),
}

impl Scope {
    /// Returns what of an index was looked at before: everything below the root, or the stored files
    /// where that never was.
    ///
    /// # Errors
    /// [`crate::Error::NotIndexed`] when there is no index.
    pub fn of_index(home: &Path, root: &Path) -> Result<Self> {
        let store = CodeStore::open(home, root)?;
        let paths = || Ok(Self::Paths(store.files()?.into_keys().collect()));
        if store.is_whole()? { Ok(Self::Whole) } else { paths() }
    }
}

/// How an index is brought up to date.
#[derive(Debug, Clone)]
pub struct UpdateOptions {
    /// What is looked at.
    pub scope: Scope,
    /// How many files are read at once.
    pub threads: usize,
    /// What is masked.
    pub masker: Masker,
}

/// How far an update is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Files that are done.
    pub done: usize,
    /// Files to read.
    pub all: usize,
}

/// What an update did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Files that are new.
    pub added: u32,
    /// Files with other content.
    pub changed: u32,
    /// Files that have another name now.
    pub renamed: u32,
    /// Files that are gone.
    pub removed: u32,
    /// Files that are as they were.
    pub unchanged: u32,
    /// Files that were parsed in part, and the first of them.
    pub broken: u32,
    /// Where the first of them could not be parsed.
    pub broken_at: Vec<String>,
    /// Symbols beyond those that one file may have.
    pub symbols_left_out: u32,
    /// What was left out, by reason.
    pub left_out: Vec<LeftOutRow>,
    /// What is indexed now.
    pub stored: Counts,
    /// Size of the index in bytes.
    pub index_bytes: u64,
}

/// What was left out for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LeftOutRow {
    /// The reason.
    pub reason: Reason,
    /// How many.
    pub count: u32,
    /// Some of them.
    pub examples: Vec<String>,
}

/// Bytes of sources that one step reads.
const STEP_BYTES: u64 = 8 << 20;
/// Files that one step reads.
const STEP_FILES: usize = 512;
/// Postings that are kept in memory before they are written.
const POSTINGS_BYTES_MAX: usize = 32 << 20;
/// Broken files that a report names.
const BROKEN_MAX: usize = 5;

/// An update in progress. What is not committed is lost with it.
pub struct Update {
    store: CodeStore,
    options: UpdateOptions,
    todo: Vec<(FoundFile, Option<StoredFile>)>,
    at: usize,
    /// Stored files that are no longer there, by what was in them.
    gone: HashMap<ContentHash, Vec<(String, i64)>>,
    postings: Postings,
    next_chunk: u64,
    left_out: LeftOut,
    report: Report,
}

impl Update {
    /// Looks what changed.
    ///
    /// # Errors
    /// [`crate::Error::Busy`] while another process writes, or when the root cannot be read.
    pub fn begin(home: &Path, root: &Path, options: UpdateOptions) -> Result<Self> {
        let store = CodeStore::open_to_write(home, root)?;
        let next_chunk = store.next_chunk()?;
        let mut update = Self {
            store,
            todo: Vec::new(),
            at: 0,
            gone: HashMap::new(),
            postings: Postings::default(),
            next_chunk,
            left_out: LeftOut::default(),
            report: Report::default(),
            options,
        };
        update.compare()?;
        Ok(update)
    }

    /// Sorts what is on the disk and what is stored into what is to do.
    fn compare(&mut self) -> Result<()> {
        let root = self.store.root().to_owned();
        let (found, mut known) = (self.found(&root)?, self.store.files()?);
        let mut unread = self.store.unread()?;
        for file in found {
            let stored = known.remove(&file.path);
            let is_same = |size, changed_ns| (file.size, file.changed_ns) == (size, changed_ns);
            if stored.as_ref().is_some_and(|it| is_same(it.size, it.changed_ns)) {
                self.report.unchanged += 1;
                continue;
            }
            let left_out = unread.remove(&file.path);
            match left_out.filter(|it| is_same(it.size, it.changed_ns)) {
                Some(it) if stored.is_none() => self.left_out.add(it.reason, &file.path),
                _ => self.todo.push((file, stored)),
            }
        }
        let is_looked_at = |path: &str| match &self.options.scope {
            Scope::Whole => true,
            Scope::Under(folder) => root.join(path).starts_with(folder),
            Scope::Paths(paths) => paths.iter().any(|it| it == path),
        };
        for path in unread.keys().filter(|path| is_looked_at(path)) {
            self.store.remove_unread(path)?;
        }
        for (path, stored) in known.into_iter().filter(|(path, _)| is_looked_at(path)) {
            self.gone.entry(stored.hash).or_default().push((path, stored.id));
        }
        Ok(())
    }

    fn found(&mut self, root: &Path) -> Result<Vec<FoundFile>> {
        let under = match &self.options.scope {
            Scope::Whole => root.to_owned(),
            Scope::Under(folder) => folder.clone(),
            Scope::Paths(paths) => {
                let mut found = Vec::new();
                for path in paths {
                    let whole = root.join(path);
                    let Ok(data) = whole.symlink_metadata() else { continue };
                    match file(root, &whole, &data) {
                        Ok(file) if data.is_file() => found.push(file),
                        Ok(_) => {}
                        Err(reason) => self.left_out.add(reason, path),
                    }
                }
                return Ok(found);
            }
        };
        let walked = walk(root, &under)?;
        self.left_out = walked.left_out;
        Ok(walked.files)
    }

    /// Returns how far it is.
    pub const fn progress(&self) -> Progress {
        Progress { done: self.at, all: self.todo.len() }
    }

    /// Reads the next files. Returns whether there are more.
    ///
    /// # Errors
    /// Those of the database.
    pub fn step(&mut self) -> Result<bool> {
        let mut bytes = 0;
        let batch = self.todo[self.at..].iter().take(STEP_FILES).take_while(|(file, _)| {
            let room = bytes < STEP_BYTES;
            bytes += file.size;
            room
        });
        let end = self.at + batch.count();
        let batch: Vec<_> = self.todo[self.at..end].to_vec();
        let (root, masker) = (self.store.root().to_owned(), self.options.masker.clone());
        let threads = self.options.threads.clamp(1, batch.len().max(1));
        let mut failed = Ok(());
        read_all(&root, &batch, &masker, threads, |at, read| {
            if failed.is_ok() {
                failed = self.take(&batch[at].0, batch[at].1.as_ref(), read);
            }
        });
        failed?;
        self.at = end;
        if self.postings.bytes() > POSTINGS_BYTES_MAX {
            self.store.put_segment(&mut self.postings, self.next_chunk)?;
            self.store.commit()?;
        }
        Ok(self.at < self.todo.len())
    }

    fn take(
        &mut self,
        found: &FoundFile,
        stored: Option<&StoredFile>,
        read: std::result::Result<FileRead, Reason>,
    ) -> Result<()> {
        let read = match read {
            Ok(read) => read,
            Err(reason) => {
                self.left_out.add(reason, &found.path);
                if let Some(stored) = stored {
                    self.store.remove(stored.id)?;
                    self.report.removed += 1;
                }
                return self.store.put_unread(found, reason);
            }
        };
        self.store.remove_unread(&found.path)?;
        if let Some(stored) = stored {
            if stored.hash == read.hash {
                self.report.unchanged += 1;
                return self.store.touch(stored.id, found);
            }
            self.store.remove(stored.id)?;
            self.report.changed += 1;
            return self.put(Some(stored.id), found, &read);
        }
        // A file that came with what another had that is gone is that file.
        let moved = self.gone.get_mut(&read.hash).and_then(Vec::pop);
        if let Some((_, id)) = moved {
            self.store.remove(id)?;
            self.report.renamed += 1;
            return self.put(Some(id), found, &read);
        }
        self.report.added += 1;
        self.put(None, found, &read)
    }

    fn put(&mut self, id: Option<i64>, found: &FoundFile, read: &FileRead) -> Result<()> {
        self.store.put(id, found, read, self.next_chunk)?;
        let parsed = &read.content.parsed;
        self.report.symbols_left_out += parsed.left_out;
        if let Some(line) = parsed.broken_at {
            self.report.broken += 1;
            if self.report.broken_at.len() < BROKEN_MAX {
                self.report.broken_at.push(format!("{}:{line}", found.path));
            }
        }
        for chunk in &read.content.chunks {
            for (term, frequency) in &chunk.frequencies {
                self.postings.add(term, self.next_chunk, *frequency);
            }
            self.next_chunk += 1;
        }
        Ok(())
    }

    /// Takes out what is gone, writes everything, and says what was done.
    ///
    /// # Errors
    /// Those of the database.
    pub fn finish(mut self) -> Result<Report> {
        for (_, id) in self.gone.values().flatten() {
            self.store.remove(*id)?;
            self.report.removed += 1;
        }
        if self.postings.bytes() > 0 {
            self.store.put_segment(&mut self.postings, self.next_chunk)?;
        }
        self.store.tidy()?;
        if self.options.scope == Scope::Whole {
            self.store.put_left_out(&self.left_out)?;
        }
        let rows = self.left_out.iter().map(|(reason, count, examples)| LeftOutRow {
            reason,
            count,
            examples: examples.to_vec(),
        });
        self.report.left_out = rows.collect();
        self.report.stored = self.store.counts()?;
        self.report.index_bytes = self.store.close()?;
        Ok(self.report)
    }
}

/// Reads a file. One that a parser fails on is left out: the others would wait for it for ever.
fn read_or_leave(
    root: &Path,
    path: &str,
    analyzer: &Analyzer,
    masker: &Masker,
) -> std::result::Result<FileRead, Reason> {
    let reading = AssertUnwindSafe(|| read(root, path, analyzer, masker));
    catch_unwind(reading).unwrap_or(Err(Reason::Unreadable))
}

/// Reads files in several threads, and gives them to `take` in their order.
fn read_all(
    root: &Path,
    files: &[(FoundFile, Option<StoredFile>)],
    masker: &Masker,
    threads: usize,
    mut take: impl FnMut(usize, std::result::Result<FileRead, Reason>),
) {
    const AHEAD: usize = 16;
    if threads < 2 {
        let analyzer = Analyzer::default();
        for (at, (file, _)) in files.iter().enumerate() {
            take(at, read_or_leave(root, &file.path, &analyzer, masker));
        }
        return;
    }
    let (next, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (sender, receiver) = sync_channel(AHEAD);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, taken) = (sender.clone(), &next, &taken);
            scope.spawn(move || {
                let analyzer = Analyzer::default();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((file, _)) = files.get(at) else { break };
                    // What waits for a slow file takes memory.
                    while at > taken.load(Ordering::Relaxed) + AHEAD {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    let read = read_or_leave(root, &file.path, &analyzer, masker);
                    if sender.send((at, read)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut expected) = (BTreeMap::new(), 0);
        for (at, read) in receiver {
            waiting.insert(at, read);
            while let Some(read) = waiting.remove(&expected) {
                take(expected, read);
                expected += 1;
                taken.store(expected, Ordering::Relaxed);
            }
        }
    });
}
