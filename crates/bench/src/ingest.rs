//! Cost of ingesting transcripts, and of only parsing the same bytes.

use std::hint::black_box;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::clock::{Cost, milliseconds};
use crate::failure::{Failure, Result};
use crate::options::Options;
use crate::product;

/// Ingests all transcripts into the memory at `--home`. Returns `{ wallMs, cpuMs, transcriptBytes,
/// databaseBytes, turns, chunks }`.
pub fn product(options: &Options) -> Result<Value> {
    let root = options.path("transcripts")?;
    let files = transcripts(&root)?;
    let home = options.path("home")?;
    let mut memory = product::memory(&home, &options.path("models")?)?;
    let (cost, done) = Cost::of(|| -> Result<()> {
        for file in &files {
            let project = project_of(&root, file);
            while !memory.ingest(file, project.as_deref())?.done {}
        }
        Ok(())
    });
    done?;
    let stats = memory.stats()?;
    drop(memory);
    let mut report = report(cost, &files)?;
    let database = std::fs::metadata(product::database(&home))?;
    report["databaseBytes"] = json!(database.len());
    report["turns"] = json!(stats.turns);
    report["chunks"] = json!(stats.chunks);
    Ok(report)
}

/// Parses every line with `serde_json` and discards the value. Returns `{ wallMs, cpuMs,
/// transcriptBytes }`.
pub fn bare(options: &Options) -> Result<Value> {
    let files = transcripts(&options.path("transcripts")?)?;
    let (cost, done) = Cost::of(|| -> Result<()> {
        for file in &files {
            let bytes = std::fs::read(file)?;
            for line in bytes.split(|&byte| byte == b'\n') {
                // A broken line gives no value but costs the same.
                let _ = black_box(serde_json::from_slice::<Value>(line));
            }
        }
        Ok(())
    });
    done?;
    report(cost, &files)
}

fn report(cost: Cost, files: &[PathBuf]) -> Result<Value> {
    let mut bytes = 0;
    for file in files {
        bytes += std::fs::metadata(file)?.len();
    }
    Ok(json!({
        "wallMs": milliseconds(cost.wall),
        "cpuMs": milliseconds(cost.cpu),
        "transcriptBytes": bytes,
    }))
}

/// Returns the project of a transcript: its folder directly below the root.
fn project_of(root: &Path, file: &Path) -> Option<String> {
    let below = file.strip_prefix(root).ok()?;
    Some(below.iter().next()?.to_string_lossy().into_owned())
}

/// Returns all transcripts below a folder, sorted by path.
fn transcripts(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).map_err(|error| Failure::of(folder.display(), error))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "jsonl") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
