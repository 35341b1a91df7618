//! Imports models from a folder: known files by their content, or any model with its description.

use std::collections::HashMap;
use std::fs;
use std::io::{ErrorKind, Result as IoResult};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use super::manifest::{ModelFile, ModelSpec};
use super::models::{Models, SPEC_BYTES_MAX, SPEC_NAME, file_digest};
use crate::error::{Error, Result};
use crate::private_file;
use crate::regular_file::{open_regular, read_regular};
use crate::system_error::reason;

/// A folder of models is small; these limits reject a home directory, for example.
const ENTRIES_MAX: usize = 10_000;
const DEPTH_MAX: usize = 4;
/// Names lead to folders and files.
const NAME_CHARS_MAX: usize = 100;

/// A model of a folder that is here now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportedModel {
    /// Its id.
    pub id: String,
    /// Names of the copied files; none if all were here before.
    pub files: Vec<String>,
}

/// A model that a folder has, or whose weights it has.
struct Wanted {
    spec: ModelSpec,
    /// Its description, which is stored with it; a known model needs none.
    text: Option<String>,
}

/// Where the files of a model are copied from.
type Copies = Vec<(PathBuf, ModelFile)>;

impl Models {
    /// Imports from a folder the model that it describes, else every known model whose weights it
    /// holds. The files of all are found before one is written.
    ///
    /// # Errors
    /// The `Import` errors and [`Error::ModelName`]; [`Error::ModelMissing`] and
    /// [`Error::ModelUnusable`] when what was imported is not complete.
    pub fn import(&self, folder: &Path) -> Result<Vec<ImportedModel>> {
        let mut found = Found::below(folder)?;
        let wanted = match self.described_in(folder)? {
            Some(wanted) => vec![wanted],
            None => self.held_by(&mut found)?,
        };
        if wanted.is_empty() {
            return Err(self.nothing_in(folder)?);
        }
        let mut plans: Vec<(Wanted, Copies)> = Vec::new();
        for wanted in wanted {
            let copies = self.copies_of(&wanted, folder, &mut found)?;
            plans.push((wanted, copies));
        }
        let mut imported = Vec::new();
        for (wanted, copies) in plans {
            if !copies.is_empty() {
                self.put(&wanted, &copies)?;
            }
            let files = copies.into_iter().map(|(_, file)| file.name).collect();
            imported.push(ImportedModel { id: wanted.spec.id, files });
        }
        Ok(imported)
    }

