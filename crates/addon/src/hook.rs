//! Hooks: one call each. The core decides; here are the streams, the deadlines and the worker.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Result as IoResult, Write as _};
use std::time::{Duration, Instant};

use mementor_core::api::{
    self, Engines, Home, HookHost, HookLimits, HookOptions, KeptMemory, WarmClient,
};
use napi::bindgen_prelude::Function;
use napi_derive::napi;

use crate::engines;
use crate::guard::{Failure, guarded};
use crate::row::Given;
use crate::watchdog::{self, LastWords};
use crate::worker::{Process, now_ms};

/// Runs a hook, named by its word: reads standard input, leaves what the worker needs, starts it,
/// and writes what the agent is told. `offsetAt` returns how far local time is ahead of UTC at a
/// time, in minutes. What goes wrong is in the log.
#[napi]
pub fn hook(
    word: String,
    options: Given<HookOptions>,
    process: Process,
    offset_at: Function<f64, i32>,
) {
    let Given(options) = options;
    let home = Home::at(&options.home);
    let around = process.surroundings();
    let mut host = Host::of(&process, &home, &offset_at, None);
    let mut memory = KeptMemory::brief(opened_late());
    let ran = guarded(|| {
        api::run_hook(&word, &options, &around, &mut memory, &mut host);
        Ok(())
    });
    if let Err(failure) = ran {
        home.note(now_ms(), &format!("hook {word}: {}", failure.reason));
    }
    // The process ends now, and with it everything that is open.
    std::mem::forget(memory);
}

/// Answers the prompts of one client in place of its hooks, with a memory that stays open.
#[napi]
pub struct PromptServer {
    home: Home,
    memory: KeptMemory,
    client: WarmClient,
    is_marked: bool,
}

#[napi]
impl PromptServer {
    /// Makes room for the client's mark. `client` and `server` are ids of processes.
    #[napi(constructor)]
    pub fn new(options: Given<HookOptions>, client: u32, server: u32) -> Result<Self, Failure> {
        guarded(|| {
            let Given(options) = options;
            let home = Home::at(&options.home);
            let path = home.warm();
            home.prepare_warm().map_err(|source| api::Error::HomeUnwritable { path, source })?;
            let memory = KeptMemory::lasting(opened_late());
            Ok(Self { home, memory, client: WarmClient { client, server }, is_marked: false })
        })
    }

    /// Opens the memory, if there is one: the first prompt need not wait for it.
    #[napi]
    pub fn prepare(&mut self, options: Given<HookOptions>) -> Result<(), Failure> {
        guarded(|| {
            self.memory.prepare(&options.0, now_ms());
            Ok(())
        })
    }

    /// Returns what the hook would print for a prompt; an empty text for most.
    #[napi]
    pub fn answer(
        &mut self,
        event: String,
        options: Given<HookOptions>,
        process: Process,
        offset_at: Function<f64, i32>,
    ) -> Result<String, Failure> {
        let around = process.surroundings();
        let mut said = String::new();
        let Self { home, memory, client, is_marked } = self;
        let home: &Home = home;
        let mut host = Host::of(&process, home, &offset_at, Some(&mut said));
        let mut mark = || {
            // The client calls this server: from now on its hooks need not start a process.
            if std::mem::replace(is_marked, true) { Ok(()) } else { home.mark_warm(*client) }
        };
        guarded(|| {
            api::answer_prompt(&event, &options.0, &around, memory, &mut host, &mut mark);
            Ok(())
        })?;
        Ok(said)
    }

    /// Lets the hooks answer again.
    #[napi]
    pub fn close(&mut self) -> Result<(), Failure> {
        let path = self.home.warm();
        let unmarked = self.home.unmark_warm(self.client.client);
        guarded(|| unmarked.map_err(|source| api::Error::HomeUnwritable { path, source }))
    }
}

/// Returns engines whose library is opened when a model needs it.
pub fn opened_late() -> Engines {
    Engines { open: Some(engines::open), ..Engines::default() }
}

/// The process of a hook; with a text to write to, the one of a server.
struct Host<'h> {
    process: &'h Process,
    home: &'h Home,
    offset_at: &'h Function<'h, f64, i32>,
    began: Instant,
    /// How long the process had run then, in milliseconds.
    age_ms: f64,
    said: Option<&'h mut String>,
}

impl<'h> Host<'h> {
    fn of(
        process: &'h Process,
        home: &'h Home,
        offset_at: &'h Function<'h, f64, i32>,
        said: Option<&'h mut String>,
    ) -> Self {
        // A server has worked on a prompt only since it came.
        let age_ms = if said.is_some() { 0.0 } else { process.uptime_ms };
        Self { process, home, offset_at, began: Instant::now(), age_ms, said }
    }
}

impl HookHost for Host<'_> {
    fn now_ms(&self) -> i64 {
        now_ms()
    }

    fn utc_offset_min(&self, at_ms: i64) -> i32 {
        self.offset_at.call(at_ms as f64).unwrap_or_default()
    }

    fn age_ms(&self) -> f64 {
        self.age_ms + self.began.elapsed().as_secs_f64() * 1_000.0
    }

    fn input(&mut self) -> IoResult<String> {
        let mut bytes = Vec::new();
        patiently(|| std::io::stdin().lock().read_to_end(&mut bytes))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn say(&mut self, text: &str) -> IoResult<()> {
        if let Some(said) = &mut self.said {
            said.push_str(text);
            return Ok(());
        }
        let mut output = standard_output()?;
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let written = patiently(|| output.write(rest))?;
            rest = &rest[written..];
        }
        Ok(())
    }

    fn limit(&mut self, limits: HookLimits, last_words: Option<String>) {
        if self.said.is_some() || self.process.is_counted == Some(true) {
            return;
        }
        let path = self.home.log().to_string_lossy().into_owned();
        let last_words = last_words.map(|line| LastWords { path, line });
        watchdog::start(limits, last_words);
    }

    fn start_worker(&mut self, environment: BTreeMap<String, String>) {
        self.process.start_worker(self.home.folder(), environment);
    }
}

/// The first and the longest wait for a pipe that does not block; each is twice the one before.
const RETRY: Duration = Duration::from_millis(1);
const RETRY_MAX: Duration = Duration::from_millis(16);

/// Repeats a call while the other side of a pipe is not ready.
fn patiently<T>(mut call: impl FnMut() -> IoResult<T>) -> IoResult<T> {
    let mut wait = RETRY;
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                std::thread::sleep(wait);
                wait = RETRY_MAX.min(2 * wait);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(done) => return Ok(done),
            Err(error) => return Err(error),
        }
    }
}

/// Returns standard output without the buffer of the standard library, which loses what a pipe does
/// not take at once.
fn standard_output() -> Result<File, Error> {
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&std::io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let own = std::os::windows::io::AsHandle::as_handle(&std::io::stdout()).try_clone_to_owned();
    own.map(File::from)
}
