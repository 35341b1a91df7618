//! The list of forgotten turns beside the database: one id a line, each as a JSON string.

use std::io::{ErrorKind, Result};
use std::path::Path;

use super::Home;
use crate::regular_file::read_regular;

/// Far more than all turns of a life take.
const BYTES_MAX: u64 = 1 << 30;

/// Reads a list. A missing file is an empty list; a line that does not parse loses only itself.
pub(crate) fn read(path: &Path) -> Result<Vec<String>> {
    let bytes = bytes_of(path)?;
    let lines = bytes.split(|&byte| byte == b'\n');
    Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
}

/// Reads the id of a list that was added last; `None` for an empty list.
pub(crate) fn last(path: &Path) -> Result<Option<String>> {
    let bytes = bytes_of(path)?;
    let mut lines = bytes.rsplit(|&byte| byte == b'\n');
    Ok(lines.find_map(|line| serde_json::from_slice(line).ok()))
}

fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    match read_regular(path, BYTES_MAX) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        bytes => bytes,
    }
}

impl Home {
    /// Returns the uuids of all turns ever forgotten here, and the ids by which copies of them and
    /// the turns of their subagents are known. None while the list cannot be read.
    pub(crate) fn forgotten_ids(&self) -> Vec<String> {
        read(&self.forgotten()).unwrap_or_default()
    }

    /// Returns the uuids of all turns and notes ever forgotten here, each once.
    pub fn forgotten_turns(&self) -> Vec<String> {
        let mut ids = self.forgotten_ids();
        ids.retain(|id| !(is_mark(id, "copy-", 20) || is_mark(id, "began-", 32)));
        ids.sort();
        ids.dedup();
        ids
    }
}

/// Whether an id of the list is no turn's: one means all copies of a turn under other ids, one
/// means what its subagents did.
fn is_mark(id: &str, prefix: &str, digits: usize) -> bool {
    let rest = id.strip_prefix(prefix);
    rest.is_some_and(|rest| {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        rest.len() == digits && rest.bytes().all(is_digit)
    })
}