    /// Returns the model that the description in a folder is of.
    fn described_in(&self, folder: &Path) -> Result<Option<Wanted>> {
        let path = folder.join(SPEC_NAME);
        let text = match read_regular(&path, SPEC_BYTES_MAX) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                return Err(no_spec(&path, "it is too large"));
            }
            Err(error) => return Err(unreadable(&path, &error)),
        };
        let text = String::from_utf8_lossy(&text).into_owned();
        let value: Value =
            serde_json::from_str(&text).map_err(|error| no_spec(&path, &error.to_string()))?;
        // The id of a model that this build knows means that model's files.
        if let Some(own) = self.bundled_specs()?.into_iter().find(|spec| value["id"] == spec.id) {
            return Ok(Some(Wanted { spec: own, text: None }));
        }
        let spec: ModelSpec =
            serde_json::from_value(value).map_err(|error| no_spec(&path, &error.to_string()))?;
        if !is_name(&spec.id) {
            return Err(Error::ModelName(format!("{:?} cannot be a model's name", spec.id)));
        }
        if let Some(file) = spec.files.iter().find(|file| !is_file_name(&file.name)) {
            let what = format!("a model cannot have a file {:?}", file.name);
            return Err(Error::ModelName(what));
        }
        match fault_of(&spec) {
            Some(fault) => Err(no_spec(&path, &fault)),
            None => Ok(Some(Wanted { spec, text: Some(text) })),
        }
    }

    /// Returns the known models whose weights were found.
    fn held_by(&self, found: &mut Found) -> Result<Vec<Wanted>> {
        let mut known = self.known()?;
        known.retain(|spec| weights_of(spec).is_some_and(|file| found.holding(file).is_some()));
        Ok(known.into_iter().map(|spec| Wanted { spec, text: None }).collect())
    }

    /// Returns where the files of a model are; one that lies in its place already need not be found.
    fn copies_of(&self, wanted: &Wanted, folder: &Path, found: &mut Found) -> Result<Copies> {
        let Wanted { spec, text } = wanted;
        if text.is_none() && self.verify(spec).is_ok() {
            return Ok(Vec::new());
        }
        let mut copies = Vec::new();
        for file in &spec.files {
            if let Some(from) = found.holding(file) {
                copies.push((from, file.clone()));
            } else if !self
                .places(spec, &file.name, file.same_as.as_deref())
                .any(|place| found.is(&place, file))
            {
                let what = format!(
                    "{} needs {}; no file in {} is that",
                    spec.id,
                    expected(file),
                    folder.display()
                );
                return Err(Error::ImportIncomplete(what));
            }
        }
        Ok(copies)
    }

    /// Copies a model beside its place, checks the copy, and moves it there as a whole.
    fn put(&self, wanted: &Wanted, copies: &Copies) -> Result<()> {
        let staging = self.added.join(format!(".import-{}", private_file::unique()));
        let put = self.put_by(&staging, wanted, copies);
        // If nothing can be written, there is nothing to remove.
        let _ = fs::remove_dir_all(&staging);
        put?;
        self.verify(&wanted.spec)
    }

    fn put_by(
        &self,
        staging: &Path,
        Wanted { spec, text }: &Wanted,
        copies: &Copies,
    ) -> Result<()> {
        let folder = staging.join(&spec.id);
        written(&folder, private_file::make_folder(&folder))?;
        for (from, file) in copies {
            let to = folder.join(&file.name);
            let source = open_regular(from).map_err(|error| unreadable(from, &error))?;
            written(&to, private_file::write_all_of(source, &to))?;
            if file_digest(&to).ok().as_ref() != Some(&file.sha256) {
                let what = format!("{} changed while it was copied", from.display());
                return Err(Error::ImportIncomplete(what));
            }
        }
        if let Some(text) = text {
            let path = folder.join(SPEC_NAME);
            written(&path, private_file::write_new(&path, text, true))?;
        }
        let target = self.added.join(&spec.id);
        written(&target, swap(&folder, &target, &staging.join(".before")))
    }

    fn nothing_in(&self, folder: &Path) -> Result<Error> {
        let known = self.known()?;
        let weights = known.iter().filter_map(|spec| {
            weights_of(spec).map(|file| format!("  {}: {}", spec.id, expected(file)))
        });
        Ok(Error::ImportUnknown(format!(
            "{} holds no weights that are known, and no {SPEC_NAME}; expected is one of\n{}",
            folder.display(),
            weights.collect::<Vec<_>>().join("\n")
        )))
    }
}

/// The files of a folder, and the digests of those that were read: several models may need one.
struct Found {
    files: Vec<(PathBuf, u64)>,
    digests: HashMap<PathBuf, Option<String>>,
}

impl Found {
    fn below(folder: &Path) -> Result<Self> {
        let mut found = Self { files: Vec::new(), digests: HashMap::new() };
        let mut entries = 0;
        found.walk(folder, 1, &mut entries).map_err(|(path, error)| unreadable(&path, &error))?;
        if entries > ENTRIES_MAX {
            let what = format!("{} holds more than {ENTRIES_MAX} files", folder.display());
            return Err(Error::ImportUnreadable(what));
        }
        Ok(found)
    }

