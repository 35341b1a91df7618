//! Enforces a hook's deadline, even while the main thread is busy in a call or waits for a disk.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use mementor_core::api::{Deadline, HookLimits};

/// Number of the current limits; only the latest count.
static LAST: AtomicU32 = AtomicU32::new(0);

/// How often the limits are checked.
const LOOK: Duration = Duration::from_millis(20);

/// A line to append to a file when a limit ends the process.
pub struct LastWords {
    /// Path of the file; its folder is not created.
    pub path: String,
    /// The line, without a newline.
    pub line: String,
}

/// Ends the process with status 0 when it exceeds one of the limits: a late hook prints nothing.
/// Another call replaces the limits.
pub fn start(limits: HookLimits, last_words: Option<LastWords>) {
    let number = LAST.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
    let watch = move || {
        if is_passed(limits, || LAST.load(Ordering::Relaxed) == number) {
            if let Some(last) = last_words {
                append(&last);
            }
            exit_now();
        }
    };
    // Without a thread there is no deadline here; the host has its own.
    let _ = std::thread::Builder::new().name("watchdog".into()).spawn(watch);
}

/// Waits until a limit is exceeded or the limits no longer count. Returns whether one was exceeded.
fn is_passed(limits: HookLimits, counts: impl Fn() -> bool) -> bool {
    let began = Instant::now();
    let mut deadline = Deadline::of(limits, processor_time());
    loop {
        std::thread::sleep(LOOK.min(deadline.left(began.elapsed())));
        if !counts() {
            return false;
        }
        if deadline.is_passed(began.elapsed(), processor_time()) {
            return true;
        }
    }
}

/// Returns the CPU time of this process, over all threads.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock writes one `timespec`, which is on this stack and is read only when the
    // call succeeded.
    #[expect(unsafe_code, reason = "the standard library has no clock of the processor")]
    let told = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) } == 0;
    told.then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

/// Appends the line. A failure is ignored: there is nowhere to report it.
fn append(LastWords { path, line }: &LastWords) {
    use std::io::Write as _;
    let mut options = std::fs::File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    if let Ok(mut file) = options.append(true).create(true).open(path) {
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

/// Exits without running destructors: the main thread is still running and uses what they would
/// free.
fn exit_now() -> ! {
    // SAFETY: `_exit` accepts any status, touches no memory of this process and does not return.
    #[expect(unsafe_code, reason = "the standard library has no exit without destructors")]
    unsafe {
        libc::_exit(0)
    }
}
