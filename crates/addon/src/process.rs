//! Other processes: whether one is running, and when it started.

/// Returns a value that distinguishes a process from earlier and later ones with the same id: on
/// Linux its start in clock ticks since boot, elsewhere an empty text. `None` when no such process
/// is running.
pub fn start_of(pid: u32) -> Option<String> {
    if cfg!(target_os = "linux") {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name is in parentheses and may contain anything; the start is the 20th field after
        // it.
        let (_, fields) = stat.rsplit_once(')')?;
        return fields.split_whitespace().nth(19).map(str::to_owned);
    }
    is_running(pid).then(String::new)
}

#[cfg(unix)]
fn is_running(pid: u32) -> bool {
    let Ok(pid) = libc::pid_t::try_from(pid) else { return false };
    if pid <= 0 {
        return false;
    }
    // SAFETY: signal 0 is never delivered; the call only checks whether a signal could be sent.
    #[expect(unsafe_code, reason = "the standard library cannot ask for another process")]
    let answer = unsafe { libc::kill(pid, 0) };
    answer == 0 || std::io::Error::last_os_error().raw_os_error() == Some(libc::EPERM)
}

#[cfg(not(unix))]
fn is_running(_pid: u32) -> bool {
    true
}