    fn walk(
        &mut self,
        folder: &Path,
        depth: usize,
        entries: &mut usize,
    ) -> std::result::Result<(), (PathBuf, std::io::Error)> {
        let failed = |error| (folder.to_owned(), error);
        let read = fs::read_dir(folder).map_err(failed)?;
        let mut paths: Vec<PathBuf> = Vec::new();
        for entry in read.take(ENTRIES_MAX + 1) {
            paths.push(entry.map_err(failed)?.path());
        }
        paths.sort();
        for path in paths {
            *entries += 1;
            if *entries > ENTRIES_MAX {
                return Ok(());
            }
            let Ok(about) = fs::metadata(&path) else { continue };
            if about.is_file() {
                self.files.push((path, about.len()));
            } else if about.is_dir() && depth < DEPTH_MAX {
                self.walk(&path, depth + 1, entries)?;
            }
        }
        Ok(())
    }

    /// Returns the path of a file with this content, whatever its name.
    fn holding(&mut self, file: &ModelFile) -> Option<PathBuf> {
        let sized = self.files.iter().filter(|(_, bytes)| *bytes == file.bytes);
        let paths: Vec<PathBuf> = sized.map(|(path, _)| path.clone()).collect();
        paths.into_iter().find(|path| self.is(path, file))
    }

    /// Whether the file at a path has this content.
    fn is(&mut self, path: &Path, file: &ModelFile) -> bool {
        let digest =
            (self.digests.entry(path.to_owned())).or_insert_with_key(|path| file_digest(path).ok());
        digest.as_ref() == Some(&file.sha256)
    }
}

/// An existing folder, such as a damaged copy, is moved aside at the last moment.
fn swap(folder: &Path, target: &Path, aside: &Path) -> IoResult<()> {
    match fs::rename(target, aside) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::rename(folder, target).inspect_err(|_| {
        let _ = fs::rename(aside, target);
    })
}

fn weights_of(spec: &ModelSpec) -> Option<&ModelFile> {
    spec.files.iter().find(|file| file.name == spec.weights)
}

fn fault_of(spec: &ModelSpec) -> Option<String> {
    if weights_of(spec).is_none() {
        return Some(format!("its weights, {:?}, are none of its `files`", spec.weights));
    }
    let is_digest = |file: &&ModelFile| {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        file.sha256.len() == 64 && file.sha256.bytes().all(is_hex)
    };
    if let Some(file) = spec.files.iter().find(|file| !is_digest(file)) {
        return Some(format!("`sha256` of {:?} is none in lower-case hexadecimal", file.name));
    }
    spec.fault()
}

/// Names of a description must not lead out of the folder.
fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    !name.is_empty()
        && name.len() <= NAME_CHARS_MAX
        && !name.starts_with('.')
        && name.bytes().all(is_plain)
}

/// Beside a model's files lie its description, and what was downloaded in part.
fn is_file_name(name: &str) -> bool {
    is_name(name) && name != SPEC_NAME && Path::new(name).extension() != Some("part".as_ref())
}

fn expected(file: &ModelFile) -> String {
    format!("{} ({} bytes, sha256 {})", file.name, grouped(file.bytes), file.sha256)
}

/// Groups the digits of a number, as in `300,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn written<T>(path: &Path, result: IoResult<T>) -> Result<T> {
    result.map_err(|source| Error::HomeUnwritable { path: path.to_owned(), source })
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::ImportUnreadable(format!("{} cannot be read: {}", path.display(), reason(error)))
}

fn no_spec(path: &Path, why: &str) -> Error {
    Error::ImportInvalid(format!("{} describes no model: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_no_other_file() {
        for name in ["tiny-better", "mine-1.0", "a", "weights.onnx"] {
            assert!(is_file_name(name), "{name}");
        }
        let long = "a".repeat(NAME_CHARS_MAX + 1);
        for name in ["", "..", ".a", "a/b", "a\\b", "model.json", "a.part", &long] {
            assert!(!is_file_name(name), "{name}");
        }
    }

    #[test]
    fn digits_are_grouped() {
        let all = [0, 999, 1_000, 300_000, 12_345_678].map(grouped);
        assert_eq!(all, ["0", "999", "1,000", "300,000", "12,345,678"]);
    }
}
