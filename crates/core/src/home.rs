//! The files in Mementor's home, beside the database: where each is, and how it is read and written.

use std::path::{Path, PathBuf};

/// The folder that holds all of Mementor's data.
#[derive(Debug, Clone)]
pub struct Home(PathBuf);

impl Home {
    /// Returns the home at a path, which need not exist.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Returns its folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Returns the folder where hooks leave payloads for the worker.
    pub fn inbox(&self) -> PathBuf {
        self.0.join("inbox")
    }

    /// Returns the folder of the notes that wait to be taken in.
    pub fn waiting_notes(&self) -> PathBuf {
        self.0.join("waiting-notes")
    }

    /// Returns the folder of the records of what prompts got, one file per session.
    pub fn recalls(&self) -> PathBuf {
        self.0.join("recalls")
    }

    /// Returns the folder in which the hook and the server of warm recall agree who answers.
    pub fn warm(&self) -> PathBuf {
        self.0.join("warm")
    }

    /// Returns the counters of when notes were shown.
    pub fn shown_notes(&self) -> PathBuf {
        self.0.join("notes-shown.jsonl")
    }

    /// Returns the log of the hooks and the worker.
    pub fn log(&self) -> PathBuf {
        self.0.join("mementor.log")
    }
}
