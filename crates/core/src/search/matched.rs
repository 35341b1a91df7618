//! What of a turn met the conditions of a filter on actions: the errors, the commands, the files.

use std::ops::Range;

use serde::Serialize;

use crate::conversation::turn::{Action, ActionKind};
use crate::error::Result;
use crate::index::terms::fold;
use crate::store::{Filter, Reader};
use crate::work::met;

/// The actions of a turn that a filter asked for. Each list is empty when the filter has no such
/// condition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Matched {
    /// Lines of errors, at most three, each of at most 200 characters around the match.
    pub errors: Vec<String>,
    /// Commands, at most three.
    pub commands: Vec<MatchedCommand>,
    /// Paths of files, at most eight.
    pub files: Vec<String>,
}

/// A command that a filter asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchedCommand {
    /// The lines that match, at most 200 characters of them.
    pub command: String,
    /// Exit status, when known.
    pub exit_code: Option<i32>,
}

const ERRORS_MAX: usize = 3;
const COMMANDS_MAX: usize = 3;
const FILES_MAX: usize = 8;
/// Maximum length of an error or a command, in characters, without the marks of the cuts.
const CHARS_MAX: usize = 200;

/// Returns the actions of a turn that a filter asks for; `None` when it asks for none.
pub(super) fn matched(reader: &Reader, turn: i64, filter: &Filter) -> Result<Option<Matched>> {
    if filter.error.is_none() && filter.command.is_none() && filter.file.is_none() {
        return Ok(None);
    }
    let actions = reader.turn_actions(turn)?;
    let asked = |text: &Option<String>| text.as_deref().map(spoken).unwrap_or_default();
    let mut errors = errors(&actions, &asked(&filter.error));
    if let Some(words) = filter.error.as_deref().filter(|_| errors.is_empty()) {
        let lines = met::lines(reader, turn, words)?;
        let first = |line: &String| around(line.trim(), 0..0);
        errors.extend(lines.iter().map(first).take(ERRORS_MAX));
        errors.dedup();
    }
    Ok(Some(Matched {
        errors,
        commands: commands(&actions, &asked(&filter.command)),
        files: files(&actions, &asked(&filter.file)),
    }))
}

/// Returns the errors with all of the words, or, when the words are spread over several errors,
/// those with the most of them.
fn errors(actions: &[Action], asked: &[String]) -> Vec<String> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for error in actions.iter().filter_map(|action| action.error.as_deref()) {
        let words = words(error);
        let held = |asked: &&String| words.iter().any(|(word, _)| word == *asked);
        let count = asked.iter().filter(held).count();
        let first = words.iter().find(|(word, _)| asked.contains(word));
        if let Some((_, range)) = first {
            let shown = around(error, range.clone());
            if !found.iter().any(|(_, known)| *known == shown) {
                found.push((count, shown));
            }
        }
    }
    let most = found.iter().map(|(count, _)| *count).max().unwrap_or_default();
    let best = found.into_iter().filter(|(count, _)| *count == most);
    best.map(|(_, error)| error).take(ERRORS_MAX).collect()
}

fn commands(actions: &[Action], asked: &[String]) -> Vec<MatchedCommand> {
    let mut found: Vec<MatchedCommand> = Vec::new();
    for action in actions.iter().filter(|action| action.kind == ActionKind::Command) {
        let Some(range) = phrase(&action.target, asked) else { continue };
        let command = around(&action.target, range);
        let command = MatchedCommand { command, exit_code: action.exit_status };
        if !found.contains(&command) && found.len() < COMMANDS_MAX {
            found.push(command);
        }
    }
    found
}

/// Returns the changed files first.
fn files(actions: &[Action], asked: &[String]) -> Vec<String> {
    let of = |kind: ActionKind| actions.iter().filter(move |action| action.kind == kind);
    let mut found: Vec<String> = Vec::new();
    for action in of(ActionKind::Edit).chain(of(ActionKind::Read)) {
        let known = found.contains(&action.target);
        if !known && found.len() < FILES_MAX && phrase(&action.target, asked).is_some() {
            found.push(action.target.clone());
        }
    }
    found
}

