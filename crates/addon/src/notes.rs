//! Notes as JavaScript objects, and the options of the calls about them.

use mementor_core::api::{
    self, Author, Branches, Change, Error, Filter, KINDS, Move, NewNote, NoteFilter, NoteRow,
    Result, Scope, State, WholeNote, Within,
};
use napi_derive::napi;

use crate::convert::Piece;
use crate::filter::FilterOptions;

/// A kind of note.
#[napi(object)]
pub struct NoteKind {
    pub name: String,
    pub plural: String,
    pub aliases: Vec<String>,
    pub ages: bool,
}

/// Returns all kinds of notes.
pub fn kinds() -> Vec<NoteKind> {
    let kind = |kind: &api::NoteKind| NoteKind {
        name: kind.name.to_owned(),
        plural: kind.plural.to_owned(),
        aliases: kind.aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        ages: kind.ages,
    };
    KINDS.iter().map(kind).collect()
}

/// A note. In a list, its body and its statements are empty.
#[napi(object)]
pub struct Note {
    pub id: String,
    pub kind: String,
    pub summary: String,
    pub body: String,
    pub tags: Vec<String>,
    /// Tags that say that an agent was not sure of it.
    pub suspect: Vec<String>,
    pub files: Vec<String>,
    /// `project`, `branch` or `person`.
    pub scope: String,
    pub project: String,
    pub project_key: String,
    pub branch: Option<String>,
    pub state: String,
    /// `person`, `prompt`, `answer`, `agent`, `import` or `upkeep`.
    pub author: String,
    pub confidence: f64,
    pub pinned: bool,
    pub supersedes: Vec<String>,
    pub relates_to: Vec<String>,
    pub superseded_by: Option<String>,
    /// UUID of the turn that it comes from.
    pub turn: Option<String>,
    /// The words that say it there.
    pub words: Option<String>,
    /// UUIDs of all turns in which it was marked or found.
    pub turns: Vec<String>,
    /// Id of the note that says the same and counts this one.
    pub merged_into: Option<String>,
    pub written_ms: i64,
    pub changed_ms: i64,
    pub said: i64,
    pub said_ms: i64,
    /// The statements as JSON, oldest first.
    pub statements: Vec<String>,
}

impl From<NoteRow> for Note {
    fn from(NoteRow { uuid, project, note, suspect, .. }: NoteRow) -> Self {
        let (turn, words) = note.origin.map(|origin| (origin.turn, origin.words)).unzip();
        Self {
            id: uuid,
            kind: note.kind,
            summary: note.summary,
            body: note.body,
            tags: note.tags,
            suspect,
            files: note.files,
            scope: note.scope.name().to_owned(),
            project: project.name,
            project_key: project.key,
            branch: note.branch,
            state: note.state.name().to_owned(),
            author: note.author.name().to_owned(),
            confidence: note.confidence,
            pinned: note.pinned,
            supersedes: note.supersedes,
            relates_to: note.relates_to,
            superseded_by: note.superseded_by,
            turn,
            words,
            turns: note.turns,
            merged_into: note.merged_into,
            written_ms: note.written_ms,
            changed_ms: note.changed_ms,
            said: note.said as i64,
            said_ms: note.said_ms,
            statements: Vec::new(),
        }
    }
}

impl From<WholeNote> for Note {
    fn from(WholeNote { row, statements }: WholeNote) -> Self {
        Self { statements, ..row.into() }
    }
}

/// A note that a query found.
#[napi(object)]
pub struct NoteHit {
    /// Place in the one ranking of turns and notes, from 0.
    pub rank: u32,
    pub note: Note,
    pub summary_excerpt: Vec<Piece>,
    pub excerpt: Vec<Piece>,
    pub score: f64,
    pub text_score: Option<f64>,
    pub similarity: Option<f64>,
}

impl From<api::NoteHit> for NoteHit {
    fn from(hit: api::NoteHit) -> Self {
        Self {
            rank: hit.rank as u32,
            note: hit.row.into(),
            summary_excerpt: hit.summary_excerpt.into_iter().map(Into::into).collect(),
            excerpt: hit.excerpt.into_iter().map(Into::into).collect(),
            score: hit.score,
            text_score: hit.text_score,
            similarity: hit.similarity.map(f64::from),
        }
    }
}

/// A note that waits for a person's decision.
#[napi(object)]
pub struct Proposal {
    pub note: Note,
    /// The session in which it was found first.
    pub session: Option<String>,
}

impl From<api::Proposal> for Proposal {
    fn from(core: api::Proposal) -> Self {
        Self { note: core.row.into(), session: core.session }
    }
}

/// What became of a note to write.
#[napi(object)]
pub struct Remembered {
    pub note: Note,
    /// Whether it was there already and was said again.
    pub said_again: bool,
    pub superseded: Vec<Note>,
}

impl From<api::Remembered> for Remembered {
    fn from(core: api::Remembered) -> Self {
        Self {
            note: core.note.into(),
            said_again: core.said_again,
            superseded: core.superseded.into_iter().map(Into::into).collect(),
        }
    }
}

/// A note that was decided on and is not stored yet.
#[napi(object)]
pub struct PlannedNote {
    pub remembered: Remembered,
    /// Lines of an export that store it.
    pub lines: Vec<String>,
}

impl From<api::Planned> for PlannedNote {
    fn from(core: api::Planned) -> Self {
        Self { remembered: core.remembered.into(), lines: core.lines }
    }
}

/// What became of lines that waited.
#[napi(object)]
pub struct TakenIn {
    /// Notes stored or changed.
    pub notes: i64,
    /// Lines that are no notes.
    pub unreadable: i64,
    /// Notes whose stored statements are damaged: theirs must wait.
    pub damaged: i64,
}

impl From<api::TakenIn> for TakenIn {
    fn from(core: api::TakenIn) -> Self {
        Self {
            notes: core.notes as i64,
            unreadable: core.unreadable as i64,
            damaged: core.damaged as i64,
        }
    }
}

/// A note after a change.
#[napi(object)]
pub struct ChangedNote {
    pub note: Note,
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
                (true, _) => Scope::Person,
                (false, Some(_)) => Scope::Branch,
                (false, None) => Scope::Project,
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
    pub fn with(self, common: Filter, within: &Within) -> Result<NoteFilter> {
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
#[napi(object)]
pub struct FirstNotes {
    pub notes: Vec<Note>,
    /// How many the list has.
    pub total: u32,
}

/// Which notes a list shows.
#[napi(object)]
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
    pub filter: Option<FilterOptions>,
}

/// Returns the states with these names.
pub fn states(names: &[String]) -> Result<Vec<State>> {
    names.iter().map(|name| State::named(name)).collect()
}
