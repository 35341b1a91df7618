//! Files of a model, mapped for as long as the process lives.

use std::path::Path;

use memmap2::Mmap;

use super::models::unusable;
use crate::error::Result;
use crate::regular_file::open_regular;

/// Maps a file. It is never unmapped: a process loads one model, and engines want memory that
/// stays.
pub(super) fn mapped(path: &Path) -> Result<&'static Mmap> {
    let failed = |reason: std::io::Error| unusable(path, reason.to_string());
    let file = open_regular(path).map_err(failed)?;
    // SAFETY: the file is part of the installation, written once and replaced by renaming; nothing
    // truncates it while it is mapped.
    #[expect(unsafe_code, reason = "mapping a file cannot be expressed safely")]
    let mapped = unsafe { Mmap::map(&file) }.map_err(failed)?;
    Ok(Box::leak(Box::new(mapped)))
}
