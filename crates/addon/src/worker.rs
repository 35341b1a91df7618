//! The worker: started as a process of its own, and its one call.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use mementor_core::api::{
    self, Home, IngestLock, Surroundings, WaitingInbox, WorkerHost, WorkerOptions,
};
use napi_derive::napi;

use crate::detached::{self, Detached};
use crate::guard::{Failure, guarded};
use crate::hook::opened_late;
use crate::lock::acquired;
use crate::row::{Given, Row, row};

/// The process that asks, and how it starts another one.
#[napi(object)]
pub struct Process {
    /// Its working directory.
    pub cwd: String,
    /// The home directory of the person.
    pub homedir: String,
    /// For how long it has run, in milliseconds.
    pub uptime_ms: f64,
    /// Absolute path of the Node binary.
    pub node: String,
    /// Absolute path of the script that the worker runs.
    pub script: String,
    /// Whether it neither ends when it is late nor starts the worker: to count what a hook costs.
    pub is_counted: Option<bool>,
}

impl Process {
    /// Returns what it is told of its machine.
    pub fn surroundings(&self) -> Surroundings {
        let texts = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        let (cwd, homedir) = (PathBuf::from(&self.cwd), PathBuf::from(&self.homedir));
        Surroundings { env: texts.collect(), cwd, homedir }
    }

    /// Starts the worker with this environment and no other, in a process that outlives this one.
    pub fn start_worker(&self, home: &Path, environment: BTreeMap<String, String>) {
        if self.is_counted == Some(true) {
            return;
        }
        // If it cannot be started now, the next hook starts it: the payload is in the inbox.
        detached::start(Detached {
            program: self.node.clone(),
            arguments: vec![self.script.clone(), "drain".to_owned()],
            // Our own folder: the session's may be deleted while the worker runs.
            directory: home.to_string_lossy().into_owned(),
            environment: environment.into_iter().collect(),
        });
    }
}

/// Starts the worker if something waits in the inbox.
pub fn start_worker(home: &Home, process: &Process) -> api::Result<()> {
    let is_empty = home.is_inbox_empty();
    let path = home.inbox();
    if !is_empty.map_err(|source| api::Error::FileUnreadable { path, source })? {
        let environment = api::worker_environment(&process.surroundings(), home.folder());
        process.start_worker(home.folder(), environment);
    }
    Ok(())
}

/// Does what the worker does, until the inbox is empty or its time is up. What goes wrong is in the
/// log.
#[napi]
pub fn work(options: Given<WorkerOptions>, on: Given<Surroundings>) -> Result<(), Failure> {
    guarded(|| {
        api::work(&options.0, &on.0, &opened_late(), &mut Host(Instant::now()));
        Ok(())
    })
}

/// Returns what is in the inbox, as the worker would see it. Changes nothing.
#[napi]
pub fn inbox(
    options: Given<WorkerOptions>,
    on: Given<Surroundings>,
) -> Result<Row<WaitingInbox>, Failure> {
    row(|| {
        let home = Home::at(&options.0.options.home);
        api::waiting_in(&home, &options.0, &on.0)
    })
}

/// The process of a worker, with when it began.
struct Host(Instant);

impl WorkerHost for Host {
    fn now_ms(&self) -> i64 {
        now_ms()
    }

    fn uptime_ms(&self) -> i64 {
        self.0.elapsed().as_millis() as i64
    }

    fn sleep(&mut self, ms: i64) {
        std::thread::sleep(Duration::from_millis(ms.max(0).unsigned_abs()));
    }

    fn lock(&mut self, home: &Home) -> api::Result<Option<IngestLock>> {
        acquired(home, "drain".to_owned(), now_ms())
    }
}

/// Returns the time, in milliseconds since the epoch.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
