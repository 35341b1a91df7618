//! Where to search.

use std::path::PathBuf;

use serde::Deserialize;

/// Where to search.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "Place")]
#[cfg_attr(test, derive(ts_rs::TS), ts(as = "Place"))]
pub enum Within {
    /// The project that a directory belongs to.
    Directory(PathBuf),
    /// The project with this name or key.
    Project(String),
    /// All projects.
    Everything,
}

/// Where a caller is, and how far it looks from there.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Within", optional_fields))]
struct Place {
    /// Its directory, whose project is searched.
    directory: PathBuf,
    /// Name or key of another project.
    project: Option<String>,
    /// Whether all projects are searched.
    #[serde(default)]
    everything: bool,
}

impl From<Place> for Within {
    fn from(Place { directory, project, everything }: Place) -> Self {
        match project {
            _ if everything => Self::Everything,
            Some(name) => Self::Project(name),
            None => Self::Directory(directory),
        }
    }
}
