//! What a process is told of the machine that it runs on: the core does not ask the system for it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The part of a process's surroundings that decides where files are.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Surroundings {
    /// Environment variables by their names; at least those that name places.
    pub env: HashMap<String, String>,
    /// The working directory.
    pub cwd: PathBuf,
    /// The home directory of the person.
    pub homedir: PathBuf,
}

impl Surroundings {
    /// Returns a variable; an empty one counts as unset.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.env.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Returns the path in a variable, made absolute; an empty one counts as unset.
    pub fn path_in(&self, name: &str) -> Option<PathBuf> {
        self.variable(name).map(|value| self.cwd.join(value))
    }

    /// Returns a path in the home directory of the person.
    pub fn at_home(&self, path: impl AsRef<Path>) -> PathBuf {
        self.homedir.join(path)
    }
}
