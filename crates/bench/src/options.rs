//! Parses the command line: a measurement and its named options.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::failure::{Failure, Result};

/// The parsed command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Name of the measurement.
    pub measurement: String,
    named: BTreeMap<String, String>,
    /// The arguments after `--`.
    pub command: Vec<String>,
}

impl Options {
    /// Parses the arguments after the program's name.
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut arguments = arguments;
        let mut options =
            Self { measurement: arguments.next().unwrap_or_default(), ..Self::default() };
        while let Some(argument) = arguments.next() {
            if argument == "--" {
                options.command = arguments.by_ref().collect();
                continue;
            }
            let name = argument.strip_prefix("--");
            let name = name.ok_or_else(|| Failure::new(format!("what is `{argument}`?")))?;
            let value = arguments.next();
            let value = value.ok_or_else(|| Failure::new(format!("`--{name}` needs a value")))?;
            options.named.insert(name.to_owned(), value);
        }
        Ok(options)
    }

    /// Returns the value of an option, if given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.named.get(name).map(String::as_str)
    }

    /// Returns the value of a required option.
    pub fn text(&self, name: &str) -> Result<&str> {
        self.get(name)
            .ok_or_else(|| Failure::new(format!("`{}` needs `--{name}`", self.measurement)))
    }

    /// Returns the path given by a required option.
    pub fn path(&self, name: &str) -> Result<PathBuf> {
        self.text(name).map(PathBuf::from)
    }

    /// Returns the number given by a required option.
    pub fn number(&self, name: &str) -> Result<u64> {
        let text = self.text(name)?;
        text.parse().map_err(|_| Failure::new(format!("`--{name}` is no number: {text}")))
    }

    /// Returns the number given by an option, or the default.
    pub fn number_or(&self, name: &str, otherwise: u64) -> Result<u64> {
        if self.get(name).is_some() { self.number(name) } else { Ok(otherwise) }
    }

    /// Returns the items of a comma-separated list.
    pub fn list(&self, name: &str) -> Result<Vec<String>> {
        Ok(self.text(name)?.split(',').map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Options> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_found_by_name_and_a_command_is_left_alone() {
        let options = parsed("spawn --stdin a.json -- node -e 0").unwrap();
        assert_eq!(options.measurement, "spawn");
        assert_eq!(options.get("stdin"), Some("a.json"));
        assert_eq!(options.command, ["node", "-e", "0"]);
        assert_eq!(parsed("words --engines a,b").unwrap().list("engines").unwrap(), ["a", "b"]);
    }

    #[test]
    fn what_is_missing_or_no_number_is_an_error() {
        assert!(parsed("nearest size").is_err());
        assert!(parsed("nearest --size").is_err());
        assert!(parsed("nearest").unwrap().number("size").is_err());
        assert!(parsed("nearest --size many").unwrap().number("size").is_err());
        assert_eq!(parsed("nearest").unwrap().number_or("projects", 1).unwrap(), 1);
    }
}
