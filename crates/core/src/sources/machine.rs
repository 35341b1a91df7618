//! The agents on a machine, all together: whose a transcript is, which there are, and the command
//! that leads back into a session.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::listing::{self, FoundTranscript, newest_first};
use super::{Source, all, named};
use crate::error::Result;
use crate::real_path::real_path;
use crate::shell;
use crate::surroundings::Surroundings;

/// What a person is told of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentRow {
    /// Its name in the store and on the command line.
    pub name: &'static str,
    /// Its name in texts for a person.
    pub display_name: &'static str,
    /// Environment variables that locate its files.
    pub variables: Vec<AgentVariable>,
    /// Whether our hooks are installed into it.
    pub is_installed_into: bool,
    /// For how long after the hook of a turn's end it may still write that turn, in milliseconds.
    pub writes_late_ms: u32,
    /// The folder that holds its transcripts; `None` where they are only taken in by name, and where
    /// nothing is told of the machine.
    pub root: Option<String>,
}

/// An environment variable that locates files of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentVariable {
    /// Its name.
    pub name: &'static str,
    /// What it names.
    pub meaning: &'static str,
}

/// Returns the agents; the first is the default.
pub fn agents(on: Option<&Surroundings>) -> Vec<AgentRow> {
    let root = |source: &dyn Source| {
        let root = source.roots(on?).into_iter().next()?;
        Some(root.to_string_lossy().into_owned())
    };
    let row = |source: &&dyn Source| AgentRow {
        name: source.name(),
        display_name: source.facts().display_name,
        variables: (source.facts().variables.iter())
            .map(|&(name, meaning)| AgentVariable { name, meaning })
            .collect(),
        is_installed_into: !source.facts().is_import && !source.facts().is_guest,
        writes_late_ms: source.facts().writes_late_ms,
        root: root(*source),
    };
    all().iter().map(row).collect()
}

/// Which transcripts are looked for. Without any of these: all that the agents keep.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct TranscriptSearch {
    /// Name of an agent whose transcripts alone are meant.
    pub agent: Option<String>,
    /// Those of any agent in a folder and all its subfolders.
    pub under: Option<String>,
    /// Those of the subagents of the session whose transcript this is.
    pub subagents_of: Option<String>,
    /// Also the files in which agents keep prompts besides the transcripts.
    pub histories: Option<bool>,
}

/// What the path of a transcript tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TranscriptPlace {
    /// Name of the agent that it belongs to.
    pub agent: &'static str,
    /// Whether the agent knows it as its own: it is where the agent keeps its files, or has a form
    /// that no other agent's has.
    pub is_owned: bool,
    /// The session; `None` for a file that holds many, and for one that holds prompts alone.
    pub session: Option<String>,
    /// The subagent; `None` for a session's own.
    pub subagent: Option<String>,
    /// The command with which the agent resumes the session, started in its directory; `None` for
    /// a subagent, and for a copy in a folder of which the agent knows nothing.
    pub resume: Option<String>,
}

/// A session to go back into.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Resumable {
    /// Its id.
    pub session: String,
    /// Its working directory, in which the agent is started.
    #[cfg_attr(test, ts(optional = nullable))]
    pub cwd: Option<String>,
}

/// The agents on one machine.
#[derive(Debug)]
pub struct Machine {
    /// What this process is told of it.
    pub on: Surroundings,
    /// The real roots of each agent, once they were looked for.
    roots: OnceLock<Vec<Vec<PathBuf>>>,
    /// The files with prompts alone, once they were looked for.
    histories: OnceLock<Vec<PathBuf>>,
}

impl Machine {
    /// Folders of agents are looked for once somebody asks for what depends on them.
    pub fn of(on: Surroundings) -> Self {
        Self { on, roots: OnceLock::new(), histories: OnceLock::new() }
    }

    fn roots(&self, at: usize) -> &[PathBuf] {
        let roots_of = |source: &&dyn Source| real(source.roots(&self.on));
        &self.roots.get_or_init(|| all().iter().map(roots_of).collect())[at]
    }

    fn histories(&self) -> &[PathBuf] {
        let histories = || all().iter().flat_map(|source| source.histories(&self.on));
        self.histories.get_or_init(|| real(histories()))
    }

