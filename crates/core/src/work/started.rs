//! Commands that were left to run in the background: servers, applications, tunnels.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::command_words::{folder_in, own_words};
use super::how::offered;
use super::outcome::{Shown, shown};
use super::shell::{key, prints, simple_commands};
use super::timeline::Run;
use crate::index::terms::Analyzer;
use crate::word_list::among;

/// Words by which a command, or what it is for, says that it starts something.
const STARTS: &str =
    "boot booting dev launch launching relaunch restart serve server start starting tunnel up";

/// A command that was left to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartedCommand {
    /// The command; long quoted arguments are replaced by "…".
    pub command: String,
    /// Terms of its words, and of what the agent said that it is for.
    pub terms: BTreeSet<String>,
    /// How often it was started.
    pub times: u64,
    /// The folder that its line changed to the last time.
    pub folder: Option<String>,
    /// Uuid of the turn that started it last.
    pub turn: String,
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
}

impl StartedCommand {
    /// Returns what a run of a turn started; `None` for a run that says nothing of starting, or whose
    /// program only reads, prints or hands work over.
    pub(crate) fn of(run: &Run, turn: &str, at_ms: i64) -> Option<Self> {
        let commands = simple_commands(&run.command);
        let shown = shown(run, &commands)?;
        let at = shown.iter().position(|shown| *shown == Some(Shown::Started))?;
        let simple = &commands[at];
        let command =
            offered(simple).filter(|_| !key(simple.text).is_some_and(|key| prints(&key)))?;
        let words = own_words(&command, |_| true);
        let purpose = run.purpose.as_deref().unwrap_or_default();
        let said = [&words, purpose].map(str::to_lowercase).join(" ");
        let says_so = |word: &str| among(STARTS, word);
        if !said.split(|c: char| !c.is_alphanumeric()).any(says_so) {
            return None;
        }
        let analyzer = Analyzer::default();
        let terms = analyzer.query(&words).into_iter().chain(analyzer.query(purpose)).collect();
        let folder = commands[..=at].iter().rev().find_map(|simple| folder_in(simple.text));
        Some(Self { command, terms, times: 1, folder, turn: turn.to_owned(), at_ms })
    }
}

/// Unites the runs of the same command. The runs are the oldest first; so are the commands, by their
/// last run.
pub fn united(runs: impl IntoIterator<Item = StartedCommand>) -> Vec<StartedCommand> {
    let mut commands: Vec<StartedCommand> = Vec::new();
    for mut run in runs {
        if let Some(at) = commands.iter().position(|known| known.command == run.command) {
            let known = commands.remove(at);
            run.times += known.times;
            run.terms.extend(known.terms);
        }
        commands.push(run);
    }
    commands
}
