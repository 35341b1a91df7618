//! Looking for what must be gone, byte by byte.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use aho_corasick::AhoCorasick;
use serde::Serialize;

use crate::error::{Error, Result};
use crate::regular_file::open_regular;

/// A file that holds what is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// The file.
    pub path: PathBuf,
    /// Positions in the list of texts, in its order, each once.
    pub texts: Vec<usize>,
}

/// Returns the files in which the bytes of a text stand, whatever form the file has. A file that
/// is gone holds nothing; one that cannot be read is an error. An empty text is nowhere.
pub fn traces(paths: &[PathBuf], texts: &[String]) -> Result<Vec<Trace>> {
    let wanted: Vec<usize> = (0..texts.len()).filter(|&at| !texts[at].is_empty()).collect();
    let finder = AhoCorasick::new(wanted.iter().map(|&at| texts[at].as_bytes()))
        .map_err(|error| Error::InvalidArgument(format!("too much to look for: {error}")))?;
    let mut traces = Vec::new();
    for path in paths {
        let unreadable = |source| Error::FileUnreadable { path: path.clone(), source };
        let Some(file) = existing(path).map_err(unreadable)? else { continue };
        let mut found = BTreeSet::new();
        for hit in finder.stream_find_iter(BufReader::with_capacity(1 << 20, file)) {
            found.insert(wanted[hit.map_err(unreadable)?.pattern().as_usize()]);
        }
        if !found.is_empty() {
            traces.push(Trace { path: path.clone(), texts: found.into_iter().collect() });
        }
    }
    Ok(traces)
}

fn existing(path: &Path) -> std::io::Result<Option<File>> {
    match open_regular(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_in_any_file_and_across_its_pieces() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        // The reader's pieces meet in the middle of the text.
        let mut bytes = vec![0_u8; (1 << 20) - 3];
        bytes.extend_from_slice(b"needle\xff\x00");
        std::fs::write(path("binary"), &bytes).expect("room");
        std::fs::write(path("clean"), "need le").expect("room");
        let paths = ["binary", "clean", "missing"].map(path);
        let texts = ["", "absent", "needle"].map(str::to_owned);
        let found = traces(&paths, &texts).expect("readable");
        assert_eq!(found, [Trace { path: path("binary"), texts: vec![2] }]);
        assert!(traces(&paths, &[]).expect("readable").is_empty());
    }
}