/// Returns the words of a text, folded, with their byte ranges: split where the index of actions
/// splits.
fn words(text: &str) -> Vec<(String, Range<usize>)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((fold(&text[from..at]), from..at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn spoken(text: &str) -> Vec<String> {
    words(text).into_iter().map(|(word, _)| word).collect()
}

/// Returns the byte range of the first place where a text has the words in sequence.
fn phrase(text: &str, asked: &[String]) -> Option<Range<usize>> {
    if asked.is_empty() {
        return None;
    }
    let words = words(text);
    let here = |run: &[(String, Range<usize>)]| run.iter().map(|(word, _)| word).eq(asked);
    let run = words.windows(asked.len()).find(|run| here(run))?;
    Some(run.first()?.1.start..run.last()?.1.end)
}

/// Returns the lines around a range, cut to [`CHARS_MAX`] characters, with "…" for what is cut off
/// within them.
fn around(text: &str, range: Range<usize>) -> String {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
    let lines = text[start..end].trim();
    if lines.chars().count() <= CHARS_MAX {
        return lines.to_owned();
    }
    let before = text[start..range.start].chars().count();
    // A third of the length goes to the text before the match, unless the line ends sooner.
    let total = text[start..end].chars().count();
    let from = before.saturating_sub(CHARS_MAX / 3).min(total - CHARS_MAX.min(total));
    let piece: String = text[start..end].chars().skip(from).take(CHARS_MAX).collect();
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    format!("{}{}{}", cut(from > 0), piece.trim(), cut(from + CHARS_MAX < total))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn action(kind: ActionKind, target: &str, error: Option<&str>) -> Action {
        Action {
            tool: "T".into(),
            kind,
            target: target.into(),
            exit_status: error.map(|_| 1),
            error: error.map(str::to_owned),
        }
    }

    #[test]
    fn the_line_of_a_command_that_matches_is_told_with_its_exit_status() {
        let script = "cd /srv/shop\nGit Rebase main --autostash\ngit push";
        let actions = [
            action(ActionKind::Command, "ls", None),
            action(ActionKind::Command, script, Some("conflict")),
            action(ActionKind::Command, script, Some("conflict")),
        ];
        let wanted = MatchedCommand {
            command: "Git Rebase main --autostash".to_owned(),
            exit_code: Some(1),
        };
        assert_eq!(commands(&actions, &spoken("git rebase")), [wanted]);
        assert!(commands(&actions, &spoken("rebase git")).is_empty());
        assert!(commands(&actions, &[]).is_empty());
    }

    #[test]
    fn errors_with_all_of_the_words_come_before_those_with_some() {
        let error = |text| action(ActionKind::Command, "make", Some(text));
        let actions = [error("the file exists"), error("open /tmp/é: does not exist")];
        assert_eq!(errors(&actions, &spoken("NOT exist")), ["open /tmp/é: does not exist"]);
        assert_eq!(errors(&actions, &spoken("file open")).len(), 2);
        assert!(errors(&actions, &spoken("panic")).is_empty());
    }

    #[test]
    fn changed_files_come_first_and_accents_do_not_matter() {
        let actions = [
            action(ActionKind::Read, "/srv/Café/menu.rs", None),
            action(ActionKind::Edit, "/srv/cafe/menu.rs", None),
            action(ActionKind::Edit, "/srv/other.rs", None),
            action(ActionKind::Command, "cat cafe/menu.rs", None),
        ];
        let wanted = ["/srv/cafe/menu.rs", "/srv/Café/menu.rs"];
        assert_eq!(files(&actions, &spoken("cafe/menu.rs")), wanted);
    }

    #[test]
    fn a_long_line_is_cut_around_the_match() {
        let text = format!("{} needle {}", "a".repeat(400), "b".repeat(400));
        let shown = around(&text, 401..407);
        assert!(shown.starts_with('…') && shown.ends_with('…') && shown.contains(" needle b"));
        assert!(around("needle and more", 0..6) == "needle and more");
    }

    proptest! {
        #[test]
        fn whatever_is_cut_holds_the_match_and_is_short(text in any::<String>(), at in 0_usize..20) {
            let words = words(&text);
            if let Some((_, range)) = words.get(at).filter(|(_, range)| range.len() < 60) {
                let shown = around(&text, range.clone());
                prop_assert!(shown.contains(&text[range.clone()]), "{shown:?}");
                prop_assert!(shown.chars().count() <= CHARS_MAX + 2);
            }
        }
    }
}
