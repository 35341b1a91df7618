//! The packages of a workspace: which folder a name means that a `package.json` gives.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::Deserialize;

/// A package of a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// As imports name it.
    pub name: String,
    /// Its folder, from the root, with `/`; empty for the root.
    pub folder: String,
    /// The files that it says it begins with, from its folder.
    pub entries: Vec<String>,
}

/// Folders that are looked into.
const FOLDERS_MAX: usize = 4_000;
/// Bytes that are read of a `package.json`.
const BYTES_MAX: u64 = 256 * 1024;

#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    name: String,
    source: Option<String>,
    types: Option<String>,
    module: Option<String>,
    main: Option<String>,
}

/// Returns the packages in the folders of these files, and in those above them. What cannot be read is
/// none.
pub fn packages<'p>(root: &Path, files: impl Iterator<Item = &'p str>) -> Vec<Package> {
    let mut folders = BTreeSet::from([""]);
    for file in files {
        let mut folder = file;
        while let Some((above, _)) = folder.rsplit_once('/') {
            if folders.len() == FOLDERS_MAX || !folders.insert(above) {
                break;
            }
            folder = above;
        }
    }
    folders.into_iter().filter_map(|folder| package(root, folder)).collect()
}

fn package(root: &Path, folder: &str) -> Option<Package> {
    let path = root.join(folder).join("package.json");
    // Anything else may block who opens it.
    path.metadata().ok().filter(|found| found.is_file())?;
    let file = File::open(path).ok()?;
    let mut text = String::new();
    file.take(BYTES_MAX).read_to_string(&mut text).ok()?;
    let Manifest { name, source, types, module, main } = serde_json::from_str(&text).ok()?;
    let entries = [source, types, module, main].into_iter().flatten().collect();
    let folder = folder.to_owned();
    (!name.is_empty()).then_some(Package { name, folder, entries })
}
