//! The sources on real files, when available: in the folders of the folder that
//! `MEMENTOR_TEST_AGENTS` names, each called like its agent.
#![allow(clippy::print_stdout, reason = "a test that cannot run here says so, and tells counts")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mementor_core::sources;

use crate::world::{Read, World};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let is_transcript = |end: &std::ffi::OsStr| end == "jsonl" || end == "json" || end == "db";
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(is_transcript) {
            found.push(path);
        }
    }
}

#[test]
fn every_record_is_accounted_for_and_cuts_do_not_matter() {
    let Some(folder) = std::env::var_os("MEMENTOR_TEST_AGENTS") else {
        println!("skipped: MEMENTOR_TEST_AGENTS names no folder");
        return;
    };
    for agent in ["copilot", "cursor", "gemini", "opencode", "qwen"] {
        let Ok(source) = sources::named(agent) else { continue };
        let folder = Path::new(&folder).join(agent);
        let mut paths = Vec::new();
        if folder.is_dir() {
            files(&folder, &mut paths);
        }
        paths.sort();
        let (mut kept, mut unknown, mut prompts) = (0, 0, 0);
        let (mut skipped, mut problems) = (BTreeMap::new(), BTreeMap::new());
        for path in &paths {
            let read = Read::of(source, path);
            let bytes = std::fs::read(path).expect("a file");
            if path.extension().is_some_and(|end| end == "jsonl") {
                let lines = String::from_utf8_lossy(&bytes).trim_end().lines().count() as u64;
                assert_eq!(read.records(), lines, "{}", path.display());
            }
            kept += read.kept;
            unknown += read.unknown();
            prompts += read.prompts().len();
            for (reason, count) in &read.skipped {
                *skipped.entry(reason.clone()).or_insert(0) += count;
            }
            for (reason, count) in &read.problems {
                *problems.entry(reason.clone()).or_insert(0) += count;
            }
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let whole = stored(source, &name, &[&bytes]);
            if path.extension().is_none_or(|end| end != "db") {
                let half = &bytes[..bytes.len() / 2];
                assert_eq!(stored(source, &name, &[half, &bytes]), whole, "{}", path.display());
            }
            assert_eq!(stored(source, &name, &[&bytes, &bytes]), whole, "{}", path.display());
        }
        println!(
            "{agent}: {} files, {kept} kept ({prompts} prompts, {unknown} unknown), skipped \
             {skipped:?}, problems {problems:?}",
            paths.len()
        );
    }
}

fn stored(source: &'static dyn sources::Source, name: &str, states: &[&[u8]]) -> Vec<String> {
    let mut world = World::of(source);
    for state in states {
        world.write(&format!("files/{name}"), state);
    }
    world.rows()
}
