//! Indexes a folder and says what that took: for `bench/code.mjs`. `measure HOME ROOT [QUERY]`.
#![expect(clippy::print_stdout, reason = "it is what it is for")]

use std::path::PathBuf;
use std::time::Instant;

use mementor_code::{CodeQuestion, CodeStore, Scope, Update, UpdateOptions};
use mementor_core::api::Masker;

fn main() -> mementor_code::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [home, root] = [0, 1].map(|at| PathBuf::from(&arguments[at]));
    let start = Instant::now();
    let options = UpdateOptions { scope: Scope::Whole, threads: 2, masker: Masker::default() };
    let mut update = Update::begin(&home, &root, options)?;
    let walked = start.elapsed();
    while update.step()? {}
    let report = update.finish()?;
    let took = start.elapsed();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("?");
    let row = serde_json::json!({
        "walkMs": walked.as_millis() as u64,
        "ms": took.as_millis() as u64,
        "peak": peak.trim(),
        "share": report.index_bytes as f64 / report.stored.bytes.max(1) as f64,
        "report": report,
    });
    println!("{row}");
    if let Some(query) = arguments.get(2) {
        let start = Instant::now();
        let question = CodeQuestion { text: query.clone(), limit: 8, ..CodeQuestion::default() };
        let found = CodeStore::open(&home, &root)?.search(&question)?;
        println!("{} of {} in {:?}", found.hits.len(), found.matched, start.elapsed());
        for hit in found.hits {
            let name = hit.symbol.unwrap_or_default();
            println!("{:.2} {}:{}-{} {} {name}", hit.score, hit.path, hit.start, hit.end, hit.kind);
        }
    }
    Ok(())
}
