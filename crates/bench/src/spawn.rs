//! Runs a command and reports the cost of its process. This process stays small, because on Linux
//! the peak memory of a child is never reported below its parent's when it was started.

use serde_json::Value;

use crate::failure::Result;
use crate::options::Options;

#[cfg(not(unix))]
pub fn spawn(_: &Options) -> Result<Value> {
    Err(crate::failure::Failure::new("the cost of a process is measured on Unix only"))
}

/// Returns `{ wallMs, cpuMs, peakBytes, status, stdout, orphans }`. `cpuMs` and `peakBytes` cover
/// the command and the processes it waited for. `--orphans yes` also waits for processes the
/// command left behind and returns their cost; on Linux only.
#[cfg(unix)]
pub fn spawn(options: &Options) -> Result<Value> {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use serde_json::json;

    use crate::clock::milliseconds;
    use crate::failure::Failure;

    let [program, arguments @ ..] = options.command.as_slice() else {
        return Err(Failure::new("`spawn` needs a command after `--`"));
    };
    let follows = options.get("orphans").is_some() && unix::adopt_orphans();
    let stdin = match options.get("stdin") {
        Some(path) => Stdio::from(std::fs::File::open(path)?),
        None => Stdio::null(),
    };
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| Failure::of(program, error))?;
    let mut stdout = String::new();
    if let Some(mut pipe) = child.stdout.take() {
        pipe.read_to_string(&mut stdout)?;
    }
    let ended = unix::wait(child.id() as libc::pid_t)?;
    let wall_ms = milliseconds(started.elapsed());
    let orphans = if follows { Some(unix::orphans()) } else { None };
    Ok(json!({
        "wallMs": wall_ms,
        "cpuMs": ended.cpu_ms,
        "peakBytes": ended.peak_bytes,
        "status": ended.status,
        "stdout": stdout,
        "orphans": orphans.map(|all| all.iter().map(unix::Ended::json).collect::<Vec<_>>()),
    }))
}

#[cfg(unix)]
mod unix {
    use serde_json::{Value, json};

    use crate::failure::{Failure, Result};

    /// A process that has exited.
    pub struct Ended {
        pub cpu_ms: f64,
        pub peak_bytes: i64,
        pub status: i32,
    }

    impl Ended {
        pub fn json(&self) -> Value {
            json!({ "cpuMs": self.cpu_ms, "peakBytes": self.peak_bytes })
        }
    }

    /// Waits for a child.
    pub fn wait(child: libc::pid_t) -> Result<Ended> {
        wait_for(child).ok_or_else(|| Failure::of("wait4", std::io::Error::last_os_error()))
    }

    /// Waits for all remaining children.
    pub fn orphans() -> Vec<Ended> {
        std::iter::from_fn(|| wait_for(-1)).collect()
    }

    fn wait_for(child: libc::pid_t) -> Option<Ended> {
        let mut status = 0;
        // SAFETY: `rusage` consists of numbers, for which zero is a valid value; both destinations
        // are valid for the call.
        #[expect(unsafe_code, reason = "the standard library forgets what a child cost")]
        let (ended, usage) = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            (libc::wait4(child, &raw mut status, 0, &raw mut usage), usage)
        };
        let milliseconds =
            |time: libc::timeval| time.tv_sec as f64 * 1_000.0 + time.tv_usec as f64 / 1_000.0;
        (ended > 0).then(|| Ended {
            cpu_ms: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
            peak_bytes: usage.ru_maxrss * PEAK_UNIT,
            status,
        })
    }

    /// Unit of `ru_maxrss`: bytes on macOS, kibibytes elsewhere.
    const PEAK_UNIT: i64 = if cfg!(target_os = "macos") { 1 } else { 1024 };

    /// Makes this process the parent of orphaned descendants. Returns whether that succeeded.
    #[cfg(target_os = "linux")]
    pub fn adopt_orphans() -> bool {
        // SAFETY: the call only takes numbers.
        #[expect(unsafe_code, reason = "the standard library has no such call")]
        let status = unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
        status == 0
    }

    #[cfg(not(target_os = "linux"))]
    pub fn adopt_orphans() -> bool {
        false
    }
}
