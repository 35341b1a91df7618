//! A transcript to read, and how.

use std::path::Path;

use crate::item::chunk::Splitter;
use crate::policy::CapturePolicy;
use crate::project::Project;
use crate::sources::Source;

/// A transcript to read.
#[derive(Debug, Clone, Copy)]
pub struct Transcript<'a> {
    /// Its path.
    pub path: &'a Path,
    /// Project to store it under, instead of the project of its directory.
    pub project: Option<&'a Project>,
    /// Directory that its agent said it began in, for a transcript that names none.
    pub reported_directory: Option<&'a str>,
}

/// How transcripts are ingested.
#[derive(Clone, Copy)]
pub struct Capture<'a> {
    /// The agent whose transcripts they are.
    pub source: &'a dyn Source,
    /// What must not be stored.
    pub policy: &'a CapturePolicy,
    /// Splits passages into chunks.
    pub splitter: &'a dyn Splitter,
    /// When they are read, in milliseconds since the epoch: up to some minutes before.
    pub now_ms: i64,
}
