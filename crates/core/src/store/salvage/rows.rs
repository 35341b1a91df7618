//! Our tables' rows, recognised by their columns alone: neither the schema nor the pages above a
//! row are needed. Columns that a later version adds at the end of `turn` are passed over.

use std::path::Path;

use super::cells::{Cell, cells};
use super::page_format::Tree;
use super::pages::Pages;
use super::record::{ColumnType, Columns};
use crate::conversation::turn;
use crate::project::Project;
use crate::sources;

/// Maximum row id: a larger one is damaged.
pub const IDS_MAX: i64 = 100_000_000;
/// Maximum position in a transcript; slots of vectors are larger.
const POSITION_MAX: i64 = u32::MAX as i64;
/// Minimum time in milliseconds (March 1973): larger than any row id.
const TIME_MS_MIN: i64 = 100_000_000_000;
const TIME_MS_MAX: i64 = 100_000_000_000_000;
const ID_BYTES_MAX: usize = 256;
const PATH_BYTES_MAX: usize = 32 << 10;
/// First bytes of a log: the magic number of a zstd frame.
const LOG_BEGINNING: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

const INT: &[ColumnType] = &[ColumnType::Int];
const NULL: &[ColumnType] = &[ColumnType::Null];
const TEXT: &[ColumnType] = &[ColumnType::Text];
const TEXT_OR_NULL: &[ColumnType] = &[ColumnType::Text, ColumnType::Null];
const INT_OR_NULL: &[ColumnType] = &[ColumnType::Int, ColumnType::Null];

/// Columns of `turn`: id, uuid, project, times, cwd, branch, subagent, whether it was interrupted,
/// its clock, where it was taken back, log.
const TURN: [&[ColumnType]; 12] = [
    NULL,
    TEXT,
    INT,
    INT,
    INT,
    TEXT_OR_NULL,
    TEXT_OR_NULL,
    TEXT_OR_NULL,
    INT,
    INT,
    TEXT_OR_NULL,
    &[ColumnType::Blob],
];
/// The last of them.
const LOG: usize = TURN.len() - 1;
/// Columns of `note`: id, uuid, project, log, facts.
const NOTE: [&[ColumnType]; 5] = [NULL, TEXT, INT, &[ColumnType::Blob], TEXT];
/// The column of `turn` behind these: the coding agent.
const AGENT: usize = TURN.len();
/// Columns of `transcript`.
const TRANSCRIPT: [&[ColumnType]; 12] =
    [TEXT, TEXT, TEXT_OR_NULL, INT, INT, INT, INT_OR_NULL, INT, TEXT, TEXT, TEXT, TEXT];

/// Columns of `repository`: path, remote, project, whether the user decided it.
const REPOSITORY: [&[ColumnType]; 4] = [TEXT, TEXT_OR_NULL, INT, INT];

/// A row, reduced to what the survey needs.
#[derive(Debug, PartialEq)]
pub enum Row {
    /// A row of `turn`, whether or not its log is readable.
    Turn { id: i64, started_at_ms: i64 },
    /// A row of `note`, whether or not its log is readable.
    Note { id: i64 },
    /// A row of `project`.
    Project { id: i64, project: Project },
    /// A row of `session`.
    Session { id: i64, uuid: String },
    /// A row of `session_turn`.
    Place { session: i64, turn: i64, position: i64 },
    /// An entry of the index `turn_by_project`.
    Started { turn: i64, at_ms: i64 },
    /// A row of `forgotten`.
    Forgotten(String),
    /// A row of `transcript`.
    Transcript(String),
    /// A row of `repository`.
    Repository { path: String, remote: Option<String>, project: i64, by_person: bool },
    /// A row of `directory`, or of the index of projects by key when the key is a directory.
    Directory { path: String, project: i64 },
    /// A row of `known_commit`.
    Commit { id: i64, project: i64, object: String },
}

/// A row of `turn` whose log passes its checksum.
#[derive(Debug)]
pub struct SalvagedTurn {
    pub id: i64,
    pub uuid: String,
    pub project: i64,
    /// `None` where the row does not say it.
    pub agent: Option<String>,
    pub log: Vec<u8>,
}

/// A row of `note` whose log passes its checksum.
#[derive(Debug)]
pub struct SalvagedNote {
    pub id: i64,
    pub uuid: String,
    pub project: i64,
    pub log: Vec<u8>,
}

/// Returns the notes on a page.
pub fn notes(page: &[u8], number: u32, pages: &mut Pages) -> Vec<SalvagedNote> {
    let cells = cells(page, number);
    cells.iter().filter_map(|cell| whole_note(cell, pages)).collect()
}

