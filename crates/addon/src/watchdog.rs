//! A hook's deadline, kept even while the main thread is busy in a call or waits for a disk.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use napi_derive::napi;

use crate::guard::{Failure, guarded};

/// Numbers the deadlines; only the last one counts.
static LAST: AtomicU32 = AtomicU32::new(0);

/// How often the limits are looked at.
const LOOK: Duration = Duration::from_millis(20);

/// A process that used less of the processor than this share while it was watched has stalled. Among fifty others on two
/// cores it would still get twice as much.
const STALLED_SHARE_MAX: f64 = 0.01;

/// When a process ends, all in milliseconds. On a busy machine the wall's clock runs on while this process waits for its
/// turn, so a limit of one's own work is set in time of the processor.
#[napi(object)]
pub struct Limits {
    /// After so long, whatever it does.
    pub wall_ms: u32,
    /// After so much work. Where the system does not tell (Windows), the wall's clock counts.
    pub processor_ms: Option<u32>,
    /// After so long without work: it waits for a disk, a lock or an input. Where the system does not tell, never.
    pub stalled_ms: Option<u32>,
}

/// A line for a file, written when a process ends by its deadline.
#[napi(object)]
pub struct LastWords {
    /// The file; its folder is not created.
    pub path: String,
    /// The line.
    pub line: String,
}

/// Ends the process with status 0 when it passes one of the limits: a hook that is late says nothing.
/// Another call replaces the limits.
#[napi]
pub fn exit_after(limits: Limits, last_words: Option<LastWords>) -> Result<(), Failure> {
    guarded(|| {
        start(limits, last_words);
        Ok(())
    })
}

fn start(limits: Limits, last_words: Option<LastWords>) {
    let number = LAST.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
    let watch = move || {
        if is_passed(&limits, || LAST.load(Ordering::Relaxed) == number) {
            if let Some(last) = last_words {
                append(&last);
            }
            exit_now();
        }
    };
    // Without a thread there is no deadline; the host has its own.
    let _ = std::thread::Builder::new().name("watchdog".into()).spawn(watch);
}

/// Waits until a limit is passed, or until the limits do not count any more; returns whether one was passed.
fn is_passed(limits: &Limits, counts: impl Fn() -> bool) -> bool {
    let began = Instant::now();
    let worked_before = processor_time();
    let wall = Duration::from_millis(limits.wall_ms.into());
    let processor = limits.processor_ms.map(|ms| Duration::from_millis(ms.into()));
    let stalled = limits.stalled_ms.map(|ms| Duration::from_millis(ms.into()));
    let (mut watched_since, mut worked_then) = (began, worked_before);
    loop {
        std::thread::sleep(LOOK.min(wall.saturating_sub(began.elapsed())));
        if !counts() {
            return false;
        }
        let work = match (processor_time(), worked_before) {
            (Some(now), Some(before)) => now.saturating_sub(before),
            _ => began.elapsed(),
        };
        if began.elapsed() >= wall || processor.is_some_and(|limit| work >= limit) {
            return true;
        }
        if let (Some(limit), Some(now), Some(then)) = (stalled, processor_time(), worked_then)
            && watched_since.elapsed() >= limit
        {
            let share =
                now.saturating_sub(then).as_secs_f64() / watched_since.elapsed().as_secs_f64();
            if share < STALLED_SHARE_MAX {
                return true;
            }
            (watched_since, worked_then) = (Instant::now(), Some(now));
        }
    }
}

/// Returns how long the processor has worked for this process, on all threads.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock writes one `timespec`, which lives on this stack, and is read only when it says that it did.
    #[expect(unsafe_code, reason = "the standard library has no clock of the processor")]
    let told = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) } == 0;
    told.then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

/// What cannot be written is not said: there is nobody else to say it to.
fn append(LastWords { path, line }: &LastWords) {
    use std::io::Write as _;
    let mut options = std::fs::File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    if let Ok(mut file) = options.append(true).create(true).open(path) {
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

/// Ends without running destructors: the main thread is alive and still uses what they would free.
fn exit_now() -> ! {
    // SAFETY: `_exit` takes any status, touches no memory of this process and does not return.
    #[expect(unsafe_code, reason = "the standard library has no exit without destructors")]
    unsafe {
        libc::_exit(0)
    }
}