    /// Returns the agent of a transcript: the one that knows the path as its own, else the first.
    pub fn owner(&self, path: &Path) -> &'static dyn Source {
        let mut sources = all().iter().copied().enumerate().skip(1);
        sources.find(|(at, _)| self.is_owned(*at, path)).map_or(all()[0], |(_, source)| source)
    }

    /// Whether a path is one of an agent's files, or of one of its folders.
    pub fn owns(&self, source: &dyn Source, path: &Path) -> bool {
        let at = all().iter().position(|each| each.name() == source.name());
        at.is_some_and(|at| self.is_owned(at, path))
    }

    fn is_owned(&self, at: usize, path: &Path) -> bool {
        let has_form = path.to_str().is_some_and(|path| all()[at].has_own_form(path));
        has_form || self.roots(at).iter().any(|root| path.starts_with(root))
    }

    /// Returns what the path of a transcript tells.
    pub fn place(&self, path: &Path) -> TranscriptPlace {
        let source = self.owner(path);
        let is_owned = self.owns(source, path);
        let is_history = self.histories().iter().any(|history| history == path);
        let session = source.session_at(path).filter(|_| !is_history);
        let subagent = source.subagent_at(path);
        let own = session.clone().filter(|id| is_owned && subagent.is_none() && !is_option(id));
        let resume = own.map(|session| resume_command(source, &Resumable { session, cwd: None }));
        TranscriptPlace { agent: source.name(), is_owned, session, subagent, resume }
    }

    /// Returns transcripts on the disk, the one that changed last first.
    ///
    /// # Errors
    /// When no agent has the name.
    pub fn transcripts(&self, search: &TranscriptSearch) -> Result<Vec<FoundTranscript>> {
        if let Some(path) = search.subagents_of.as_deref().map(Path::new) {
            return Ok(newest_first(self.owner(path).subagents_of(path)));
        }
        if let Some(folder) = &search.under {
            let is_transcript = |path: &str| all().iter().any(|source| source.is_transcript(path));
            // A person may name any folder, so there is no bound.
            let found = listing::below(Path::new(folder), usize::MAX, &is_transcript);
            return Ok(newest_first(found));
        }
        let only = search.agent.as_deref().map(named).transpose()?;
        let sources = match &only {
            Some(only) => std::slice::from_ref(only),
            None => all(),
        };
        let kept = sources.iter().filter(|source| !source.facts().is_import);
        let of = |source: &&dyn Source| {
            let roots = source.roots(&self.on);
            let closed = roots.iter().flat_map(|root| listing::closed(root));
            source.all(&self.on).into_iter().chain(closed).collect::<Vec<_>>()
        };
        let mut found: Vec<_> = kept.flat_map(of).collect();
        if search.histories == Some(true) {
            let histories = sources.iter().flat_map(|source| source.histories(&self.on));
            found.extend(histories.filter_map(|path| listing::file_at(&path, true)));
        }
        Ok(newest_first(found))
    }

    /// Returns the agent that would find a session.
    pub fn resuming(&self, session: &Resumable) -> Option<&'static dyn Source> {
        let (id, directory) = (&session.session, session.cwd.as_deref());
        if is_option(id) {
            return None;
        }
        all().iter().copied().find(|source| source.is_resumable(id, directory, &self.on))
    }

    /// Returns the command that leads back into each session: the agent's own where the agent would
    /// find the session, else `mementor resume`, which restores the transcript first, and says so
    /// if the session's folder no longer exists. It looks for each session once.
    pub fn resume_commands(&self, sessions: &[Resumable]) -> Vec<String> {
        let mut known: HashMap<&Resumable, String> = HashMap::new();
        let command = |session| {
            let command = known.entry(session).or_insert_with(|| self.leading_back(session));
            command.clone()
        };
        sessions.iter().map(command).collect()
    }

    fn leading_back(&self, session: &Resumable) -> String {
        let source = self.resuming(session);
        // `mementor resume` knows the sessions of the first agent alone.
        let is_first = source.is_some_and(|source| source.name() == all()[0].name());
        let is_gone = |cwd: &String| is_first && !Path::new(cwd).exists();
        match source.filter(|_| !session.cwd.as_ref().is_some_and(is_gone)) {
            Some(source) => resume_command(source, session),
            None if is_option(&session.session) => {
                in_words(&resume_words(all()[0], &session.session))
            }
            None => format!("mementor resume {}", shell::word(&session.session)),
        }
    }

    /// Returns the id of the session that this process runs in.
    pub fn running_session(&self) -> Option<&str> {
        let mut variables = all().iter().filter_map(|source| source.facts().session_variable);
        variables.find_map(|name| self.on.variable(name))
    }

    /// Whether an agent runs this process, and not the person. It stands in no file, so nothing that is
    /// read can claim the opposite.
    pub fn is_run_by_agent(&self) -> bool {
        let mut variables = all().iter().flat_map(|source| source.facts().shell_variables);
        variables.any(|name| self.on.variable(name).is_some())
    }

    /// Returns the directory in which the session of this process was started, if an agent tells.
    pub fn session_directory(&self) -> Option<&str> {
        let mut variables = all().iter().filter_map(|source| source.facts().directory_variable);
        variables.find_map(|name| self.on.variable(name))
    }
}

fn real(paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    paths.into_iter().map(|path| real_path(&path)).collect()
}

/// Whether a program would take an id for an option: somebody who wrote it into a transcript could
/// have an agent started with it.
pub fn is_option(id: &str) -> bool {
    id.starts_with('-')
}

/// Returns the program with which an agent resumes a session, and its arguments; for an id that
/// would be an option, what shows the session.
pub fn resume_words(source: &dyn Source, session: &str) -> Vec<String> {
    if is_option(session) {
        return ["mementor", "show", "--", session].map(str::to_owned).into();
    }
    source.facts().resume_words(session)
}

/// Returns the shell command with which an agent resumes a session.
pub fn resume_command(source: &dyn Source, session: &Resumable) -> String {
    let command = in_words(&resume_words(source, &session.session));
    match session.cwd.as_deref().filter(|cwd| !cwd.is_empty()) {
        Some(cwd) if is_option(cwd) => {
            format!("cd {} && {command}", shell::word(&format!("./{cwd}")))
        }
        Some(cwd) => format!("cd {} && {command}", shell::word(cwd)),
        None => command,
    }
}

fn in_words(words: &[String]) -> String {
    words.iter().map(|word| shell::word(word)).collect::<Vec<_>>().join(" ")
}

/// Whether a transcript belongs to a session, or to one of its subagents. Takes the real path of the
/// session's transcript.
pub fn is_of_session(path: &Path, session: &Path) -> bool {
    let mut folders = all().iter().filter_map(|source| source.subagents_folder(session));
    path == session || folders.any(|folder| path.starts_with(folder))
}

/// Returns the error of a tool without the marks of any agent.
pub fn plain_error(error: &str) -> String {
    let marks = all().iter().flat_map(|source| source.facts().error_marks);
    marks.fold(error.to_owned(), |text, mark| text.replace(mark, "")).trim().to_owned()
}

/// Whether a file is one in which an agent keeps the output of a tool.
pub fn is_kept_output(path: &str) -> bool {
    all().iter().any(|source| source.is_kept_output(path))
}