fn whole_note(cell: &Cell, pages: &mut Pages) -> Option<SalvagedNote> {
    let columns = Columns::read(cell.local, cell.size)?;
    if cell.tree != Tree::Table || !is_id(cell.id) || !is_note(&columns) {
        return None;
    }
    let payload = head(cell, &columns, 4, pages)?;
    let log = columns.blob(&payload, 3)?;
    (log.starts_with(&LOG_BEGINNING) && turn::is_whole(log)).then_some(())?;
    Some(SalvagedNote {
        id: cell.id,
        uuid: id_text(columns.text(&payload, 1)?)?,
        project: columns.int(&payload, 2)?,
        log: log.to_vec(),
    })
}

fn is_note(columns: &Columns) -> bool {
    columns.count() == NOTE.len() && columns.begin_with(&NOTE)
}

/// Returns the rows of our tables on a page.
pub fn survey(page: &[u8], number: u32, pages: &mut Pages) -> Vec<Row> {
    let cells = cells(page, number);
    let count = cells.len();
    let rows: Vec<Row> = cells.iter().filter_map(|cell| row(cell, pages)).collect();
    // A head and its body have the columns of a project, and of a session with its agent: on a page
    // of projects all rows are, and on one of sessions most.
    let number = |is: fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    let (of_projects, of_sessions) = (number(is_project) == count, 2 * number(is_session) > count);
    let stays = |row: &Row| (of_projects || !is_project(row)) && (of_sessions || !is_session(row));
    rows.into_iter().filter(stays).collect()
}

/// Returns the turns on a page, except those already known.
pub fn turns(
    page: &[u8],
    number: u32,
    pages: &mut Pages,
    is_known: impl Fn(i64) -> bool,
) -> Vec<SalvagedTurn> {
    let cells = cells(page, number);
    let unknown = cells.iter().filter(|cell| !is_known(cell.id));
    unknown.filter_map(|cell| whole_turn(cell, pages)).collect()
}

fn row(cell: &Cell, pages: &mut Pages) -> Option<Row> {
    let columns = Columns::read(cell.local, cell.size)?;
    match cell.tree {
        Tree::Table if !is_id(cell.id) => None,
        Tree::Table if columns.begin_with(&TURN) => {
            let started_at_ms = columns.int(&head(cell, &columns, 4, pages)?, 3)?;
            Some(Row::Turn { id: cell.id, started_at_ms })
        }
        Tree::Table if is_note(&columns) => Some(Row::Note { id: cell.id }),
        Tree::Table if columns.begin_with(&[NULL, TEXT, TEXT]) => {
            let payload = short(cell, &columns, 3, PATH_BYTES_MAX, pages)?;
            let text = |column| columns.text(&payload, column).map(str::to_owned);
            let project = Project { key: text(1)?, name: text(2)? };
            if is_named_by_its_key(&project) {
                return Some(Row::Project { id: cell.id, project });
            }
            let is_session = columns.count() == 3 && is_session_of(&project.key, &project.name);
            is_session.then_some(Row::Session { id: cell.id, uuid: project.key })
        }
        Tree::Table if columns.count() == 2 && columns.begin_with(&[NULL, TEXT]) => {
            let payload = short(cell, &columns, 2, ID_BYTES_MAX, pages)?;
            Some(Row::Session { id: cell.id, uuid: id_text(columns.text(&payload, 1)?)? })
        }
        Tree::Table if columns.count() == 3 && columns.begin_with(&[NULL, INT, TEXT]) => {
            let payload = short(cell, &columns, 3, ID_BYTES_MAX, pages)?;
            let project = columns.int(&payload, 1).filter(|&id| is_id(id))?;
            let object = columns.text(&payload, 2).filter(|object| is_commit(object))?.to_owned();
            Some(Row::Commit { id: cell.id, project, object })
        }
        Tree::Table => None,
        Tree::Index => index_row(cell, &columns, pages),
    }
}

fn index_row(cell: &Cell, columns: &Columns, pages: &mut Pages) -> Option<Row> {
    if columns.begin_with(&TRANSCRIPT) {
        let payload = short(cell, columns, 1, PATH_BYTES_MAX, pages)?;
        return Some(Row::Transcript(columns.text(&payload, 0)?.to_owned()));
    }
    if columns.count() == 1 && columns.begin_with(&[TEXT]) {
        let payload = short(cell, columns, 1, ID_BYTES_MAX, pages)?;
        return Some(Row::Forgotten(id_text(columns.text(&payload, 0)?)?));
    }
    if columns.count() == 4 && columns.begin_with(&REPOSITORY) {
        return repository(cell, columns, pages);
    }
    if columns.count() == 2 && columns.begin_with(&[TEXT, INT]) {
        let payload = short(cell, columns, 2, PATH_BYTES_MAX, pages)?;
        let project = columns.int(&payload, 1).filter(|&id| is_id(id))?;
        let path = columns.text(&payload, 0).filter(|path| is_whole_path(path))?.to_owned();
        return Some(Row::Directory { path, project });
    }
    if columns.count() == 3 && columns.begin_with(&[INT, INT, INT]) {
        let int = |column| columns.int(cell.local, column);
        return numbers(int(0)?, int(1)?, int(2)?);
    }
    None
}

