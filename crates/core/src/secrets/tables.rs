//! Secrets in Markdown tables: in a column whose header names them, or right of a name in the first
//! column.

use std::ops::Range;

use memchr::memmem;

use super::Found;
use super::looks::{Look, look_of};
use super::names::{self, Claim, is_among};
use super::verdict::is_secret_in_prose;

/// Columns after this one are ignored.
const COLUMNS_MAX: usize = 16;
/// Maximum length of a row in a table written for people.
const ROW_BYTES_MAX: usize = 2048;
/// Column headers for the owners of passwords.
const USERS: &str = "user users username login account email e-mail name role benutzer nutzer utilisateur usuario usuário utente \
    gebruiker użytkownik пользователь логин host server system service environment";

/// Finds the secrets in the tables of a text.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut all = Vec::new();
    let first = text.starts_with('|').then_some(0);
    let others = memmem::find_iter(text.as_bytes(), b"\n|").map(|newline| newline + 1);
    let (mut header, mut end) = (Header::default(), usize::MAX);
    for start in first.into_iter().chain(others) {
        let row = &text[start..text.floor_char_boundary(start + ROW_BYTES_MAX)];
        let row = row.split('\n').next().unwrap_or_default();
        let cells = cells_of(row);
        let found = |(kind, cell): (_, Range<usize>)| {
            Found::new(kind, start + cell.start..start + cell.end)
        };
        if start == end {
            all.extend(header.secrets(row, &cells).map(found));
        } else {
            header = Header::of(row, &cells);
            all.extend(beside(row, &cells).map(found));
        }
        end = start + row.len() + 1;
    }
    all
}

/// What the header row says about the columns.
#[derive(Default)]
struct Header {
    columns: Vec<Option<(&'static str, Claim)>>,
    has_users: bool,
}

impl Header {
    fn of(row: &str, cells: &[Range<usize>]) -> Self {
        let labels = || cells.iter().map(|cell| &row[cell.clone()]);
        Self {
            columns: labels().map(names::claim_of_label).collect(),
            has_users: labels().any(|label| is_among(&label.to_lowercase(), USERS)),
        }
    }

    /// Returns the secrets of a row: those under a header that names them, and the one beside a
    /// name.
    fn secrets<'r>(
        &'r self,
        row: &'r str,
        cells: &'r [Range<usize>],
    ) -> impl Iterator<Item = (&'static str, Range<usize>)> + 'r {
        let least = if self.has_users { Look::Word } else { Look::Telling };
        let below = cells.iter().zip(&self.columns).filter_map(move |(cell, column)| {
            let (kind, claim) = (*column)?;
            is_secret(&row[cell.clone()], kind, claim, least).then(|| (kind, cell.clone()))
        });
        below.chain(beside(row, cells))
    }
}

/// Returns the secret to the right of its name.
fn beside(row: &str, cells: &[Range<usize>]) -> Option<(&'static str, Range<usize>)> {
    let (kind, claim) = names::claim_of_label(&row[cells.first()?.clone()])?;
    let cell = cells.get(1)?.clone();
    let least = if cells.len() == 2 { Look::Word } else { Look::Telling };
    is_secret(&row[cell.clone()], kind, claim, least).then_some((kind, cell))
}

fn is_secret(cell: &str, kind: &str, claim: Claim, least: Look) -> bool {
    let number = cell.len() >= 4 && cell.bytes().all(|byte| byte.is_ascii_digit());
    match claim {
        Claim::Clear if kind == "password" => {
            look_of(cell) >= least && !(number && least > Look::Word)
        }
        _ => is_secret_in_prose(cell, true, claim),
    }
}

/// Returns the ranges of the cells of a row, without whitespace and emphasis.
fn cells_of(row: &str) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let mut at = 1;
    for cell in row.get(1..).unwrap_or_default().split('|').take(COLUMNS_MAX) {
        let dress = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`');
        let bare = cell.trim_start_matches(dress);
        let start = at + cell.len() - bare.len();
        cells.push(start..start + bare.trim_end_matches(dress).len());
        at += cell.len() + 1;
    }
    // Nothing follows the closing `|`.
    if cells.last().is_some_and(|last| last.is_empty()) {
        cells.pop();
    }
    cells
}
