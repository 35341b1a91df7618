//! A hook's deadline, kept even while the main thread is busy in a call or waits for a disk.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use napi_derive::napi;

use crate::guard::{Failure, guarded};

/// Numbers the deadlines; only the last one counts.
static LAST: AtomicU32 = AtomicU32::new(0);

/// Ends the process with status 0 after `ms` milliseconds: a hook that is late says nothing.
/// Another call replaces the deadline.
#[napi]
pub fn exit_after(ms: u32) -> Result<(), Failure> {
    guarded(|| {
        start(ms);
        Ok(())
    })
}

fn start(ms: u32) {
    let number = LAST.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
    let late = move || {
        std::thread::sleep(Duration::from_millis(ms.into()));
        if LAST.load(Ordering::Relaxed) == number {
            exit_now();
        }
    };
    // Without a thread there is no deadline; the host has its own.
    let _ = std::thread::Builder::new().name("watchdog".into()).spawn(late);
}

/// Ends without running destructors: the main thread is alive and still uses what they would free.
fn exit_now() -> ! {
    // SAFETY: `_exit` takes any status, touches no memory of this process and does not return.
    #[expect(unsafe_code, reason = "the standard library has no exit without destructors")]
    unsafe {
        libc::_exit(0)
    }
}
