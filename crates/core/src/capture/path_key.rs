//! The key of a transcript.

use std::path::Path;

use crate::real_path::real_path;

/// Returns the real path of a transcript, whichever path leads to it.
pub fn path_key(path: &Path) -> String {
    real_path(path).to_string_lossy().into_owned()
}
