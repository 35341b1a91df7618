//! Starts a process that outlives this one. Loading Node's `child_process` would take longer than a
//! hook may run.

use std::collections::HashMap;
use std::process::{Command, Stdio};

/// A process to start.
pub struct Detached {
    /// Absolute path.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Working directory.
    pub directory: String,
    /// The complete environment of the process.
    pub environment: HashMap<String, String>,
}

/// Starts a process without standard input or output, in a process group of its own so that signals
/// to this group do not reach it. Returns whether it was started.
pub fn start(process: Detached) -> bool {
    let mut command = Command::new(process.program);
    command.args(process.arguments).current_dir(process.directory);
    command.env_clear().envs(process.environment);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(windows)]
    {
        const DETACHED_PROCESS: u32 = 0x8;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        let flags = DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP;
        std::os::windows::process::CommandExt::creation_flags(&mut command, flags);
    }
    command.spawn().is_ok()
}
