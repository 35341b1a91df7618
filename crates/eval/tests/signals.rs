//! Quality floors of the detection of notes, on the repository's own small set.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Source and tier, the hits at least, how many of them may be no note, and the sure notes found at
/// least.
const FLOORS: [(&str, &str, usize, usize, usize); 3] = [
    ("prompt", "auto", 19, 0, 19),
    ("prompt", "suggest", 16, 0, 14),
    ("answer", "suggest", 6, 0, 6),
];

#[test]
fn detection_stays_as_good_as_it_was() {
    let set = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/eval/signals.jsonl");
    let mut program = Command::new(env!("CARGO_BIN_EXE_mementor-eval"));
    let output = program.arg("--signals").arg(set).arg("--json").output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (source, tier, hits, wrong, found) in FLOORS {
        let line = lines
            .iter()
            .find(|line| line["source"] == source && line["tier"] == tier && line["kind"] == "all");
        let line = line.unwrap_or_else(|| panic!("no line for {source}, {tier}: {output}"));
        let count = |share: &str, of: &str| {
            let share = line[share].as_f64().expect("a share");
            (share * line[of].as_f64().expect("a count")).round() as usize
        };
        let fired = count("accepted", "fired") + wrong;
        assert!(line["fired"].as_u64() >= Some(hits as u64), "too few hits: {line}");
        assert!(line["fired"].as_u64() <= Some(fired as u64), "too many that are no note: {line}");
        assert!(count("found", "notes") >= found, "too few sure notes are found: {line}");
    }
}
