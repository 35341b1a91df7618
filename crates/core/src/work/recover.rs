//! `recover`: what a file held before and after each change that an agent made.
//!
//! An agent that writes a whole file shows its content, and each later edit that fits changes it.
//! After a change from elsewhere an edit no longer fits: from there on the content is unknown, and
//! only the replaced text is.

use serde::Serialize;

use super::blame::turns_on;
use super::is_same_file;
use super::timeline::{Event, Place, What, timeline};
use crate::conversation::dialect::FileChange;
use crate::error::Result;
use crate::store::{Scope, Store};

/// A file after a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Version {
    /// Where it was changed.
    pub place: Place,
    /// Path of the file, as the agent wrote it.
    pub file: String,
    /// The text that the change replaced; `None` when the whole file was written.
    pub replaced: Option<String>,
    /// The text that took its place.
    pub with: String,
    /// The whole content after the change, where it is known.
    pub content: Option<String>,
}

/// Returns the versions of a file, the newest first.
pub fn versions(store: &Store, scope: &Scope, file: &str) -> Result<Vec<Version>> {
    let mut changes: Vec<(Place, FileChange)> = Vec::new();
    store.read(|reader| {
        for turns in turns_on(reader, scope, file)? {
            let timeline = timeline(reader, &turns)?;
            let of = |event: &Event| {
                let What::Changed(changes) = &event.what else { return Vec::new() };
                let on = changes.iter().filter(|change| is_same_file(&change.file, file));
                on.map(|change| (timeline.place(event), change.clone())).collect()
            };
            changes.extend(timeline.events.iter().flat_map(of));
        }
        Ok(())
    })?;
    // The sort is stable: the changes of one call keep their order.
    changes.sort_by_key(|(place, _)| place.at_ms);
    let mut versions = replayed(changes);
    versions.reverse();
    Ok(versions)
}

/// Replays changes, oldest first. Files of the same name in different folders are kept apart.
fn replayed(changes: Vec<(Place, FileChange)>) -> Vec<Version> {
    let mut contents: Vec<(String, Option<String>)> = Vec::new();
    let replay = |(place, change): (Place, FileChange)| {
        let at = contents.iter().position(|(file, _)| *file == change.file).unwrap_or_else(|| {
            contents.push((change.file.clone(), None));
            contents.len() - 1
        });
        let content = after(contents[at].1.take(), &change);
        contents[at].1.clone_from(&content);
        let replaced = change.old.filter(|old| !old.is_empty());
        Version { place, file: change.file, replaced, with: change.new, content }
    };
    changes.into_iter().map(replay).collect()
}

/// Returns the content after a change, where the change fits.
pub(super) fn after(content: Option<String>, change: &FileChange) -> Option<String> {
    let old = change.old.as_ref().filter(|old| !old.is_empty());
    let Some(old) = old else { return Some(change.new.clone()) };
    let content = content.filter(|content| content.contains(old))?;
    let times = if change.everywhere { usize::MAX } else { 1 };
    Some(content.replacen(old, &change.new, times))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(old: Option<&str>, new: &str) -> (Place, FileChange) {
        let change = FileChange {
            file: "/p/a.rs".into(),
            old: old.map(str::to_owned),
            new: new.into(),
            everywhere: false,
        };
        (Place::default(), change)
    }

    #[test]
    fn a_written_file_is_followed_through_edits_until_one_does_not_fit() {
        let versions = replayed(vec![
            change(None, "one\ntwo\n"),
            change(Some("two"), "three"),
            change(Some("a line from elsewhere"), "x"),
            change(Some("x"), "y"),
            change(None, "new\n"),
        ]);
        let contents: Vec<Option<&str>> = versions.iter().map(|v| v.content.as_deref()).collect();
        assert_eq!(contents, [Some("one\ntwo\n"), Some("one\nthree\n"), None, None, Some("new\n")]);
    }
}
