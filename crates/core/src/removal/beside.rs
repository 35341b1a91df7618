//! Removes forgotten turns from the files beside the database: the records of what prompts got,
//! the inbox, the last list, the counters of notes.

use std::collections::HashSet;
use std::path::Path;

use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::home::{Home, names_in};
use crate::json;
use crate::private_file::replace;
use crate::regular_file::read_regular;
use crate::secrets::{Masker, masked_out};
use crate::sources;

/// Far longer than any write takes.
const TORN_MS: i64 = 10_000;
/// Far more than any of these files has.
const BYTES_MAX: u64 = 256 << 20;

/// The turns that go, as the files beside the database know them.
#[derive(Debug, Clone, Default)]
pub(super) struct Gone {
    /// Uuids of turns and notes.
    pub ids: HashSet<String>,
    /// Sessions that hold one of the turns.
    pub sessions: HashSet<String>,
    /// Prompts of the turns.
    pub prompts: Vec<String>,
}

type Fields = Map<String, Value>;

/// Removes the prompts of turns from the records, and waiting answers from the inbox.
pub(super) fn clear(home: &Home, gone: &Gone, now_ms: i64) -> Result<()> {
    for folder in [home.folder(), &home.recalls()] {
        remove_torn(folder, now_ms);
    }
    let unwritable = |source| Error::HomeUnwritable { path: home.inbox(), source };
    home.remove_unfinished_payloads(now_ms).map_err(unwritable)?;
    clear_added(home, &gone.ids)?;
    home.drop_list()?;
    let prompts: Vec<&str> = gone.prompts.iter().map(|prompt| prompt.trim()).collect();
    rewrite_each(&home.recalls(), ".jsonl", |fields| {
        if text_of(fields, "prompt").is_some_and(|recorded| begins_one(recorded, &prompts)) {
            fields.insert("prompt".to_owned(), Value::from(""));
        }
        // A transcript still has the prompts of its forgotten turns: nobody must read them there.
        fields.remove("transcript");
    })?;
    // The transcript still has the answer; its turn will not be ingested.
    rewrite_each(&home.inbox(), ".json", |fields| {
        let path = text_of(fields, "transcriptPath").unwrap_or_default();
        let mut named = sources::all().iter().filter_map(|source| source.session_of(path));
        let is_named = |session: &String| !session.is_empty() && path.contains(session.as_str());
        if named.any(|session| gone.sessions.contains(&session))
            || gone.sessions.iter().any(is_named)
        {
            fields.remove("lastAnswer");
        }
    })
}

/// Drops the texts that were added to prompts and hold one of these turns or notes, and the
/// counters of the notes.
pub(super) fn clear_added(home: &Home, ids: &HashSet<String>) -> Result<()> {
    rewrite_each(&home.recalls(), ".jsonl", |fields| {
        let lists =
            ["injected", "notes"].into_iter().filter_map(|name| fields.get(name)?.as_array());
        let held = lists.flatten().any(|id| id.as_str().is_some_and(|id| ids.contains(id)));
        // The text that a session got at its start sums up many turns, and does not say which.
        if held || fields.contains_key("told") {
            drop_text(fields);
        }
    })?;
    home.fold_shown(ids)
        .map_err(|source| Error::HomeUnwritable { path: home.shown_notes(), source })
}

/// Masks texts beside the database: prompts in the records, answers in the inbox, the log. Returns
/// the masked texts, which must never be printed.
pub(super) fn mask(home: &Home, masker: &Masker) -> Result<Vec<String>> {
    let mut removed = Vec::new();
    let mut change = |fields: &mut Fields, name: &str, masked: &dyn Fn(&str) -> String| {
        let Some(before) = text_of(fields, name) else { return };
        let after = masked(before);
        if after != before {
            removed.extend(masked_out(before, &after));
            fields.insert(name.to_owned(), Value::from(after));
        }
    };
    let spoken = |text: &str| masker.mask_spoken(text).into_owned();
    let answered = |text: &str| masker.mask_answered(text).into_owned();
    rewrite_each(&home.recalls(), ".jsonl", |fields| {
        change(fields, "prompt", &spoken);
        // Excerpts of turns: one may hold half of a secret, which no pattern matches.
        drop_text(fields);
    })?;
    rewrite_each(&home.inbox(), ".json", |fields| change(fields, "lastAnswer", &answered))?;
    for path in home.logs() {
        let Ok(bytes) = read_regular(&path, BYTES_MAX) else { continue };
        let before = String::from_utf8_lossy(&bytes);
        // Masked as an answer: a tag in it excludes nothing after it, because no user typed it.
        let after = masker.mask_answered(&before);
        if after != before {
            removed.extend(masked_out(&before, &after));
            replace(&path, &after).map_err(|source| Error::HomeUnwritable { path, source })?;
        }
    }
    Ok(removed)
}

fn text_of<'f>(fields: &'f Fields, name: &str) -> Option<&'f str> {
    fields.get(name)?.as_str()
}

/// Drops a text, and from what its lessons were learnt.
fn drop_text(fields: &mut Fields) {
    fields.remove("lessons");
    if fields.get("text").is_some_and(|text| !text.is_null()) {
        fields.insert("text".to_owned(), Value::Null);
    }
}

/// Compares beginnings, because a record keeps only the start of a prompt.
fn begins_one(recorded: &str, prompts: &[&str]) -> bool {
    let beginning = recorded.strip_suffix('…').unwrap_or(recorded).trim();
    !beginning.is_empty() && prompts.iter().any(|prompt| prompt.starts_with(beginning))
}

/// Removes temporary files of a process that was killed while writing.
fn remove_torn(folder: &Path, now_ms: i64) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let Ok(found) = entry.metadata() else { continue };
        if !(name.starts_with('.') && name.ends_with(".tmp") && found.is_file()) {
            continue;
        }
        let changed = found.modified().ok();
        let changed = changed.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        let changed_ms = changed.map_or(0, |at| at.as_millis() as i64);
        if now_ms - changed_ms > TORN_MS {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Rewrites the lines of the files in a folder whose names end so.
fn rewrite_each(folder: &Path, ending: &str, mut change: impl FnMut(&mut Fields)) -> Result<()> {
    let names = names_in(folder).unwrap_or_default();
    for name in names.iter().filter(|name| name.ends_with(ending)) {
        rewrite(&folder.join(name), &mut change)?;
    }
    Ok(())
}

/// Rewrites the lines of a file, each an object, where one changes; lines that cannot be parsed go
/// then too. A file that cannot be read stays as it is.
fn rewrite(path: &Path, change: &mut impl FnMut(&mut Fields)) -> Result<()> {
    let Ok(bytes) = read_regular(path, BYTES_MAX) else { return Ok(()) };
    let before = String::from_utf8_lossy(&bytes);
    let mut is_changed = false;
    let mut after = String::new();
    for line in before.lines() {
        let Some(Value::Object(before)) = json::value(line) else { continue };
        let mut fields = before.clone();
        change(&mut fields);
        is_changed |= fields != before;
        after += &Value::Object(fields).to_string();
        after.push('\n');
    }
    if !is_changed {
        return Ok(());
    }
    replace(path, &after).map_err(|source| Error::HomeUnwritable { path: path.to_owned(), source })
}
