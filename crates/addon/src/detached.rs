//! A process that outlives this one. Node's `child_process` takes longer to load than a hook has.

use std::collections::HashMap;
use std::process::{Command, Stdio};

use napi_derive::napi;

use crate::guard::{Failure, guarded};

/// A process to start.
#[napi(object)]
pub struct Detached {
    /// Absolute path.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs.
    pub directory: String,
    /// All that it sees of the environment.
    pub environment: HashMap<String, String>,
}

/// Starts a process that hears and says nothing, and that no signal to this one's group reaches.
/// Returns whether it runs.
#[napi]
pub fn start_detached(process: Detached) -> Result<bool, Failure> {
    guarded(|| Ok(start(process)))
}

fn start(process: Detached) -> bool {
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