fn repository(cell: &Cell, columns: &Columns, pages: &mut Pages) -> Option<Row> {
    let payload = short(cell, columns, REPOSITORY.len(), 2 * PATH_BYTES_MAX, pages)?;
    let project = columns.int(&payload, 2).filter(|&id| is_id(id))?;
    let by_person = columns.int(&payload, 3).filter(|said| (0..=1).contains(said))? == 1;
    let path = columns.text(&payload, 0).filter(|path| is_whole_path(path))?.to_owned();
    let remote = columns.text(&payload, 1).map(str::to_owned);
    Some(Row::Repository { path, remote, project, by_person })
}

/// Distinguishes rows of three integers by their magnitudes: `session_turn`, `turn_by_project`, and
/// the index of vectors, which is ignored.
fn numbers(first: i64, second: i64, third: i64) -> Option<Row> {
    if !is_id(first) {
        return None;
    }
    if (TIME_MS_MIN..TIME_MS_MAX).contains(&second) && is_id(third) {
        return Some(Row::Started { turn: third, at_ms: second });
    }
    let is_place = is_id(second) && (0..=POSITION_MAX).contains(&third);
    is_place.then_some(Row::Place { session: first, turn: second, position: third })
}

fn whole_turn(cell: &Cell, pages: &mut Pages) -> Option<SalvagedTurn> {
    let columns = Columns::read(cell.local, cell.size)?;
    if cell.tree != Tree::Table || !is_id(cell.id) || !columns.begin_with(&TURN) {
        return None;
    }
    let payload = head(cell, &columns, columns.count().min(AGENT + 1), pages)?;
    let log = columns.blob(&payload, LOG)?;
    (log.starts_with(&LOG_BEGINNING) && turn::is_whole(log)).then_some(())?;
    Some(SalvagedTurn {
        id: cell.id,
        uuid: id_text(columns.text(&payload, 1)?)?,
        project: columns.int(&payload, 2)?,
        agent: columns.text(&payload, AGENT).filter(|name| is_agent(name)).map(str::to_owned),
        log: log.to_vec(),
    })
}

/// Returns the payload up to the end of the first `count` columns.
fn head(cell: &Cell, columns: &Columns, count: usize, pages: &mut Pages) -> Option<Vec<u8>> {
    cell.payload(columns.bytes_of_first(count), pages)
}

/// Like [`head`], but returns `None` for more than about `bytes_max` bytes: no row of ours is
/// longer.
fn short(
    cell: &Cell,
    columns: &Columns,
    count: usize,
    bytes_max: usize,
    pages: &mut Pages,
) -> Option<Vec<u8>> {
    if columns.bytes_of_first(count) > bytes_max + 64 {
        return None;
    }
    head(cell, columns, count, pages)
}

/// Returns whether the project's name is part of its key's path or URL, as for every project.
fn is_named_by_its_key(Project { key, name }: &Project) -> bool {
    let mut parts = key.split(['/', '\\', ':']);
    let is_named = |part: &str| part == name || part.strip_suffix(".git") == Some(name);
    !name.is_empty() && (key == name || parts.any(is_named)) && !key.contains(char::is_control)
}

/// Whether two texts are the id of a session and its coding agent.
fn is_session_of(id: &str, agent: &str) -> bool {
    let is_plain = !id.contains(char::is_whitespace) && is_agent(agent);
    id_text(id).is_some() && (is_plain || agent == sources::DEFAULT)
}

/// Whether a text has the form of a coding agent's name.
fn is_agent(text: &str) -> bool {
    let is_form = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    (3..=32).contains(&text.len()) && text.bytes().all(is_form)
}

fn is_project(row: &Row) -> bool {
    matches!(row, Row::Project { .. })
}

fn is_session(row: &Row) -> bool {
    matches!(row, Row::Session { .. })
}

fn is_whole_path(path: &str) -> bool {
    Path::new(path).is_absolute() && !path.contains('\0')
}

/// Returns whether a text is a commit id: SHA-1 or SHA-256 in hexadecimal digits.
fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_id(id: i64) -> bool {
    (1..=IDS_MAX).contains(&id)
}

/// Returns a text with the form of an id: a UUID, or what another client uses instead.
fn id_text(text: &str) -> Option<String> {
    let is_form = |text: &str| {
        !text.is_empty() && text.len() <= ID_BYTES_MAX && !text.contains(char::is_control)
    };
    is_form(text).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_apart_by_their_sizes() {
        let place = Row::Place { session: 2, turn: 7, position: 40_960 };
        assert_eq!(numbers(2, 7, 40_960), Some(place));
        let started = Row::Started { turn: 7, at_ms: 1_772_355_600_000 };
        assert_eq!(numbers(1, 1_772_355_600_000, 7), Some(started));
        // A chunk, its model and the slot of a vector.
        assert_eq!(numbers(3, 1, 1 << 32 | 5), None);
        assert_eq!(numbers(-1, 7, 0), None);
    }
}
