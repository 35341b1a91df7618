//! Which files a new session is likely to work on.
//!
//! Each earlier session votes for the files it changed, and with less weight for those it read. Its
//! vote counts by how many sessions ago it was and by how near it was to the new one: the same
//! folder, the same branch. docs/decisions/context.md says how the constants were found.

use std::collections::BTreeSet;

use super::paths::share_home;
use super::{Here, Past};
use crate::recall::harmless::harmless_line;

/// How fast a vote fades: the vote of the session `n` sessions ago is `(1 + n)` to the power of
/// minus this.
const FADING: f64 = 0.6;
/// Factor of the vote of a session in the same folder.
const SAME_FOLDER: f64 = 3.0;
/// Factor of the vote of a session in another folder of the same person.
const SAME_HOME: f64 = 1.6;
/// Factor of the vote of a session on the same branch, when the branch is of one piece of work.
const SAME_BRANCH: f64 = 3.0;
/// Vote for a file that was read, where one that was changed gets 1.
const READ: f64 = 0.3;
/// Factor of a file whose path holds a word of the branch's name.
const BRANCH_WORD: f64 = 1.5;
/// Factor of a document: it is changed along with much work, and read for little of it.
const DOCUMENT: f64 = 0.5;
/// A file with fewer votes is not named.
const VOTES_MIN: f64 = 1.5;
/// Maximum number of files.
const FILES_MAX: usize = 40;

/// Branches that everybody works on: their names do not describe the work.
const COMMON_BRANCHES: [&str; 6] = ["main", "master", "develop", "dev", "trunk", "HEAD"];
/// Parts of branch names that do not describe the work.
const COMMON_WORDS: [&str; 6] = ["feature", "feat", "main", "master", "test", "bugfix"];
/// How the names of documents end.
const DOCUMENTS: [&str; 5] = [".md", ".mdx", ".rst", ".adoc", ".txt"];
/// Minimum letters of a word of a branch's name.
const WORD_CHARS_MIN: usize = 4;

/// Returns the files that were changed before and are likely to be worked on, the likeliest first.
/// `past` has the session that was active last first, and gives files by their places in `names`.
pub fn likely(names: &[String], past: &[&Past], here: &Here) -> Vec<String> {
    let branch = here.branch.as_deref().filter(|branch| !COMMON_BRANCHES.contains(branch));
    let words = branch.map(words_of).unwrap_or_default();
    let mut votes = vec![0.0; names.len()];
    let mut is_changed = vec![false; names.len()];
    let working = past.iter().filter(|session| !session.is_idle());
    for (ago, session) in working.enumerate() {
        let vote = weight(ago, session, here.folder.as_deref(), branch);
        for &file in &session.changed {
            votes[file] += vote;
            is_changed[file] = true;
        }
        for &file in &session.read {
            votes[file] += vote * READ;
        }
    }
    let changed = (0..names.len()).filter(|&file| is_changed[file]);
    let mut ranked: Vec<(&str, f64)> = changed
        .map(|file| (names[file].as_str(), votes[file]))
        // Most have too few votes whatever their names are.
        .filter(|(_, votes)| votes * BRANCH_WORD >= VOTES_MIN)
        .collect();
    for (file, votes) in &mut ranked {
        if !words.is_empty() && !words.is_disjoint(&words_of(file)) {
            *votes *= BRANCH_WORD;
        }
        if DOCUMENTS.iter().any(|end| file.ends_with(end)) {
            *votes *= DOCUMENT;
        }
    }
    ranked.retain(|(_, votes)| *votes >= VOTES_MIN);
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    ranked.into_iter().take(FILES_MAX).map(|(file, _)| file.to_owned()).collect()
}

/// Returns files as lines, those of one folder on one line: `- src/: a.rs, b.rs`.
pub fn grouped(files: &[String]) -> String {
    let mut folders: Vec<(&str, Vec<&str>)> = Vec::new();
    for file in files {
        let (folder, name) = file.rsplit_once('/').map_or(("", file.as_str()), |parts| parts);
        match folders.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, names)) => names.push(name),
            None => folders.push((folder, vec![name])),
        }
    }
    let line = |(folder, names): (&str, Vec<&str>)| {
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/: ") };
        format!("- {}\n", harmless_line(&format!("{folder}{}", names.join(", "))))
    };
    folders.into_iter().map(line).collect()
}

