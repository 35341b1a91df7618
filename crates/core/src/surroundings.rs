//! What a process is told of the machine that it runs on: the core does not ask the system for it.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

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
    /// Returns a variable as it is set. On Windows the case of its name does not matter.
    pub fn set(&self, name: &str) -> Option<&str> {
        let named = || self.env.iter().find(|(each, _)| each.eq_ignore_ascii_case(name));
        let found = self
            .env
            .get(name)
            .or_else(|| cfg!(windows).then(named).flatten().map(|(_, value)| value));
        found.map(String::as_str)
    }

    /// Returns a variable; an empty one counts as unset.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.set(name).filter(|value| !value.is_empty())
    }

    /// Returns the path in a variable, made absolute, without `.` and `..`; an empty one counts as
    /// unset.
    pub fn path_in(&self, name: &str) -> Option<PathBuf> {
        self.variable(name).map(|value| self.absolute(value))
    }

    /// Returns a path made absolute, without `.` and `..`, which are taken away by the names alone.
    pub fn absolute(&self, path: impl AsRef<Path>) -> PathBuf {
        let mut absolute = PathBuf::new();
        for part in self.cwd.join(path).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => {
                    absolute.pop();
                }
                _ => absolute.push(part),
            }
        }
        absolute
    }

    /// Returns a path in the home directory of the person.
    pub fn at_home(&self, path: impl AsRef<Path>) -> PathBuf {
        self.homedir.join(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_absolute_and_an_empty_variable_is_unset() {
        let env = [("A", "../b/./c"), ("B", "/d"), ("C", "")];
        let env = env.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let cwd = PathBuf::from("/home/u");
        let around = Surroundings { env: env.into(), cwd, homedir: PathBuf::new() };
        assert_eq!(around.path_in("A"), Some("/home/b/c".into()));
        assert_eq!(around.path_in("B"), Some("/d".into()));
        assert_eq!([around.path_in("C"), around.path_in("D")], [None, None]);
    }
}
