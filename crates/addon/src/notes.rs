//! The options of the calls about notes.

use mementor_core::api::{
    self, Author, Branches, Change, Error, Filter as FilterOptions, Move, NewNote, NoteFilter,
    NoteRow, NoteScope, Result, State, WholeNote as Note, Within,
};
use napi_derive::napi;

use crate::row::{Given, Row};

/// A note after a change.
#[napi(object, object_from_js = false)]
pub struct ChangedNote {
    pub note: Row<Note>,
    /// Whether it is another one than before.
    pub changed: bool,
}

/// A note to write.
#[napi(object)]
pub struct RememberOptions {
    /// UUID that it gets when it is new.
    pub id: String,
    /// Its text: the first line is the summary, the rest the body.
    pub text: String,
    /// Name or alias of its kind.
    pub kind: String,
    pub tags: Vec<String>,
    /// Files that it is about, absolute or relative to the directory.
    pub files: Vec<String>,
    /// Whether it holds everywhere.
    pub person: bool,
    /// The branch on which alone it holds; empty for the one that is checked out.
    pub branch: Option<String>,
    pub pinned: bool,
    /// Beginnings of the ids of notes that it replaces.
    pub supersedes: Vec<String>,
    /// Whether a coding agent writes it.
    pub agent: bool,
    /// Directory in which it is written.
    pub directory: String,
    /// Name of a project; without one, that of the directory.
    pub project: Option<String>,
    /// Milliseconds since the epoch.
    pub now_ms: i64,
}

impl From<RememberOptions> for NewNote {
    fn from(options: RememberOptions) -> Self {
        Self {
            uuid: options.id,
            text: options.text,
            kind: options.kind,
            tags: options.tags,
            files: options.files,
            scope: match (options.person, &options.branch) {
                (true, _) => NoteScope::Person,
                (false, Some(_)) => NoteScope::Branch,
                (false, None) => NoteScope::Project,
            },
            branch: options.branch,
            pinned: options.pinned,
            supersedes: options.supersedes,
            author: if options.agent { Author::Agent } else { Author::Person },
            directory: options.directory.into(),
            project: options.project,
        }
    }
}

/// A change of a note: one of the first two, or some of the others.
#[napi(object)]
pub struct NoteChange {
    /// `accept`, `reject`, `resolve`, `archive` or `restore`.
    pub verb: Option<String>,
    pub pinned: Option<bool>,
    /// New text: the first line is the summary, the rest the body.
    pub text: Option<String>,
    /// Name or alias of another kind.
    pub kind: Option<String>,
    /// All tags.
    pub tags: Option<Vec<String>>,
    /// All files.
    pub files: Option<Vec<String>>,
}

impl TryFrom<NoteChange> for Change {
    type Error = Error;

    fn try_from(options: NoteChange) -> Result<Self> {
        let NoteChange { verb, pinned, text, kind, tags, files } = options;
        if let Some(verb) = verb {
            let unknown = || Error::InvalidArgument(format!("no note can {verb}"));
            return Move::named(&verb).map(Self::Move).ok_or_else(unknown);
        }
        Ok(match pinned {
            Some(pinned) => Self::Pin(pinned),
            None => Self::Edit { text, kind, tags, files },
        })
    }
}

/// Conditions on notes.
#[napi(object)]
pub struct NoteFilterOptions {
    /// Names or aliases of kinds, one of which a note must have; empty for any.
    pub kinds: Vec<String>,
    /// A tag that it must have.
    pub tag: Option<String>,
    /// Whether notes of every branch pass; else those of other branches do not.
    pub all_branches: Option<bool>,
    /// Whether active notes that a newer one replaced are meant, or the others; both if omitted.
    pub superseded: Option<bool>,
}

impl NoteFilterOptions {
    /// Returns the conditions together with those that turns share. In a directory, notes of other
    /// branches do not pass, unless they are asked for.
    pub fn with(self, common: FilterOptions, within: &Within) -> Result<NoteFilter> {
        let is_any = self.all_branches == Some(true) || common.branch.is_some();
        let branches = match within {
            Within::Directory(directory) if !is_any => Branches::On(api::branch(directory)),
            _ => Branches::All,
        };
        let kinds = self.kinds.iter().map(|kind| Ok(api::kind_named(kind)?.name.to_owned()));
        let kinds = kinds.collect::<Result<_>>()?;
        Ok(NoteFilter { kinds, tag: self.tag, common, branches, superseded: self.superseded })
    }
}

/// The first notes of a list.
#[napi(object, object_from_js = false)]
pub struct FirstNotes {
    #[napi(ts_type = "Note[]")]
    pub notes: Row<Vec<NoteRow>>,
    /// How many the list has.
    pub total: u32,
}

/// Which notes a list shows.
#[napi(object, object_to_js = false)]
pub struct NotesOptions {
    /// Directory whose project's notes are listed.
    pub directory: String,
    /// Name or key of a project.
    pub project: Option<String>,
    /// All projects.
    pub everything: bool,
    pub notes: NoteFilterOptions,
    /// Names of states; empty for any.
    pub states: Vec<String>,
    /// Conditions on time, branch and file.
    pub filter: Option<Given<FilterOptions>>,
}

/// Returns the states with these names.
pub fn states(names: &[String]) -> Result<Vec<State>> {
    names.iter().map(|name| State::named(name)).collect()
}
