//! Runs the fuzz targets on every input in the corpus; `npm run fuzz` searches for more.

#[path = "../../../fuzz/targets/mod.rs"]
mod targets;

use std::path::Path;

/// Runs a target on its corpus.
fn run_kept(name: &str) {
    let (_, run) = targets::ALL.into_iter().find(|target| target.0 == name).expect("a target");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut inputs = 0;
    for entry in std::fs::read_dir(&folder).expect("each target has inputs") {
        let path = entry.expect("a readable folder").path();
        let input = std::fs::read(&path).expect("a readable file");
        let failed = std::panic::catch_unwind(|| run(&input)).is_err();
        assert!(!failed, "{}", path.display());
        inputs += 1;
    }
    assert!(inputs > 0, "{} is empty", folder.display());
}

#[test]
fn transcript() {
    run_kept("transcript");
}

#[test]
fn secrets() {
    run_kept("secrets");
}

#[test]
fn words() {
    run_kept("words");
}

#[test]
fn query() {
    run_kept("query");
}

#[test]
fn blobs() {
    run_kept("blobs");
}

#[test]
fn import() {
    run_kept("import");
}

#[test]
fn damage() {
    run_kept("damage");
}

#[test]
fn packed() {
    run_kept("packed");
}

#[test]
fn hook_input() {
    run_kept("hook_input");
}

#[test]
fn recalls() {
    run_kept("recalls");
}

#[test]
fn every_target_is_run() {
    let mut named: Vec<&str> = targets::ALL.iter().map(|target| target.0).collect();
    named.sort_unstable();
    let run = [
        "blobs",
        "damage",
        "hook_input",
        "import",
        "packed",
        "query",
        "recalls",
        "secrets",
        "transcript",
        "words",
    ];
    assert_eq!(named, run);
}