fn weight(ago: usize, session: &Past, folder: Option<&str>, branch: Option<&str>) -> f64 {
    let fading = (1.0 + ago as f64).powf(-FADING);
    let near = match (folder, session.folder.as_deref()) {
        (Some(one), Some(other)) if one == other => SAME_FOLDER,
        (Some(one), Some(other)) if share_home(one, other) => SAME_HOME,
        _ => 1.0,
    };
    let is_same = branch.is_some() && session.branch.as_deref() == branch;
    fading * near * if is_same { SAME_BRANCH } else { 1.0 }
}

/// Returns the distinctive words of a path or branch, in lower case; `camelCase` is two words.
fn words_of(name: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut word = String::new();
    let mut was_lower = false;
    for c in name.chars().chain([' ']) {
        if !c.is_ascii_alphabetic() || c.is_ascii_uppercase() && was_lower {
            let ended = std::mem::take(&mut word);
            if ended.len() >= WORD_CHARS_MIN && !COMMON_WORDS.contains(&ended.as_str()) {
                words.insert(ended);
            }
        }
        if c.is_ascii_alphabetic() {
            word.push(c.to_ascii_lowercase());
        }
        was_lower = c.is_ascii_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::past::Names;
    use super::*;

    /// A session by its folder, its branch, and the files that it changed and read.
    type Session<'s> = (&'s str, &'s str, &'s [&'s str], &'s [&'s str]);

    fn likely(sessions: &[Session], here: &Here) -> Vec<String> {
        let mut names = Names::default();
        let past: Vec<Past> = sessions
            .iter()
            .map(|(folder, branch, changed, read)| Past {
                folder: Some((*folder).to_owned()).filter(|folder| !folder.is_empty()),
                branch: Some((*branch).to_owned()),
                changed: changed.iter().map(|file| names.place(file)).collect(),
                read: read.iter().map(|file| names.place(file)).collect(),
                ..Past::default()
            })
            .collect();
        super::likely(&names.into_list(), &past.iter().collect::<Vec<_>>(), here)
    }

    fn here(folder: &str, branch: &str) -> Here {
        Here { folder: Some(folder.to_owned()), branch: Some(branch.to_owned()), ..Here::default() }
    }

    #[test]
    fn the_work_of_this_branch_and_folder_comes_first() {
        let past: [Session; 3] = [
            ("/home/me/other", "login", &["src/login.rs"], &[]),
            ("/home/me/app", "search-index", &["src/index.rs"], &["src/query.rs"]),
            ("/home/me/app", "main", &["README.md", "src/query.rs"], &[]),
        ];
        let found = likely(&past, &here("/home/me/app", "search-index"));
        assert_eq!(found, ["src/index.rs", "src/query.rs", "src/login.rs"]);
    }

    #[test]
    fn a_document_counts_half() {
        let past: [Session; 2] =
            [("/home/me/app", "main", &["src/a.rs", "README.md", "a.md"], &[]); 2];
        assert_eq!(
            likely(&past[..1], &here("/home/me/app", "main")),
            ["src/a.rs", "README.md", "a.md"]
        );
        let elsewhere = likely(&past, &here("/home/me/app/b", "main"));
        assert_eq!(elsewhere, ["src/a.rs"]);
    }

    #[test]
    fn a_file_that_was_only_read_is_not_named() {
        let past: [Session; 1] = [("/home/me/app", "main", &["a.rs"], &["b.rs"])];
        assert_eq!(likely(&past, &here("/home/me/app", "main")), ["a.rs"]);
    }

    #[test]
    fn what_lies_far_back_is_not_named() {
        let mut past: Vec<Session> = vec![("/home/me/app", "main", &["a.rs"], &[]); 30];
        past.push(("/home/me/app", "main", &["old.rs"], &[]));
        assert_eq!(likely(&past, &here("/home/me/app", "main")), ["a.rs"]);
    }

    #[test]
    fn an_idle_session_makes_no_other_older() {
        let mut past: Vec<Session> = vec![("", "main", &[], &[]); 50];
        past.push(("/home/me/app", "main", &["a.rs"], &[]));
        assert_eq!(likely(&past, &here("/home/me/app", "main")), ["a.rs"]);
    }

    #[test]
    fn words_are_split_at_signs_and_capitals() {
        let words = words_of("alex/ENT-108-addAutoSummaries");
        assert_eq!(words.into_iter().collect::<Vec<_>>(), ["alex", "auto", "summaries"]);
    }
}
