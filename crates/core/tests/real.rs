//! What must hold for any transcript, held on real ones, where some are at hand: a folder of
//! folders of transcripts that `MEMENTOR_TEST_TRANSCRIPTS` names.
#![allow(clippy::print_stdout, reason = "a test that cannot run here says so")]

mod sandbox;

use std::path::{Path, PathBuf};

use sandbox::{Sandbox, append, ingest};

/// Enough for forks, subagents and several versions to be among them, and for seconds to suffice.
const FILES_MAX: usize = 60;
const FILE_BYTES_MAX: u64 = 1 << 20;

/// Copies of real transcripts in a sandbox: reading them must not depend on where they lie.
fn copies(sandbox: &Sandbox) -> Option<Vec<PathBuf>> {
    let Some(folder) = std::env::var_os("MEMENTOR_TEST_TRANSCRIPTS") else {
        println!("skipped: MEMENTOR_TEST_TRANSCRIPTS names no folder");
        return None;
    };
    let mut files: Vec<PathBuf> =
        folders(Path::new(&folder)).flat_map(|each| transcripts(&each)).collect();
    files.sort();
    files.truncate(FILES_MAX);
    assert!(!files.is_empty(), "no transcripts under {}", folder.display());
    let copy = |(number, file): (usize, &PathBuf)| {
        let name = file.file_name().expect("a file").to_string_lossy().into_owned();
        let to = sandbox.directory(&format!("copies-{number}")).join(name);
        std::fs::copy(file, &to).expect("room");
        to
    };
    Some(files.iter().enumerate().map(copy).collect())
}

fn folders(path: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(path).expect("a folder").flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir())
}

fn transcripts(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let files = entries.filter(|entry| {
        let size = entry.metadata().map_or(u64::MAX, |found| found.len());
        size <= FILE_BYTES_MAX && entry.path().extension().is_some_and(|end| end == "jsonl")
    });
    files.map(|entry| entry.path()).collect()
}

fn stored(files: &[PathBuf]) -> Vec<String> {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for file in files {
        ingest(&mut memory, file);
    }
    sandbox.dump()
}

#[test]
fn any_order_any_cut_and_any_repetition_give_the_same_rows() {
    let sandbox = Sandbox::without_model();
    let Some(files) = copies(&sandbox) else { return };
    let forward = stored(&files);
    assert!(forward.len() > files.len(), "nothing was stored");

    let backward: Vec<PathBuf> = files.iter().rev().cloned().collect();
    assert_eq!(forward, stored(&backward), "the order of files matters");
    let twice: Vec<PathBuf> = files.iter().chain(&backward).cloned().collect();
    assert_eq!(forward, stored(&twice), "repetition matters");
    assert_eq!(forward, grown(&files), "cuts matter");
}

/// Ingests files that grow in three parts, cut at bytes that mean nothing.
fn grown(files: &[PathBuf]) -> Vec<String> {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for (number, file) in files.iter().enumerate() {
        let bytes = std::fs::read(file).expect("just copied");
        let name = file.file_name().expect("a file");
        let path = sandbox.directory(&format!("grown-{number}")).join(name);
        let cuts = [bytes.len() / 3, bytes.len() / 2 + 7, bytes.len()];
        std::fs::write(&path, b"").expect("room");
        let mut start = 0;
        for cut in cuts {
            append(&path, &bytes[start..cut.clamp(start, bytes.len())]);
            ingest(&mut memory, &path);
            start = cut.clamp(start, bytes.len());
        }
    }
    sandbox.dump()
}
